/** A trust upload that is finalized with unusual bodies: malformed ones, then one without a key. One that was accepted has ended its upload. */
import type { Tools } from "../../harness/check.ts";
import type { TrustIntent } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Answer, isSuccess } from "../../harness/registry/answer.ts";
import { casesAt } from "../inputs/cases.ts";
import { releaseWithKeyedTrust } from "./idempotency-key.ts";

/** What is wrong with a body: its JSON, its type, or the type of its key. */
export type BodyError = "json" | "type" | "key";

const bodies: readonly { readonly error: BodyError; readonly text: string }[] = [
  { error: "json", text: '{"idempotencyKey": "a-key"' },
  { error: "type", text: '[{"idempotencyKey": "a-key"}]' },
  { error: "key", text: '{"idempotencyKey": 7}' },
  // the first of these is sent in the scoped form, where the check of keys runs
  { error: "key", text: '{"idempotencyKey": ["a-key"]}' },
  { error: "json", text: "{'idempotencyKey': 'a-key'}" },
  { error: "type", text: '"a-key"' },
  { error: "json", text: "idempotencyKey=a-key" },
];

export interface FinalizeBodies {
  readonly upload: TrustIntent;
  readonly malformed: readonly { readonly error: BodyError; readonly answer: Answer }[];
  /** Sent after the malformed requests, twice: the body is an empty object, and the key is in the header. */
  readonly keyInHeader: readonly [first: Answer, again: Answer];
}

/** The first malformed body of each kind is sent in both forms, the others in one. */
const finalizeBodies: Situation<FinalizeBodies, [depth: Tools["depth"]]> = situation(
  (_depth: Tools["depth"]) => "trust-finalize-bodies",
  async ({ given, registry, target }, depth: Tools["depth"]) => {
    const release = await releaseWithKeyedTrust(given);
    let upload = await given.trustUploaded(release);
    const malformed = [];
    const { scope, prefix } = target.namespace ?? {};
    // not of one check: each form that the target offers is asked for
    const tools = { depth, form: given.form, runsInBothForms: scope !== undefined && prefix !== undefined };
    for (const { error, text } of [...bodies.slice(0, 3), ...casesAt(tools, bodies.slice(3), 0)]) {
      const answer = await registry.finalizeTrustUpload(upload, undefined, { rawBody: text });
      malformed.push({ error, answer });
      // one that was accepted has ended its upload
      if (isSuccess(answer)) upload = await given.trustUploaded(release);
    }
    const idempotencyKey = given.key();
    const first = await registry.finalizeTrustUpload(upload, {}, { idempotencyKey });
    const again = await registry.finalizeTrustUpload(upload, {}, { idempotencyKey });
    return { upload, malformed, keyInHeader: [first, again] };
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
