/** Set-up that is used once: a version is unpublished beside a yanked one. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess } from "../../harness/registry/answer.ts";
import { readYanked, yank } from "../situations/yanked-version.ts";
import { describeOutcome } from "./unpublished-version.ts";

export interface YankedVersion {
  readonly yanked: PublishedRelease;
  /** Metadata of the yanked version before the other one was unpublished. */
  readonly control: Answer;
  /** Metadata of the yanked version afterwards. */
  readonly after: Answer;
}

/** One check unpublishes the yanked version. */
export const unpublishBesideYanked: Situation<YankedVersion> = situation(
  "unpublish/beside-a-yanked-version",
  async ({ given, registry, eventually }) => {
    const yanked = await given.publishedRelease();
    const unpublished = await given.publishedRelease({ volume: yanked.volume, version: "1.1.0" });
    await yank(given, yanked);
    const control = await readYanked({ registry, eventually }, yanked, yanked);
    const answer = await eventually(() => registry.unpublishVersion(unpublished), { since: unpublished });
    if (!isSuccess(answer)) throw given.blocked(`\`DELETE\` answered ${describeOutcome(answer)}`, answer);
    const after = await readYanked({ registry, eventually }, yanked, { sinceMs: answer.endedAtMs });
    return { yanked, control, after };
  },
);
