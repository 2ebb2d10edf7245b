/** A trust upload that is finalized with unusual bodies: malformed ones, then one without a key. One that was accepted has ended its upload. */
import type { Tools } from "../../harness/check.ts";
import type { TrustIntent } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Answer, isSuccess } from "../../harness/registry/answer.ts";
import { malformedJson } from "../inputs/malformed-json.ts";
import { releaseWithKeyedTrust } from "./idempotency-key.ts";

/** What is wrong with a body: its JSON, its type, or the type of its key. */
export type BodyError = "json" | "type" | "key";

const malformed = malformedJson('{"idempotencyKey": "a-key"}');

interface Body {
  readonly error: BodyError;
  readonly text: string;
  readonly from?: "deep";
}

const bodies: readonly Body[] = [
  { error: "json", text: malformed["cut off"] },
  { error: "type", text: '[{"idempotencyKey": "a-key"}]' },
  { error: "key", text: '{"idempotencyKey": 7}' },
  { error: "key", text: '{"idempotencyKey": ["a-key"]}' },
  { error: "type", text: '"a-key"' },
  { error: "json", text: malformed["trailing comma"] },
  { error: "json", text: malformed.comment },
  { error: "json", text: malformed["not a number"] },
  { error: "json", text: malformed["two values"] },
  { error: "json", text: malformed["single quotes"], from: "deep" },
  { error: "json", text: "idempotencyKey=a-key", from: "deep" },
];

export interface FinalizeBodies {
  readonly upload: TrustIntent;
  readonly malformed: readonly { readonly error: BodyError; readonly answer: Answer }[];
  /** Sent after the malformed requests, twice: the body is an empty object, and the key is in the header. */
  readonly keyInHeader: readonly [first: Answer, again: Answer];
}

const finalizeBodies: Situation<FinalizeBodies, [depth: Tools["depth"]]> = situation(
  (_depth: Tools["depth"]) => "trust-finalize-bodies",
  async ({ given, registry }, depth: Tools["depth"]) => {
    const release = await releaseWithKeyedTrust(given);
    let upload = await given.trustUploaded(release);
    const answers = [];
    for (const { error, text } of bodies.filter(({ from }) => from === undefined || from === depth)) {
      const answer = await registry.finalizeTrustUpload(upload, undefined, { rawBody: text });
      answers.push({ error, answer });
      // one that was accepted has ended its upload
      if (isSuccess(answer)) upload = await given.trustUploaded(release);
    }
    const idempotencyKey = given.key();
    const first = await registry.finalizeTrustUpload(upload, {}, { idempotencyKey });
    const again = await registry.finalizeTrustUpload(upload, {}, { idempotencyKey });
    return { upload, malformed: answers, keyInHeader: [first, again] };
  },
);

/** The responses to the malformed bodies with this error. */
export async function malformedFinalizes(
  { given, depth }: Pick<Tools, "given" | "depth">,
  error: BodyError,
): Promise<readonly Answer[]> {
  const { malformed } = await finalizeBodies(given, depth);
  return malformed.filter((one) => one.error === error).map(({ answer }) => answer);
}

/** The responses to the two finalizes with the key in the header alone. */
export async function finalizesWithKeyInHeader({
  given,
  depth,
}: Pick<Tools, "given" | "depth">): Promise<readonly [Answer, Answer]> {
  return (await finalizeBodies(given, depth)).keyInHeader;
}
