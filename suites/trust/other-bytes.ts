/** Trust finalizes of bytes that have another digest than the declared one. */
import type { Given, ReadableRelease, SituationTools, TrustIntent } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import { sha256 } from "../../harness/seed.ts";
import { busyRelease } from "../situations/attached-release.ts";
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
  return [key, given.half === "second" ? key : {}];
}

/**
 * Opens an upload that declares another digest: it differs in the last digit in one half, in one in the middle in the other.
 * @param more so many more bytes are declared than there are
 */
export async function openOther(
  given: Given,
  release: ReadableRelease,
  { artifact, more = 0 }: { readonly artifact: Uint8Array; readonly more?: number },
): Promise<TrustIntent> {
  const digit = given.half === "first" ? lastDigit : middleDigit;
  const declaredDigest = withOtherDigit(sha256(artifact), digit);
  const body = { declaredDigest, declaredSize: artifact.length + more };
  const key = given.half === "first" ? { idempotencyKey: given.key() } : {};
  return await given.trustIntent(release, { artifact, body, ...key });
}

/** Sends bytes for an upload that declares others, and finalizes it. */
export async function finalizeOther(
  { given, registry }: Pick<SituationTools, "given" | "registry">,
  intent: TrustIntent,
  sent: Uint8Array = intent.artifact,
): Promise<Mismatch> {
  const { requestBody } = intent;
  const transfer = await given.offerBytes(intent, sent);
  const answer = await registry.finalizeTrustUpload(intent, ...keyed(given));
  return { intent, sent, declaredDigest: String(requestBody["declaredDigest"]), transfer, answer };
}

/**
 * In one half, the declared size is another one, too. In the other half the declared bytes are sent first, and as many other ones after
 * them: a registry that ignores those may attach the first ones.
 */
export const mismatchInSize: Situation<Mismatch> = situation("trust/mismatch-in-size", async (tools) => {
  const { given } = tools;
  const artifact = given.artifact();
  if (given.half === "first")
    // nothing is ever attached to this release
    return await finalizeOther(
      tools,
      await openOther(given, await given.sharedRelease(), { artifact, more: 1 }),
    );
  const intent = await given.trustIntent(await busyRelease(given), { artifact });
  await given.offerBytes(intent, artifact);
  // a JSON document may end with blanks
  const others = Buffer.concat([artifact.subarray(0, -1), blank]);
  return await finalizeOther(tools, intent, others);
});

const blank = Buffer.from(" ");
