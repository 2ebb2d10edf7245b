/** Idempotency keys for these checks, and uploads created with one. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Tools } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import type { Given, UploadIntent } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/registry/answer.ts";
import { deriveWord } from "../../harness/seed.ts";

/** A unique key of 27 characters with letters of both cases and a hyphen. */
export function freshKey(given: Given): string {
  return `Key-${deriveWord(23, given.unique("key"))}`;
}

/** The key with the case of each letter swapped. */
export function swapCase(key: string): string {
  return [...key]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join("");
}

/** An upload created with a key, and the key. */
export interface KeyedUpload {
  readonly upload: UploadIntent;
  readonly key: string;
}

/** The key is in the header. */
export const keyedUpload: Situation<KeyedUpload> = situation("keyed-upload", async ({ given }) => {
  const key = freshKey(given);
  return { upload: await given.uploadIntent({ idempotencyKey: key }), key };
});

/** The key is in the body. */
export const uploadKeyedInBody: Situation<KeyedUpload> = situation(
  "upload-keyed-in-body",
  async ({ given }) => {
    const key = freshKey(given);
    return { upload: await given.uploadIntent({ body: { idempotencyKey: key } }), key };
  },
);

/** Asserts a 409. The text does not say which problem it has; every response is checked for the problems of its endpoint. */
export function expectConflict(expect: Tools["expect"], answer: Answer): void {
  expect.that(answer.status === 409, {
    expected: "a success, or 409 for the key",
    got: describeAnswer(answer),
    answer,
  });
}
