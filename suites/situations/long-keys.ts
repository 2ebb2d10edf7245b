/** Idempotency keys as long as the registry takes. */
import type { Given } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Answer, isSuccess, slugOf } from "../../harness/exchange/answer.ts";

/** A key of a length, and the responses to two creates whose keys begin with it and differ in one last character. */
interface LongKey {
  readonly key: string;
  readonly first: Answer;
  readonly second: Answer;
}

/** Lengths of keys, the longest that a registry may know first, each with two versions, and characters that somebody may escape or decode, or take for the end. */
const keyLengths = [
  [256, "8.1.0", "8.2.0", "&+%2B;,"],
  [200, "8.6.0", "8.7.0", ""],
] as const;

/** What two keys of this length have in common. In one half both are numbers, which many programs take for equal. */
function beginningOf(given: Given, length: number, special: string): string {
  const unique = given.key();
  return given.half === "first"
    ? `${unique}${special}`.padEnd(length - 1, "k")
    : `1${BigInt(`0x${unique.replaceAll("-", "")}`)}`.padEnd(length - 1, "0");
}

/** Creates with long keys, up to the first length that the registry takes. */
export const createsWithLongKeys: Situation<readonly LongKey[]> = situation(
  "creates-with-long-keys",
  async ({ given, registry }) => {
    const { volume, archive } = await given.sharedRelease();
    const attempts: LongKey[] = [];
    for (const [length, version, other, special] of keyLengths) {
      if (attempts.some(({ first }) => isSuccess(first))) break;
      const key = beginningOf(given, length, special);
      const create = (one: string, idempotencyKey: string): Promise<Answer> =>
        registry.createReleaseUpload(volume, given.createBody(given.version(one), archive), {
          idempotencyKey,
        });
      attempts.push({ key, first: await create(version, `${key}1`), second: await create(other, `${key}2`) });
    }
    return attempts;
  },
);

/**
 * A new key: for scoped names one as long as `POST` create takes, short of one character, else a usual one. An operation that takes
 * no key of this length gets a usual one too.
 */
async function longKey(given: Given): Promise<string> {
  if (given.half === "second") return given.key();
  const taken = (await createsWithLongKeys(given)).find(({ first }) => isSuccess(first));
  return taken === undefined ? given.key() : given.key().padEnd(taken.key.length, "k");
}

/** Sends a request with a long key, and again with a usual one if the long one is refused as malformed. */
export async function withLongKey<T extends { readonly answer: Answer }>(
  given: Given,
  send: (key: string) => Promise<T>,
): Promise<T & { readonly key: string }> {
  const long = await longKey(given);
  const sent = await send(long);
  if (slugOf(sent.answer) !== "validation-failed") return { ...sent, key: long };
  const key = given.key();
  return { ...(await send(key)), key };
}
