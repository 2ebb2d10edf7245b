/** Idempotency keys as these checks make them, and an upload that has one. */
import type { Given, UploadIntent } from "../../harness/given/given.ts";
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
