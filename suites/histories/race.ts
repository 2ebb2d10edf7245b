/** Shared by checks that send concurrent requests: the number of rounds, and the archives. */
import type { Depth, Tools } from "../../harness/check.ts";
import type { Archive } from "../../harness/given/archive.ts";
import type { Volume } from "../../harness/exchange/volume.ts";

/** How often concurrent requests are sent. Each round may have a different winner. */
const rounds: Readonly<Record<Depth, number>> = { quick: 1, standard: 1, deep: 5 };

/** Runs as many rounds as the depth sets. */
export async function eachRound(
  { depth, repeat }: Tools,
  run: (round: number) => Promise<void>,
): Promise<void> {
  let round = 0;
  await repeat(rounds[depth], async () => {
    round += 1;
    await run(round);
  });
}

/** One archive for each version, each with different content. They are built first, so that only requests are concurrent. */
export async function differentArchives(
  { given }: Tools,
  volume: Volume,
  versions: readonly string[],
): Promise<readonly Archive[]> {
  const archives: Archive[] = [];
  for (const [index, version] of versions.entries()) {
    const files = [{ name: "readme.md", content: `Racer ${index}\n` }];
    archives.push(await given.archive({ volume, version }, { files }));
  }
  return archives;
}
