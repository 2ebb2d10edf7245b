/** What a registry does with a link that it accepts. */
import type { PublishedRelease } from "../../harness/given/given.ts";
import { readPaths } from "../../harness/given/tree.ts";
import { isSuccess } from "../../harness/exchange/answer.ts";
import { undefinedIfSkipped } from "../../harness/outcome.ts";
import { fetchArchive } from "../situations/download.ts";
import type { Fetching } from "../situations/short-lived-address.ts";

/** True if the archive that the registry serves for a release has an entry with this path, of any type. */
export async function isServed(
  fetching: Fetching,
  release: PublishedRelease,
  path: string,
): Promise<boolean> {
  const locator = ["release", "dist", "url"];
  const fetched = await undefinedIfSkipped(() => fetchArchive(fetching, release, release.answer, locator));
  if (fetched?.archive === undefined || !isSuccess(fetched.archive)) return false;
  try {
    return (await readPaths(fetched.archive.bytes)).has(path);
  } catch {
    // requirements of the download judge what does not unpack
    return false;
  }
}
