/** Releases that are in a repository: the states hook makes them, and they need no upload. */
import type { Given } from "../../harness/given/given.ts";
import { type ReleaseName, toFullName } from "../../harness/exchange/volume.ts";

/** @throws Skipped if the hook makes none, Blocked if it failed */
export async function makeGitRelease(given: Given, { volume, version }: ReleaseName): Promise<void> {
  await given.state("git-release", {
    name: toFullName(volume),
    version,
    repository: "https://git.example/conformance/volume.git",
    ref: `refs/tags/v${version}`,
  });
}
