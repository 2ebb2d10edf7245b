/** Idempotency keys as these checks make them, and an upload that has one. */
import type { Tools } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import type { Given, UploadIntent } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/registry/answer.ts";
import { deriveWord } from "../../harness/seed.ts";

/** A key of 27 characters with letters of both cases and a hyphen, the like of which nobody else uses. */
export function freshKey(given: Given): string {
  return `Key-${deriveWord(23, given.unique("key"))}`;
}

/** The key with the case of each letter turned over. */
export function turnCase(key: string): string {
  return [...key]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join("");
}

/** An upload that was created with a key, and the key. */
export interface KeyedUpload {
  readonly upload: UploadIntent;
  readonly key: string;
}

/** The key stands in the header. */
export function keyedUpload(given: Given): Promise<KeyedUpload> {
  return given.shared("keyed-upload", async (own) => {
    const key = freshKey(own);
    return { upload: await own.uploadIntent({ idempotencyKey: key }), key };
  });
}

/** The key stands in the body. */
export function uploadKeyedInBody(given: Given): Promise<KeyedUpload> {
  return given.shared("upload-keyed-in-body", async (own) => {
    const key = freshKey(own);
    return { upload: await own.uploadIntent({ body: { idempotencyKey: key } }), key };
  });
}

/** Which of the conflicts a key of another path is, nobody says; which may be answered at all is judged on every answer. */
export function expectConflict(expect: Tools["expect"], answer: Answer): void {
  expect.that(answer.status === 409, {
    expected: "a success, or a 409 for the key",
    got: describeAnswer(answer),
    answer,
  });
}
