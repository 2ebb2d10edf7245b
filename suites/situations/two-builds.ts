/** Two releases of a volume that differ only in build metadata, if the registry publishes both. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess } from "../../harness/exchange/answer.ts";
import { keyInOneHalf } from "./contexts.ts";
import { type Download, fetchRelease } from "./download.ts";
import { type Publication, tryToPublish } from "./publication.ts";
import { versionsOf } from "./build-metadata.ts";

/** The first release, and the responses to the steps of publishing the second. */
export interface TwoBuilds {
  readonly first: PublishedRelease;
  readonly second: Publication;
}

export const twoBuilds: Situation<TwoBuilds> = situation(
  "identity/two-builds",
  async ({ given, registry }) => {
    const numbers = given.half === "first" ? "1.0.0" : "1.0.0-rc.1";
    const first = await given.publishedRelease({ version: `${numbers}+a`, ...keyInOneHalf(given) });
    const { volume } = first;
    const files = [{ name: "build.txt", content: "the second build\n" }];
    return {
      first,
      second: await tryToPublish(given, registry, { volume, version: `${numbers}+c`, files }),
    };
  },
);

/** Both releases, with their metadata and downloads, and the index of their volume. */
export interface ReadBuilds {
  readonly releases: readonly (Download & { readonly release: PublishedRelease })[];
  readonly index: Answer;
}

/** @throws Skipped if the registry does not publish both, or does not find them with a literal `+` */
export const readTwoBuilds: Situation<ReadBuilds> = situation("identity/read-builds", async (tools) => {
  const { given, registry, eventually } = tools;
  const { first, second } = await twoBuilds(given);
  if (second.release === undefined)
    throw given.nothingToJudge("no two versions can differ only in build metadata");
  const releases = [];
  for (const release of [first, second.release])
    releases.push({ release, ...(await fetchRelease(tools, release)) });
  if (!releases.every(({ metadata }) => isSuccess(metadata)))
    throw given.nothingToJudge("versions with a literal `+` are not found");
  const index = await eventually(() => registry.getVersionIndex(first.volume), {
    since: second.release,
    until: (answer) => versionsOf(answer).length > 1,
  });
  return { releases, index };
});
