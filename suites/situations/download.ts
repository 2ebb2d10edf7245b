/** Downloads a release's files and compares them with the uploaded files. */
import type { LocatorOptions } from "../../harness/api/registry.ts";
import type { ReleaseName } from "../../harness/exchange/volume.ts";
import type { Archive } from "../../harness/given/archive.ts";
import { type Answer, headerOf, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import type { Given, PublishedRelease, ReadableRelease } from "../../harness/given/given.ts";
import { nothingToJudge, undefinedIfSkipped } from "../../harness/outcome.ts";
import type { Tools } from "../../harness/check.ts";
import { type FileTree, diffTrees, readTree, toTree } from "../../harness/given/tree.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { readWithPlus } from "./build-metadata.ts";
import { readMetadataOnce, readVersionsOnce } from "./release-metadata.ts";
import { fetchBytes, type Fetching } from "./short-lived-address.ts";

/** A release, and the time since which it can be visible. */
export type VisibleRelease = ReleaseName & { readonly sinceMs: number };

/** A release with its uploaded archive. */
export type UploadedRelease = VisibleRelease & { readonly archive: Archive };

/** The metadata of a release and, if its `dist.url` can be requested, the response to the download. */
export interface Download {
  readonly metadata: Answer;
  readonly reference: string | undefined;
  readonly archive: Answer | undefined;
}

/** Reads metadata and downloads by its `dist.url`. Either may become visible later than the publication. */
export async function fetchRelease(fetching: Fetching, release: VisibleRelease): Promise<Download> {
  const { registry, eventually } = fetching;
  const metadata = await eventually(async () => await registry.getRelease(release), {
    since: release,
    until: isSuccess,
  });
  return await fetchArchive(fetching, release, metadata);
}

/** The path of the archive's URL in the metadata. */
const distUrl: readonly string[] = ["dist", "url"];

/** The `dist.url` of a document, and what it is relative to that document. */
function locatorIn(
  metadata: Answer,
  path: readonly string[],
): { readonly reference: string | undefined; readonly url: URL | undefined } {
  const reference = textAt(metadata.body, ...path);
  const isUrl = reference !== undefined && URL.canParse(reference, metadata.url);
  return { reference, url: isUrl ? new URL(reference, metadata.url) : undefined };
}

/** Requests an archive by the `dist.url` of a document once, to send several of these at once. It may not be there yet. */
export async function tryArchive(
  { registry }: Pick<Fetching, "registry">,
  metadata: Answer,
  path: readonly string[],
): Promise<Download | undefined> {
  const { reference, url } = locatorIn(metadata, path);
  if (url === undefined || !isFetchable(url)) return undefined;
  const archive = await registry.fetchLocator(url.href);
  return isSuccess(archive) ? { metadata, reference, archive } : undefined;
}

function isFetchable({ protocol }: URL): boolean {
  return /^https?:$/.test(protocol);
}

/**
 * Downloads by the `dist.url` of known metadata, or of another document. It may become visible later than the publication.
 * @throws Skipped if the URI has a scheme other than http or https: the specification allows any scheme
 */
export async function fetchArchive(
  fetching: Fetching,
  release: VisibleRelease,
  metadata: Answer,
  path: readonly string[] = distUrl,
): Promise<Download> {
  const { reference, url } = locatorIn(metadata, path);
  if (url === undefined) return { metadata, reference, archive: undefined };
  if (!isFetchable(url)) {
    throw nothingToJudge(`${path.join(".")} has the scheme "${url.protocol}", which HTTP cannot fetch`);
  }
  const archive = await fetchBytes(fetching, url.href, release, async () => {
    const again = await fetching.eventually(() => readWithPlus(fetching, release), { since: release });
    return locatorIn(again, distUrl).url?.href;
  });
  return { metadata, reference, archive };
}

/**
 * The archive of a release once more, by the address in new metadata: one may be signed for a short time. Undefined if HTTP cannot
 * fetch it.
 */
export async function fetchAgain(
  fetching: Fetching,
  release: VisibleRelease,
  options: LocatorOptions,
): Promise<Answer | undefined> {
  const readUrl = async (): Promise<URL | undefined> =>
    locatorIn(await fetching.registry.getRelease(release), distUrl).url;
  const url = await readUrl();
  if (url === undefined || !isFetchable(url)) return undefined;
  return await fetchBytes(fetching, url.href, release, async () => (await readUrl())?.href, options);
}

/** True if the bytes are sent in a content coding. */
export function isCoded(answer: Answer): boolean {
  return (headerOf(answer, "content-encoding") ?? "identity").toLowerCase() !== "identity";
}

/** Asserts that the metadata has a `dist.url` and that the download succeeded. Returns the response to the download. */
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

/** Asserts that the bytes unpack as `.tar.gz`. Returns their file tree. */
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

/** Asserts that the download of a release unpacks to the uploaded file tree. */
export async function expectUploadedTree(
  tools: Tools,
  release: { readonly archive: Archive },
  fetched: Download,
  path: readonly string[] = distUrl,
): Promise<void> {
  const answer = expectArchive(tools, fetched, path);
  const { entries } = release.archive;
  const differences = diffTrees(toTree(entries), await expectTree(tools, answer));
  const shown = differences.slice(0, 3).join("; ");
  tools.expect.that(differences.length === 0, {
    expected: `the uploaded file tree of ${entries.length} entries`,
    got: differences.length > 3 ? `${shown}; and ${differences.length - 3} more` : shown,
    answer,
  });
}

const fetchReadable: Situation<Download & { readonly release: ReadableRelease }> = situation(
  "download/readable",
  async ({ given, registry, eventually }) => {
    const { release, answer } = await readMetadataOnce(given);
    return { release, ...(await fetchArchive({ registry, eventually }, release, answer)) };
  },
);

/** A readable release, downloaded once per form; skipped if its files are in git or gone, as those of a fixture may be. */
export async function fetchOnce(given: Given): Promise<Download & { readonly release: ReadableRelease }> {
  const fetched = await fetchReadable(given);
  const state = textAt(fetched.metadata.body, "status", "state") ?? "available";
  const hasFiles = state === "available" || state === "yanked";
  if (hasFiles && textAt(fetched.metadata.body, "dist", "source") !== "git") return fetched;
  throw given.skipped(
    'needs "tokens.publisher" in the target file, or a hosted release that the search finds',
  );
}

/** The versions of one volume, each downloaded once per form. */
export const fetchVersionsOnce: Situation<readonly (Download & { readonly release: UploadedRelease })[]> =
  situation("download/versions", async ({ given, registry, eventually }) => {
    const fetched: (Download & { readonly release: UploadedRelease })[] = [];
    for (const { release, answer } of await readVersionsOnce(given))
      fetched.push({ release, ...(await fetchArchive({ registry, eventually }, release, answer)) });
    return fetched;
  });

/** Asserts that the archive of a release is there, for checks that judge other things too: nothing if HTTP cannot fetch it. */
export async function expectArchiveIfFetchable(
  tools: Tools,
  release: VisibleRelease,
  metadata: Answer,
): Promise<void> {
  const fetched = await undefinedIfSkipped(() => fetchArchive(tools, release, metadata));
  if (fetched !== undefined) expectArchive(tools, fetched);
}

/**
 * Downloads a release by the `dist.url` of its metadata and expects the uploaded files. Without a URL that HTTP can fetch it judges
 * nothing, because other checks do.
 */
export async function expectUploadedFiles(
  tools: Tools,
  release: PublishedRelease,
  metadata: Answer,
): Promise<void> {
  const fetched = await undefinedIfSkipped(() => fetchArchive(tools, release, metadata));
  if (fetched?.archive !== undefined) await expectUploadedTree(tools, release, fetched);
}
