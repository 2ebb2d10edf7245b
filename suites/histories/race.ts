/** What races share: how often they are run, and what runs in them. */
import type { Depth, Tools } from "../../harness/check.ts";
import type { Archive } from "../../harness/given/archive.ts";
import type { Volume } from "../../harness/registry/volume.ts";

/** How often a race is run. Each time may go another way. */
const rounds: Readonly<Record<Depth, number>> = { quick: 1, standard: 1, deep: 5 };

/** Runs a race as often as the depth wants. */
export async function eachRound({ depth }: Tools, run: () => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds[depth]; round++) await run();
}

/** So many archives for one version with a file that differs. All are made before the race, which is of requests only. */
export async function differentArchives(
  { given }: Tools,
  volume: Volume,
  versions: readonly string[],
): Promise<readonly Archive[]> {
  const archives: Archive[] = [];
  for (const [index, version] of versions.entries()) {
    const files = [{ name: "README.md", content: `Racer ${index}\n` }];
    archives.push(await given.archive({ volume, version }, { files }));
  }
  return archives;
}
