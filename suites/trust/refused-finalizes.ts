/** Trust finalizes that have to be refused, each made once: of bytes with another digest, and of expired and failed uploads. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Tools } from "../../harness/check.ts";
import type { Given, PublishedRelease, TrustIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, isTooLarge } from "../../harness/exchange/answer.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import { undefinedIfNotPossible, undefinedIfSkipped } from "../../harness/outcome.ts";
import { sha256 } from "../../harness/seed.ts";
import { lastDigit, middleDigit, withOtherDigit } from "../inputs/near-digests.ts";
import { attachedRelease, busyRelease } from "../situations/attached-release.ts";
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
 * `declaredSize` is so many more than the bytes are. In one form the artifact is large, if the registry takes it.
 */
export const finalizeMismatch: Situation<Mismatch, [more: number]> = situation(
  (more) => (more === 0 ? "trust/mismatch" : "trust/mismatch-in-size"),
  async ({ given, registry, depth }, more) => {
    const digit = given.form === "scoped" ? lastDigit : middleDigit;
    const release = await releaseFor({ given, depth }, more);
    const open = async (artifact: Uint8Array): Promise<TrustIntent> => {
      const declaredDigest = withOtherDigit(sha256(artifact), digit);
      const body = { declaredDigest, declaredSize: artifact.length + more };
      const key = given.form === "scoped" ? { idempotencyKey: given.key() } : {};
      return await given.trustIntent(release, { artifact, body, ...key });
    };
    const large =
      given.form === "scoped" && depth !== "quick" && more === 0
        ? await undefinedIfNotPossible(() => open(Buffer.concat([given.artifact(), manyBlanks])))
        : undefined;
    const finish = async (intent: TrustIntent): Promise<Mismatch> => {
      const { artifact: sent, requestBody } = intent;
      const transfer = await given.offerBytes(intent, sent);
      const answer = await registry.finalizeTrustUpload(intent, ...keyed(given));
      return { intent, sent, declaredDigest: String(requestBody["declaredDigest"]), transfer, answer };
    };
    const first = await finish(large ?? (await open(given.artifact())));
    // how large an artifact may be is left to the registry
    return large !== undefined && isTooLarge(first) ? await finish(await open(given.artifact())) : first;
  },
);

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

/** Digests of artifacts whose finalize was refused. Refusals that need a state that the target does not offer are left out. */
export async function refusedDigests({ given }: Tools): Promise<readonly string[]> {
  const { sent, declaredDigest, answer } = await finalizeMismatch(given, 0);
  const digests = isSuccess(answer) ? [] : [declaredDigest, sha256(sent)];
  for (const finalize of [finalizeExpired, finalizeFailed, finalizeUnderOtherVolume]) {
    const refused = await undefinedIfSkipped(() => finalize(given));
    // a finalize that succeeded is reported by another requirement
    if (refused !== undefined && !isSuccess(refused.answer)) digests.push(refused.intent.artifactDigest);
  }
  return digests;
}
