/** Fetching a release's files and comparing them with what was uploaded. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Tools } from "../../harness/check.ts";
import type { Archive } from "../../harness/given/archive.ts";
import type { Given, ReadableRelease, Settle } from "../../harness/given/given.ts";
import { diffTrees, type FileTree, readTree, toTree } from "../../harness/given/tree.ts";
import { Blocked } from "../../harness/outcome.ts";
import { type Answer, isSuccess, textAt } from "../../harness/registry/answer.ts";
import type { Registry } from "../../harness/registry/registry.ts";
import type { ReleaseName } from "../../harness/registry/volume.ts";
import { readMetadataOnce, readVersionsOnce } from "../release-metadata/reading.ts";

/** A release, and since when it can be expected to be seen. */
export type VisibleRelease = ReleaseName & { readonly sinceMs: number };

/** A release with the archive that it was made from. */
export type UploadedRelease = VisibleRelease & { readonly archive: Archive };

/** What came of fetching a release: its metadata and, where that has an address, what is there. */
export interface Download {
  readonly metadata: Answer;
  readonly reference: string | undefined;
  readonly archive: Answer | undefined;
}

/** What fetching needs. */
interface Fetching {
  readonly registry: Registry;
  readonly settle: Settle;
}

/** Reads metadata and fetches its `dist.url`. Either may lag behind the publication. */
export async function fetchRelease(fetching: Fetching, release: VisibleRelease): Promise<Download> {
  const { registry, settle } = fetching;
  const metadata = await settle(release, async () => await registry.getRelease(release), isSuccess);
  return await fetchArchive(fetching, release, metadata);
}

/** Where metadata has the address of the archive. */
const distUrl: readonly string[] = ["dist", "url"];

/**
 * Fetches the `dist.url` of metadata that was read before, or of another document. It may lag behind the publication.
 * @throws Blocked where it is a URI of a scheme other than http: the specification allows any
 */
export async function fetchArchive(
  { registry, settle }: Fetching,
  release: VisibleRelease,
  metadata: Answer,
  path: readonly string[] = distUrl,
): Promise<Download> {
  const reference = textAt(metadata.body, ...path);
  const url =
    reference !== undefined && URL.canParse(reference, metadata.url)
      ? new URL(reference, metadata.url)
      : undefined;
  if (url === undefined) return { metadata, reference, archive: undefined };
  if (!/^https?:$/.test(url.protocol)) {
    const cause = `${path.join(".")} is a "${url.protocol}" address, which this suite has no way to fetch`;
    throw new Blocked(cause, { exchange: metadata.exchange.id });
  }
  return {
    metadata,
    reference,
    // what answers there need not be the registry: for bytes on their way, a store may say that they are forbidden
    archive: await settle(release, async () => await registry.fetchLocator(url.href), isSuccess),
  };
}

/** The metadata had an address, and fetching it succeeded. */
export function expectArchive(
  { expect }: Tools,
  { metadata, reference, archive }: Download,
  path: readonly string[] = distUrl,
): Answer {
  expect.success(metadata);
  expect.text(metadata, ...path);
  expect.that(archive !== undefined, {
    expected: `a URI in ${path.join(".")}`,
    got: `"${reference ?? ""}"`,
    answer: metadata,
  });
  const answer = archive ?? metadata;
  expect.success(answer);
  return answer;
}

/** The file tree that the bytes of an archive unpack to. */
export async function expectTree({ expect }: Tools, answer: Answer): Promise<FileTree> {
  try {
    return await readTree(answer.bytes);
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error);
    expect.that(false, {
      expected: "bytes that unpack as .tar.gz",
      got: `${answer.bytes.length} bytes: ${got}`,
      answer,
    });
    throw error;
  }
}

/** The download of a release unpacks to the very tree that was uploaded. */
export async function expectUploadedTree(
  tools: Tools,
  release: { readonly archive: Archive },
  fetched: Download,
): Promise<void> {
  const answer = expectArchive(tools, fetched);
  const { entries } = release.archive;
  const differences = diffTrees(toTree(entries), await expectTree(tools, answer));
  const shown = differences.slice(0, 3).join("; ");
  tools.expect.that(differences.length === 0, {
    expected: `the file tree of ${entries.length} entries that was uploaded`,
    got: differences.length > 3 ? `${shown}; and ${differences.length - 3} more differences` : shown,
    answer,
  });
}

const fetchReadable: Situation<Download & { readonly release: ReadableRelease }> = situation(
  "download/readable",
  async ({ given, registry, settle }) => {
    const { release, answer } = await readMetadataOnce(given);
    return { release, ...(await fetchArchive({ registry, settle }, release, answer)) };
  },
);

/** A release that can be read, fetched once per form; skipped where its files are in git or gone, as a fixture's may be. */
export async function fetchOnce(given: Given): Promise<Download & { readonly release: ReadableRelease }> {
  const fetched = await fetchReadable(given);
  const state = textAt(fetched.metadata.body, "status", "state") ?? "available";
  const hasFiles = state === "available" || state === "yanked";
  if (hasFiles && textAt(fetched.metadata.body, "dist", "source") !== "git") return fetched;
  throw given.skipped('needs "tokens.publisher" in the target file, or a search that shows a hosted release');
}

/** Each of several versions of one volume, fetched once per form; the last has files of every ordinary kind. */
export async function fetchVersionsOnce(
  given: Given,
): Promise<readonly (Download & { readonly release: UploadedRelease })[]> {
  return await given.shared("download/versions", async (own, registry, settle) => {
    const fetched: (Download & { readonly release: UploadedRelease })[] = [];
    for (const { release, answer } of await readVersionsOnce(own))
      fetched.push({ release, ...(await fetchArchive({ registry, settle }, release, answer)) });
    return fetched;
  });
}
