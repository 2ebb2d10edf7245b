/** Idempotency keys for these checks, and uploads created with one. */
import type { Given, PublishedRelease, TrustIntent, UploadIntent } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, isSuccess } from "../../harness/registry/answer.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";

/** True for the form of the keys that this suite makes: a registry may take no other. */
export function isUuid(key: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu.test(key);
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
  const key = given.key();
  return { upload: await given.uploadIntent({ idempotencyKey: key }), key };
});

/** The key is in the body. */
export const uploadKeyedInBody: Situation<KeyedUpload> = situation(
  "upload-keyed-in-body",
  async ({ given }) => {
    const key = given.key();
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

interface KeyedTrust {
  readonly release: PublishedRelease;
  readonly upload: TrustIntent;
  readonly key: string;
}

/** A trust upload created with a key in the header. */
export const keyedTrustUpload: Situation<KeyedTrust> = situation("keyed-trust-upload", async ({ given }) => {
  const release = await given.sharedRelease();
  const key = given.key();
  return { release, upload: await given.trustIntent(release, { idempotencyKey: key }), key };
});

export interface KeyedFinalize {
  readonly upload: UploadIntent;
  /** The key of the create request. */
  readonly creationKey: string;
  readonly key: string;
  readonly answer: Answer;
}

const finalizeWithKey: Situation<KeyedFinalize> = situation("keyed-finalize", async ({ given, registry }) => {
  const key = given.key();
  const creationKey = given.key();
  const upload = await given.uploadedBytes({ idempotencyKey: creationKey });
  return {
    upload,
    creationKey,
    key,
    answer: await registry.finalizeReleaseUpload(upload, { idempotencyKey: key }),
  };
});

/** A release whose upload was finalized with a key. */
export async function keyedFinalize(given: Given): Promise<KeyedFinalize> {
  const finalized = await finalizeWithKey(given);
  const { answer } = finalized;
  if (!isSuccess(answer))
    throw given.blocked(`finalize with a key answered ${describeAnswer(answer)}`, answer);
  return finalized;
}

/** The same release, for trust uploads with keys. Before the end of the run, no other check reads its trust data. */
export async function releaseWithKeyedTrust(given: Given): Promise<PublishedRelease> {
  const { upload, answer } = await keyedFinalize(given);
  return given.releaseOf(upload, answer);
}

export interface KeyedTrustFinalize {
  readonly release: PublishedRelease;
  readonly upload: TrustIntent;
  readonly key: string;
  readonly answer: Answer;
}

const trustFinalizeWithKey: Situation<KeyedTrustFinalize> = situation(
  "keyed-trust-finalize",
  async ({ given, registry }) => {
    const release = await releaseWithKeyedTrust(given);
    const key = given.key();
    const upload = await given.trustUploaded(release);
    return {
      release,
      upload,
      key,
      answer: await registry.finalizeTrustUpload(upload, { idempotencyKey: key }, { idempotencyKey: key }),
    };
  },
);

/** An attachment whose upload was finalized with a key in both the header and the body. */
export async function keyedTrustFinalize(given: Given): Promise<KeyedTrustFinalize> {
  const finalized = await trustFinalizeWithKey(given);
  const { answer } = finalized;
  if (!isSuccess(answer))
    throw given.blocked(`trust finalize with a key answered ${describeAnswer(answer)}`, answer);
  return finalized;
}
