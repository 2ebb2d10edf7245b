/** Trust finalizes that have to be refused, each made once: of bytes with another digest, and of expired and failed uploads. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Form, Tools } from "../../harness/check.ts";
import type { Given, PublishedRelease, ReadableRelease, TrustIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, isTooLarge, slugOf } from "../../harness/exchange/answer.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import { undefinedIfNotPossible, undefinedIfSkipped } from "../../harness/outcome.ts";
import { sha256 } from "../../harness/seed.ts";
import { lastDigit, middleDigit, withOtherDigit } from "../inputs/near-digests.ts";
import { attachedRelease, busyRelease } from "../situations/attached-release.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { ownReleaseWith } from "../situations/other-targets.ts";
import { attachToBuild } from "./isolation.ts";
import { finalizeUnderOtherVolume } from "./late-reads.ts";

export interface Mismatch {
  readonly intent: TrustIntent;
  readonly sent: Uint8Array;
  readonly declaredDigest: string;
  readonly transfer: Answer;
  readonly answer: Answer;
}

/** A body with a new key, for unscoped names in the header too: what is refused does not depend on where the key is. */
export function keyed(
  given: Given,
): readonly [body: { readonly idempotencyKey: string }, options: RequestOptions] {
  const key = { idempotencyKey: given.key() };
  return [key, given.form === "unscoped" ? key : {}];
}

/** In one form it has an attachment, and build metadata if the registry takes both: which bytes are refused does not depend on that. */
async function releaseFor(
  { given, depth }: Pick<Tools, "given" | "depth">,
  more: number,
): Promise<PublishedRelease> {
  if (given.form === "scoped") return await busyRelease(given);
  const build =
    depth === "quick" || more !== 0 ? undefined : await undefinedIfNotPossible(() => attachToBuild(given));
  return build?.attachment === undefined ? (await attachedRelease(given)).release : build.release;
}

/** More than a program keeps in memory: what it writes to a file, it has to look at, too. A JSON document may end with blanks. */
const manyBlanks = Buffer.alloc(70_000, " ");

/**
 * Finalizes bytes whose digest differs from the declared one in one digit: the last in one form, one in the middle in the other.
 * `declaredSize` is so many more than the bytes are. In one form the artifact is large and for a git release, if the registry takes it.
 */
export const finalizeMismatch: Situation<Mismatch, [more: number]> = situation(
  (more) => (more === 0 ? "trust/mismatch" : "trust/mismatch-in-size"),
  async ({ given, registry, depth }, more) => {
    const isScoped = given.form === "scoped";
    const open = async (release: ReadableRelease, artifact: Uint8Array): Promise<TrustIntent> => {
      const declaredDigest = withOtherDigit(sha256(artifact), isScoped ? lastDigit : middleDigit);
      const body = { declaredDigest, declaredSize: artifact.length + more };
      const key = isScoped ? { idempotencyKey: given.key() } : {};
      return await given.trustIntent(release, { artifact, body, ...key });
    };
    const finish = async (intent: TrustIntent): Promise<Mismatch> => {
      const { artifact: sent, requestBody } = intent;
      const transfer = await given.offerBytes(intent, sent);
      const answer = await registry.finalizeTrustUpload(intent, ...keyed(given));
      return { intent, sent, declaredDigest: String(requestBody["declaredDigest"]), transfer, answer };
    };
    const release = await releaseFor({ given, depth }, more);
    // how large an artifact may be, and whether a git release takes one, is left to the registry
    const isUnusual = isScoped && depth !== "quick" && more === 0;
    for (const one of isUnusual ? [await ownReleaseWith(given, "git"), release] : []) {
      if (one === undefined || one.integrity === "") continue;
      const large = await undefinedIfNotPossible(() =>
        open(one, Buffer.concat([given.artifact(), manyBlanks])),
      );
      const finished = large === undefined ? undefined : await finish(large);
      const isOfOwnReason =
        finished === undefined ||
        isTooLarge(finished) ||
        (one !== release && !isSuccess(finished.answer) && slugOf(finished.answer) !== "digest-mismatch");
      if (!isOfOwnReason) return finished;
    }
    return await finish(await open(release, given.artifact()));
  },
);

/** By how many bytes the declared size of the second mismatch is wrong. */
export function moreInSize(form: Form): number {
  return form === "scoped" ? 1 : -1;
}

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

/** The releases whose trust details show whether a refused upload was attached: the busy one, and in one form a git release. */
export async function refusedFor(given: Given): Promise<readonly ReadableRelease[]> {
  const busy = await busyRelease(given);
  if (given.form !== "scoped") return [busy];
  const { intent } = await finalizeMismatch(given, 0);
  const git = await ownReleaseWith(given, "git");
  const isOfGit = git !== undefined && toFullName(git.volume) === toFullName(intent.volume);
  return isOfGit && git.version === intent.version ? [busy, git] : [busy];
}

/** Digests of artifacts whose finalize was refused. Refusals that need a state that the target does not offer are left out. */
export async function refusedDigests({ given }: Tools): Promise<readonly string[]> {
  const digests: string[] = [];
  for (const more of [0, moreInSize(given.form)]) {
    const { sent, declaredDigest, answer } = await finalizeMismatch(given, more);
    if (!isSuccess(answer)) digests.push(declaredDigest, sha256(sent));
  }
  for (const finalize of [finalizeExpired, finalizeFailed, finalizeUnderOtherVolume]) {
    const refused = await undefinedIfSkipped(() => finalize(given));
    // a finalize that succeeded is reported by another requirement
    if (refused !== undefined && !isSuccess(refused.answer)) digests.push(refused.intent.artifactDigest);
  }
  return digests;
}
