/** Trust finalizes of bytes that have another digest than the declared one. */
import type { Given, ReadableRelease, SituationTools, TrustIntent } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import { sha256 } from "../../harness/seed.ts";
import { lastDigit, middleDigit, withOtherDigit } from "../inputs/near-digests.ts";

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

/**
 * Opens an upload that declares another digest: it differs in the last digit in one form, in one in the middle in the other.
 * @param more so many more bytes are declared than there are
 */
export async function openOther(
  given: Given,
  release: ReadableRelease,
  { artifact, more = 0 }: { readonly artifact: Uint8Array; readonly more?: number },
): Promise<TrustIntent> {
  const digit = given.form === "scoped" ? lastDigit : middleDigit;
  const declaredDigest = withOtherDigit(sha256(artifact), digit);
  const body = { declaredDigest, declaredSize: artifact.length + more };
  const key = given.form === "scoped" ? { idempotencyKey: given.key() } : {};
  return await given.trustIntent(release, { artifact, body, ...key });
}

/** Sends the bytes of such an upload and finalizes it. */
export async function finalizeOther(
  { given, registry }: Pick<SituationTools, "given" | "registry">,
  intent: TrustIntent,
): Promise<Mismatch> {
  const { artifact: sent, requestBody } = intent;
  const transfer = await given.offerBytes(intent, sent);
  const answer = await registry.finalizeTrustUpload(intent, ...keyed(given));
  return { intent, sent, declaredDigest: String(requestBody["declaredDigest"]), transfer, answer };
}

/** The declared size is another one, too: larger in one form, smaller in the other. Nothing else is ever attached to the release. */
export const mismatchInSize: Situation<Mismatch> = situation("trust/mismatch-in-size", async (tools) => {
  const { given } = tools;
  const release = await given.sharedRelease();
  const more = given.form === "scoped" ? 1 : -1;
  return await finalizeOther(tools, await openOther(given, release, { artifact: given.artifact(), more }));
});
