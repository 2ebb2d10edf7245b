/** Set-up that is used once: a version is unpublished beside a yanked one, in the volume of the releases in states. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { PublishedRelease, SituationTools } from "../../harness/given/given.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { type Answer, isSuccess } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toFullName, type Volume } from "../../harness/exchange/volume.ts";
import { makeGitRelease } from "../situations/git-release.ts";
import { readYanked, restore, yank } from "../situations/yanked-version.ts";
import { describeOutcome, isNoLongerAvailable } from "./unpublished-version.ts";

export interface YankedVersion {
  readonly yanked: PublishedRelease;
  /** Metadata of the yanked version before the other one was unpublished. */
  readonly control: Answer;
  /** Metadata of the yanked version afterwards. */
  readonly after: Answer;
  /** Metadata of the unpublished version. */
  readonly gone: Answer;
}

/** One check unpublishes the yanked version. */
export const unpublishBesideYanked: Situation<YankedVersion> = situation(
  "unpublish/beside-a-yanked-version",
  async (tools) => {
    const { given } = tools;
    const { volume } = await given.releaseInState("blocked");
    // a fixture is not in a volume of this run, and the registry may not allow each write beside a blocked version
    const beside = given.isOwnVolume(toFullName(volume))
      ? await undefinedIfNotPossible(() => unpublishIn(tools, volume))
      : undefined;
    return beside ?? (await unpublishIn(tools, given.volume()));
  },
);

async function unpublishIn(tools: SituationTools, volume: Volume): Promise<YankedVersion> {
  const { given, registry } = tools;
  const yanked = await given.publishedRelease({ volume, version: given.version("3.0.0") });
  await yank(given, yanked);
  const control = await readYanked(tools, yanked, yanked);
  const { unpublished, answer } = await unpublishBeside(tools, yanked);
  const since = { sinceMs: answer.endedAtMs };
  const after = await readYanked(tools, yanked, since);
  const gone = await tools.eventually(() => registry.getRelease(unpublished), {
    since,
    until: isNoLongerAvailable,
  });
  return { yanked, control, after, gone };
}

/** Unpublishes a git release that was yanked for a moment; one with an archive, if the hook makes no git release or the registry does not unpublish it. */
async function unpublishBeside(
  { given, registry, eventually }: SituationTools,
  yanked: PublishedRelease,
): Promise<{ readonly unpublished: ReleaseName; readonly answer: Answer }> {
  const { volume } = yanked;
  const git = { volume, version: given.version("3.1.0") };
  const isMade = await undefinedIfNotPossible(async () => {
    await makeGitRelease(given, git);
    return true;
  });
  if (isMade === true) {
    await yank(given, git);
    await readYanked({ registry, eventually }, git, yanked);
    await undefinedIfNotPossible(() => restore(given, git));
    const answer = await registry.unpublishVersion(git);
    if (isSuccess(answer)) return { unpublished: git, answer };
  }
  const unpublished = await given.publishedRelease({ volume, version: given.version("3.2.0") });
  const answer = await eventually(() => registry.unpublishVersion(unpublished), { since: unpublished });
  if (!isSuccess(answer)) throw given.blocked(`\`DELETE\` answered ${describeOutcome(answer)}`, answer);
  return { unpublished, answer };
}
