/** Every download of the run gives the files that were uploaded for that release. */
import type { CheckFile } from "../../harness/check-file.ts";
import { diffTrees, type FileTree, readTree } from "../../harness/given/tree.ts";
import type { Noted } from "../../harness/ledger.ts";
import { isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { placeholderPattern } from "../../harness/recording/redaction.ts";
import { resolveReference } from "../../harness/exchange/references.ts";
import { type Books, expectAll, openBooks, toOpinion } from "./books.ts";
import type { Downloaded } from "./downloaded.ts";
import { ledger, type NotedEntry } from "./ledger.ts";
import { isKind, mayBeAnother, type Timeline, toId, versionOf } from "./timelines.ts";

/** A download by the `dist.url` of a release. */
export interface ReleaseDownload {
  readonly download: Downloaded & Noted;
  /** `name@version` */
  readonly release: string;
}

/** The `dist.url` that a response has for a release. */
function locatorIn(entry: NotedEntry): string | undefined {
  if (entry.kind === "metadata" && isSuccess(entry)) return textAt(entry.body, "dist", "url");
  if (entry.kind === "finalized") return textAt(entry.answered, "release", "dist", "url");
  return undefined;
}

/** The downloads of which the ledger knows the release: by the last response with that address, also through redirects. */
export function downloadsIn({ entries, uploads }: Books): readonly ReleaseDownload[] {
  const releases = new Map<string, string>();
  return entries.flatMap((entry) => {
    const release = releases.get(entry.requestUrl);
    if (entry.kind === "downloaded") return release === undefined ? [] : [{ download: entry, release }];
    // an address with a secret is not the same one in a replay
    if (entry.kind === "redirected" && release !== undefined && !placeholderPattern.test(entry.to))
      releases.set(entry.to, release);
    const reference = locatorIn(entry);
    const url = reference === undefined ? undefined : resolveReference(reference, entry.requestUrl);
    if (url === undefined || placeholderPattern.test(url)) return [];
    if (entry.kind === "metadata") releases.set(url, toId(entry));
    if (entry.kind === "finalized") {
      const version = versionOf(entry, uploads);
      if (version !== undefined) releases.set(url, toId({ ...entry, version }));
    }
    return [];
  });
}

/** Finds the archive that was uploaded for a release, in base64; undefined if it is large, or if another may have taken its place by the end of a read. */
export function uploadedArchives({
  entries,
  uploads,
}: Books): (release: Timeline, read: Pick<Noted, "endedAtMs">) => string | undefined {
  const contents = new Map(entries.filter(isKind("sent")).map(({ digest, content }) => [digest, content]));
  return (release, read) => {
    const { published } = release;
    if (published === undefined || mayBeAnother(release, read)) return undefined;
    const upload = uploads.get(`${published.name} ${published.uploadId}`);
    return contents.get(textAt(upload?.sent, "declaredDigest") ?? "");
  };
}

/** The differences between the trees of two archives. */
async function differences(uploaded: string, got: string): Promise<readonly string[]> {
  if (uploaded === got) return [];
  const expected = await readTree(Buffer.from(uploaded, "base64"));
  let tree: FileTree;
  try {
    tree = await readTree(Buffer.from(got, "base64"));
  } catch (error) {
    return [`it does not unpack as .tar.gz: ${error instanceof Error ? error.message : String(error)}`];
  }
  return diffTrees(expected, tree);
}

export const downloads: CheckFile = {
  source: "What the service does, rule 4; Release metadata: integrity, dist",
  operations: ["getRelease", "transferBytes"],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    {
      id: "audit/downloads-are-what-was-uploaded",
      of: "download/gives-the-files-of-its-release",
      rule: "Every download of the run by the `dist.url` of a release unpacks to the file tree that was uploaded for that release.",
      reading:
        "The text says that clients verify the file tree, not that the bytes are the uploaded ones. We accept a repacked archive. Large archives are judged by other requirements.",
      covers: ["rule:service/4"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const uploadedFor = uploadedArchives(books);
        const wrong = new Map<NotedEntry, readonly string[]>();
        for (const { download, release } of downloadsIn(books)) {
          const timeline = books.timelines.get(release);
          const uploaded = timeline === undefined ? undefined : uploadedFor(timeline, download);
          if (uploaded === undefined || download.content === undefined) continue;
          wrong.set(download, await differences(uploaded, download.content));
        }
        expectAll(tools, books.entries.filter(isKind("downloaded")), (download) => {
          const found = wrong.get(download);
          if (found === undefined) return "silent";
          return toOpinion(found.length === 0, () => ({
            expected: "the uploaded file tree",
            got: `${found.slice(0, 3).join("; ")}${found.length > 3 ? `; and ${found.length - 3} more` : ""}`,
          }));
        });
      },
    },
  ],
};
