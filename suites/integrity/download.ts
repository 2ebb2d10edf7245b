/** Compares the download of a release with the uploaded files. */
import type { Tools } from "../../harness/check.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/registry/answer.ts";
import { expectUploadedTree, fetchArchive } from "../download/archive.ts";

/**
 * Downloads a release by the `dist.url` of its metadata and expects the uploaded files. Without such a URL it judges
 * nothing, because other checks do.
 */
export async function expectUploadedFiles(
  tools: Tools,
  release: PublishedRelease,
  metadata: Answer,
): Promise<void> {
  const fetched = await fetchArchive(tools, release, metadata);
  if (fetched.archive !== undefined) await expectUploadedTree(tools, release, fetched);
}
