/** Trust finalizes that have to be refused, each made once: of bytes with another digest, and of expired and failed uploads. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Tools } from "../../harness/check.ts";
import type { Given, PublishedRelease, ReadableRelease, TrustIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, isTooLarge, slugOf } from "../../harness/exchange/answer.ts";
import { undefinedIfNotPossible, undefinedIfSkipped } from "../../harness/outcome.ts";
import { sha256 } from "../../harness/seed.ts";
import { attachedRelease, busyRelease } from "../situations/attached-release.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { ownReleaseWith } from "../situations/other-targets.ts";
import { attachToBuild } from "./isolation.ts";
import { finalizeUnderOtherVolume } from "./late-reads.ts";
import { finalizeOther, keyed, type Mismatch, openOther } from "./other-bytes.ts";

/** In one half it has an attachment, and build metadata if the registry takes both: which bytes are refused does not depend on that. */
async function releaseFor({ given, depth }: Pick<Tools, "given" | "depth">): Promise<PublishedRelease> {
  if (given.half === "first") return await busyRelease(given);
  const build = depth === "quick" ? undefined : await undefinedIfNotPossible(() => attachToBuild(given));
  return build?.attachment === undefined ? (await attachedRelease(given)).release : build.release;
}

/** More than a program keeps in memory: what it writes to a file, it has to look at, too. A JSON document may end with blanks. */
const manyBlanks = Buffer.alloc(70_000, " ");

/**
 * Finalizes bytes whose digest differs from the declared one. In one half the artifact is large and for a git release, if the registry
 * takes it. In the other half the same bytes are sent again once they are refused: the end of the run repeats the finalize.
 */
export const finalizeMismatch: Situation<Mismatch> = situation("trust/mismatch", async (tools) => {
  const { given, depth } = tools;
  const release = await releaseFor({ given, depth });
  const isUnusual = given.half === "first" && depth !== "quick";
  for (const one of isUnusual ? [await ownReleaseWith(given, "git"), release] : []) {
    if (one === undefined || one.integrity === "") continue;
    const artifact = Buffer.concat([given.artifact(), manyBlanks]);
    const large = await undefinedIfNotPossible(() => openOther(given, one, { artifact }));
    const finalized = large === undefined ? undefined : await finalizeOther(tools, large);
    // how large an artifact may be, and whether a git release takes one, is left to the registry
    const isOfOwnReason =
      finalized === undefined ||
      isTooLarge(finalized) ||
      (one !== release && !isSuccess(finalized.answer) && slugOf(finalized.answer) !== "digest-mismatch");
    if (!isOfOwnReason) return finalized;
  }
  const finalized = await finalizeOther(
    tools,
    await openOther(given, release, { artifact: given.artifact() }),
  );
  const isSentAgain = given.half === "second" && depth !== "quick" && !isSuccess(finalized.answer);
  if (isSentAgain) await given.offerBytes(finalized.intent, finalized.sent);
  return finalized;
});

/** An upload whose bytes have arrived, and the response to a finalize that has to be refused. */
export interface Refused {
  readonly intent: TrustIntent;
  readonly answer: Answer;
}

export const finalizeExpired: Situation<Refused> = situation(
  "trust/expired-finalize",
  async ({ given, registry }) => {
    const intent = await given.trustUploaded(await busyRelease(given), { idempotencyKey: given.key() });
    await given.expire(intent);
    return { intent, answer: await registry.finalizeTrustUpload(intent, ...keyed(given)) };
  },
);

export const finalizeFailed: Situation<Refused> = situation(
  "trust/failed-finalize",
  async ({ given, registry }) => {
    const intent = await given.trustUploaded(await busyRelease(given), { idempotencyKey: given.key() });
    await given.state("intent-failed", { uploadId: intent.uploadId });
    return { intent, answer: await registry.finalizeTrustUpload(intent, ...keyed(given)) };
  },
);

/** The releases whose trust details show whether a refused upload was attached: the busy one, and in one half a git release. */
export async function refusedFor(given: Given): Promise<readonly ReadableRelease[]> {
  const busy = await busyRelease(given);
  if (given.half !== "first") return [busy];
  const { intent } = await finalizeMismatch(given);
  const git = await ownReleaseWith(given, "git");
  const isOfGit = git !== undefined && toFullName(git.volume) === toFullName(intent.volume);
  return isOfGit && git.version === intent.version ? [busy, git] : [busy];
}

/** Digests of artifacts whose finalize was refused. Refusals that need a state that the target does not offer are left out. */
export async function refusedDigests({ given }: Tools): Promise<readonly string[]> {
  const { sent, declaredDigest, answer } = await finalizeMismatch(given);
  const digests = isSuccess(answer) ? [] : [declaredDigest, sha256(sent)];
  for (const finalize of [finalizeExpired, finalizeFailed, finalizeUnderOtherVolume]) {
    const refused = await undefinedIfSkipped(() => finalize(given));
    // a finalize that succeeded is reported by another requirement
    if (refused !== undefined && !isSuccess(refused.answer)) digests.push(refused.intent.artifactDigest);
  }
  return digests;
}
