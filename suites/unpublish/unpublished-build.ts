/** One of two versions that differ only in build metadata is unpublished. */
import type { PublishedRelease } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Answer, isSuccess } from "../../harness/exchange/answer.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { createForOtherBuild } from "../situations/guarded-trust-upload.ts";
import { readTwoBuilds } from "../situations/two-builds.ts";
import { isNoLongerAvailable } from "./unpublished-version.ts";

interface UnpublishedBuild {
  readonly kept: PublishedRelease;
  /** Metadata of the other one, as soon as it is no longer available, at the latest when the settling time ends. */
  readonly after: Answer;
}

export const unpublishedBuild: Situation<UnpublishedBuild> = situation(
  "unpublish/unpublished-build",
  async ({ given, registry, eventually }) => {
    const { releases } = await readTwoBuilds(given);
    const [kept, gone] = releases;
    // a token for the other build is refused, as long as there is one
    await undefinedIfNotPossible(() => createForOtherBuild(given));
    if (kept === undefined || gone === undefined) throw given.nothingToJudge("there is one build only");
    const answer = await eventually(() => registry.unpublishVersion(gone.release), {
      since: gone.release,
      until: isSuccess,
    });
    if (!isSuccess(answer)) throw given.nothingToJudge("a version with build metadata is not unpublished");
    const after = await eventually(() => registry.getRelease(gone.release), {
      since: { sinceMs: answer.endedAtMs },
      until: isNoLongerAvailable,
    });
    return { kept: kept.release, after };
  },
);
