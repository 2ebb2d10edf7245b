/** Fetching a release's files and comparing them with what was uploaded. */
import type { Tools } from "../../harness/check.ts";
import type { Archive } from "../../harness/given/archive.ts";
import type { ReadableRelease } from "../../harness/given/given.ts";
import { diffTrees, type FileTree, readTree, toTree } from "../../harness/given/tree.ts";
import { type Answer, isSuccess, textAt } from "../../harness/registry/answer.ts";
import type { ReleaseName } from "../../harness/registry/volume.ts";

/** A release, and since when it can be expected to be seen. */
export type VisibleRelease = ReleaseName & { readonly sinceMs: number };

/** A release with the archive that it was made from. */
export type UploadedRelease = VisibleRelease & { readonly archive: Archive };

/** Where the files of a hosted release are: its `dist.url`, from metadata that is asked for until it is visible. */
export async function expectLocator(tools: Tools, release: VisibleRelease): Promise<string> {
  const { expect, registry, resolve, settle } = tools;
  const metadata = await settle(release, () => registry.getRelease(release), isSuccess);
  expect.success(metadata);
  const reference = expect.text(metadata, "dist", "url");
  const url = resolve(reference, metadata);
  const isAddress = url !== undefined && /^https?:/.test(url);
  expect.that(isAddress, { expected: "an address that can be asked in dist.url", got: `"${reference}"`, answer: metadata });
  return url ?? reference;
}

/** The answer with the archive's bytes. A download may lag behind the metadata that points to it. */
export async function expectArchive(tools: Tools, release: VisibleRelease): Promise<Answer> {
  const url = await expectLocator(tools, release);
  const answer = await tools.settle(release, () => tools.registry.fetchLocator(url));
  tools.expect.success(answer);
  return answer;
}

/** The file tree that the bytes of an archive unpack to. */
export async function expectTree({ expect }: Tools, answer: Answer): Promise<FileTree> {
  try {
    return await readTree(answer.bytes);
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error);
    expect.that(false, { expected: "bytes that unpack as .tar.gz", got: `${answer.bytes.length} bytes: ${got}`, answer });
    throw error;
  }
}

/** The download of a release unpacks to the very tree that was uploaded. */
export async function expectUploadedTree(tools: Tools, release: UploadedRelease): Promise<void> {
  const answer = await expectArchive(tools, release);
  const tree = await expectTree(tools, answer);
  const differences = diffTrees(toTree(release.archive.entries), tree);
  const shown = differences.slice(0, 3).join("; ");
  tools.expect.that(differences.length === 0, {
    expected: `the file tree of ${release.archive.entries.length} entries that was uploaded`,
    got: differences.length > 3 ? `${shown}; and ${differences.length - 3} more differences` : shown,
    answer,
  });
}

/** A release that can be read and whose files are hosted, which a fixture's need not be. */
export async function givenHosted({ given, registry, settle }: Tools): Promise<ReadableRelease> {
  const release = await given.readableRelease();
  const metadata = await settle(release, () => registry.getRelease(release));
  const source = textAt(metadata.body, "dist", "source");
  if (source === "git") throw given.skipped('needs "tokens.publisher" in the target file, or a search that shows a hosted release');
  return release;
}
