/** A trust upload that is finalized with unusual bodies: malformed ones, then one without a key. One that was accepted has ended its upload. */
import type { Tools } from "../../harness/check.ts";
import type { TrustIntent } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Answer, isSuccess } from "../../harness/exchange/answer.ts";
import { extendedJson, type JsonExtension, jsonExtensions, notJson } from "../inputs/malformed-json.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { keyedTrustFinalize, releaseWithKeyedTrust, swapCase } from "./idempotency-key.ts";

/**
 * What is wrong with a body: its JSON, its type, or the type of its key; or the extension of JSON that it uses. That it is `null` may mean
 * that there is none: then no more than a server error is wrong.
 */
export type BodyError = "json" | "type" | "key" | "null" | JsonExtension;

const valid = '{"idempotencyKey": "a-key"}';
const [cutOff, form] = notJson(valid);
const extended = extendedJson(valid);

interface Body {
  readonly error: BodyError;
  readonly text: string;
}

const bodies: readonly Body[] = [
  { error: "json", text: cutOff },
  { error: "type", text: `[${valid}]` },
  { error: "key", text: '{"idempotencyKey": 7}' },
  { error: "key", text: '{"idempotencyKey": ["a-key"]}' },
  { error: "type", text: '"a-key"' },
  { error: "json", text: form },
  { error: "null", text: "null" },
  ...jsonExtensions.map((extension) => ({ error: extension, text: extended[extension] })),
];

export interface FinalizeBodies {
  readonly upload: TrustIntent;
  readonly malformed: readonly { readonly error: BodyError; readonly answer: Answer }[];
  /**
   * Sent after the malformed requests, twice: the body is an empty object, and the key is in the header. Another attachment of the release
   * was finalized with that key in the other letter case.
   */
  readonly keyInHeader: readonly [first: Answer, again: Answer];
}

const finalizeBodies: Situation<FinalizeBodies> = situation(
  "trust-finalize-bodies",
  async ({ given, registry }) => {
    const release = await releaseWithKeyedTrust(given);
    let upload = await given.trustUploaded(release);
    const answers = [];
    for (const { error, text } of bodies) {
      const answer = await registry.finalizeTrustUpload(upload, undefined, { rawBody: text });
      answers.push({ error, answer });
      // one that was accepted has ended its upload
      if (isSuccess(answer)) upload = await given.trustUploaded(release);
    }
    const known = await undefinedIfNotPossible(() => keyedTrustFinalize(given));
    const idempotencyKey = known === undefined ? given.key() : swapCase(known.key);
    const first = await registry.finalizeTrustUpload(upload, {}, { idempotencyKey });
    const again = await registry.finalizeTrustUpload(upload, {}, { idempotencyKey });
    return { upload, malformed: answers, keyInHeader: [first, again] };
  },
);

/** The responses to the malformed bodies with this error. */
export async function malformedFinalizes(
  { given }: Pick<Tools, "given">,
  error: BodyError,
): Promise<readonly Answer[]> {
  const { malformed } = await finalizeBodies(given);
  return malformed.filter((one) => one.error === error).map(({ answer }) => answer);
}

/** The extensions of JSON that a finalize accepted. */
export async function acceptedExtensions({ given }: Pick<Tools, "given">): Promise<readonly JsonExtension[]> {
  const { malformed } = await finalizeBodies(given);
  return jsonExtensions.filter((extension) =>
    malformed.some(({ error, answer }) => error === extension && isSuccess(answer)),
  );
}

/** The responses to the two finalizes with the key in the header alone. */
export async function finalizesWithKeyInHeader({
  given,
}: Pick<Tools, "given">): Promise<readonly [Answer, Answer]> {
  return (await finalizeBodies(given)).keyInHeader;
}
