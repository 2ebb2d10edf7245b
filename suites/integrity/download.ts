/** Compares what a release's locator gives with what was uploaded. */
import type { Tools } from "../../harness/check.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/registry/answer.ts";
import { expectUploadedTree, fetchArchive } from "../download/archive.ts";

/**
 * Downloads a release by the `dist.url` of its metadata and expects the uploaded files. Nothing is judged where there is
 * no such URL: that is for others to say.
 */
export async function expectUploadedFiles(
  tools: Tools,
  release: PublishedRelease,
  metadata: Answer,
): Promise<void> {
  const fetched = await fetchArchive(tools, release, metadata);
  if (fetched.archive !== undefined) await expectUploadedTree(tools, release, fetched);
}
