/** Compares what a release's locator gives with what was uploaded. */
import type { Check } from "../../harness/check.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { diffTrees, readTree, toTree } from "../../harness/given/tree.ts";
import { type Answer, isSuccess, textAt } from "../../harness/registry/answer.ts";

/** What a check works with. */
type Tools = Parameters<Check["run"]>[0];

/**
 * Downloads a release by the `dist.url` of its metadata and expects the uploaded files. Nothing is judged where there is
 * no such URL: that is for others to say.
 */
export async function expectUploadedFiles(
  { registry, expect, settle, resolve }: Tools,
  release: PublishedRelease,
  metadata: Answer,
): Promise<void> {
  const locator = textAt(metadata.body, "dist", "url");
  const url = locator === undefined ? undefined : resolve(locator, metadata);
  if (url === undefined) return;

  const download = await settle(release, () => registry.fetchLocator(url), isSuccess);

  expect.success(download);
  const tree = await readTree(download.bytes).catch(() => undefined);
  const differences =
    tree === undefined ? ["bytes that are no archive"] : diffTrees(toTree(release.archive.entries), tree);
  expect.that(differences.length === 0, {
    expected: "a download with the files that were uploaded",
    got: differences.slice(0, 3).join("; "),
    answer: download,
  });
}
