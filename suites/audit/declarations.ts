/** Releases whose manifests differ in nothing but their name and version declare the same. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { quote } from "../../harness/expect/quote.ts";
import { type Noted, toNoted } from "../../harness/ledger.ts";
import { renderManifest, unpackTar } from "../../harness/given/archive.ts";
import { isSuccess, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { toVolume } from "../../harness/exchange/volume.ts";
import { type Books, expectAll, groupBy, openBooks, toOpinion } from "./books.ts";
import { uploadedArchives } from "./downloads.ts";
import { ledger, type NotedEntry } from "./ledger.ts";
import { atTheEnd, isKind, isUnchanged, type Timeline, toId } from "./timelines.ts";

/** The manifests of the target that are published. */
const kinds = ["externalDependencies", "minimal"] as const;

/** The size of a block of a tar: a file begins with one, and its last one is filled with zeros. */
const blockBytes = 512;

/** True if a tar has a file with exactly this content, not one that only begins with it. */
function hasFile(tar: Buffer, content: string): boolean {
  const start = tar.indexOf(content);
  const end = start + Buffer.byteLength(content);
  return start >= 0 && start % blockBytes === 0 && (end % blockBytes === 0 || tar[end] === 0);
}

/** Which manifest of the target the archive of each release has; undefined for another one. */
function manifestsIn({ target }: Tools, books: Books): ReadonlyMap<string, string | undefined> {
  const uploadedFor = uploadedArchives(books);
  const manifestOf = (release: Timeline): string | undefined => {
    const archive = uploadedFor(release, atTheEnd);
    const unpacked = archive === undefined ? undefined : unpackTar(Buffer.from(archive, "base64"));
    if (unpacked === undefined) return undefined;
    const tar = Buffer.from(unpacked);
    const named = { volume: toVolume(release.name), version: release.version };
    return kinds.find((kind) => {
      const template = target.archive.manifests[kind]?.template;
      return template !== undefined && hasFile(tar, renderManifest(template, named));
    });
  };
  return new Map([...books.timelines].map(([id, release]) => [id, manifestOf(release)]));
}

/** The release that a response shows. */
function shownIn(entry: NotedEntry): unknown {
  if (entry.kind === "metadata" && isSuccess(entry)) return entry.body;
  return entry.kind === "finalized" ? valueAt(entry.answered, "release") : undefined;
}

/** What it declares, in one order. Without the member it declares nothing. */
function declaredBy(shown: unknown): string {
  const declared = listAt(shown, "externalDependencies").map((one) =>
    ["purl", "constraint", "purpose"].map((member) => textAt(one, member) ?? "").join(" "),
  );
  return declared.toSorted().join(", ");
}

/** A response about a release whose manifest is known. */
interface Response extends Noted {
  readonly declared: string;
  /** The same for responses that show the same. */
  readonly group: string;
}

function responsesIn(tools: Tools, books: Books): readonly Response[] {
  const { entries, timelines, uploads, at } = books;
  const manifests = manifestsIn(tools, books);
  return entries.filter(isKind("finalized", "metadata")).flatMap((entry) => {
    const named = entry.kind === "metadata" ? entry : uploads.get(`${entry.name} ${entry.uploadId}`);
    const release = named === undefined ? undefined : timelines.get(toId(named));
    const shown = shownIn(entry);
    if (release === undefined || shown === undefined || !isUnchanged(release, at(entry))) return [];
    const manifest = manifests.get(toId(release));
    if (manifest === undefined) return [];
    return [{ ...toNoted(entry), declared: declaredBy(shown), group: `${entry.kind} ${manifest}` }];
  });
}

/**
 * What most of these declare. A registry that declares different things for one manifest is wrong whichever of them is
 * right. So where two are equally frequent, the longer one is expected: the shorter one leaves something out.
 */
function usualOf(responses: readonly Response[]): string | undefined {
  const groups = [...groupBy(responses, ({ declared }) => declared).values()];
  const usual = groups.toSorted(
    (one, other) =>
      other.length - one.length || (other[0]?.declared.length ?? 0) - (one[0]?.declared.length ?? 0),
  );
  return usual[0]?.[0]?.declared;
}

export const declarations: CheckFile = {
  source: "Release metadata: externalDependencies, derived from the release manifest",
  operations: ["finalizeReleaseUpload", "getRelease"],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    {
      id: "audit/equal-manifests-declare-the-same",
      of: "release-metadata/dependencies-are-those-declared",
      rule: "For releases whose manifests differ only in name and version, `POST` finalize shows the same declarations, and so does `GET` metadata.",
      reading:
        "The text derives declarations from the manifest and does not define its format. Of releases with equal manifests, what most of the responses show is right.",
      covers: ["member:release-metadata.externalDependencies"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const responses = responsesIn(tools, openBooks(tools));
        const usual = new Map(
          [...groupBy(responses, ({ group }) => group)].map(([group, members]) => [group, usualOf(members)]),
        );
        expectAll(tools, responses, ({ declared, group }) => {
          const expected = usual.get(group);
          if (expected === undefined) return "silent";
          return toOpinion(declared === expected, () => ({
            expected: `the declarations of other releases with this manifest: ${expected === "" ? "none" : quote(expected)}`,
            got: declared === "" ? "no declarations" : quote(declared),
            member: "/externalDependencies",
          }));
        });
      },
    },
  ],
};
