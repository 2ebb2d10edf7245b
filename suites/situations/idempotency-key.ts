/** Idempotency keys for these checks, and uploads created with one. */
import type {
  Given,
  OpenUpload,
  PublishedRelease,
  TrustIntent,
  UploadIntent,
} from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, slugOf, textAt } from "../../harness/exchange/answer.ts";
import { lookAlikes } from "../inputs/look-alikes.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { busyRelease } from "./attached-release.ts";
import { withLongKey } from "./long-keys.ts";
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

/** The key is in the header. Other versions look like this one; in one half it has build metadata, if the registry takes that. */
export const keyedUpload: Situation<KeyedUpload> = situation("keyed-upload", async ({ given }) => {
  const open = async (version: string): Promise<KeyedUpload> => {
    const key = given.key();
    return { upload: await given.uploadIntent({ version, idempotencyKey: key }), key };
  };
  if (given.half === "second") return await open(lookAlikes.letters[2]);
  const [version] = lookAlikes.beginnings;
  return (await undefinedIfNotPossible(() => open(`${version}+build.7`))) ?? (await open(version));
});

/** What some languages take for no text. */
const zero = "0";

/**
 * The key is in the body. In one half the volume has a release: a key does not depend on that. In the other it is a zero, unless the
 * registry refuses that, or knows it from an earlier run.
 */
export const uploadKeyedInBody: Situation<KeyedUpload> = situation(
  "upload-keyed-in-body",
  async ({ given, depth }) => {
    const open = async (key: string): Promise<KeyedUpload> => {
      const place =
        given.half === "second"
          ? { volume: (await keyedFinalize(given)).upload.volume, version: given.version("7.1.0") }
          : {};
      return { upload: await given.uploadIntent({ ...place, body: { idempotencyKey: key } }), key };
    };
    const usesZero = given.half === "first" && depth !== "quick";
    return (
      (usesZero ? await undefinedIfNotPossible(() => open(zero)) : undefined) ?? (await open(given.key()))
    );
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

/** Asserts that a key does not conflict. Any other response may be right. */
export function expectNoConflict(expect: Tools["expect"], answer: Answer): void {
  expect.that(slugOf(answer) !== "idempotency-conflict", {
    expected: "no idempotency-conflict",
    wanted: { otherStatus: true },
    got: describeAnswer(answer),
    answer,
  });
}

/** True for the upload of an earlier create: ids may be unique for a volume only, and addresses the same for all uploads. */
export function isSameUpload(answer: Answer, earlier: Pick<UploadIntent, "uploadId" | "upload">): boolean {
  return (
    textAt(answer.body, "uploadId") === earlier.uploadId &&
    textAt(answer.body, "upload", "url") === earlier.upload.url
  );
}

/** Asserts that a repeated create request returned the first upload, with which everything went on. */
export function expectSameUpload(
  expect: Tools["expect"],
  { uploadId }: OpenUpload,
  { repeated, transfer, finalized }: RepeatedCreate,
): void {
  expect.equal(textAt(repeated.body, "uploadId"), uploadId, { what: "uploadId", answer: repeated });
  if (transfer !== undefined) expect.success(transfer);
  expect.success(finalized);
}

interface KeyedTrust {
  readonly release: PublishedRelease;
  readonly upload: TrustIntent;
  readonly key: string;
}

/** A trust upload created with a key in the header: in one half, with a long one, beside other versions of the volume. */
export const keyedTrustUpload: Situation<KeyedTrust> = situation(
  "keyed-trust-upload",
  async ({ given, registry, eventually }) => {
    const release = await (given.half === "first" ? busyRelease(given) : given.sharedRelease());
    const { volume, version } = release;
    const artifact = given.artifact();
    const requestBody = given.trustBody(release, artifact);
    const { answer, key } = await withLongKey(given, async (idempotencyKey) => ({
      answer: await eventually(() => registry.createTrustUpload(release, requestBody, { idempotencyKey }), {
        since: release,
      }),
    }));
    return { release, key, upload: given.trustIntentOf({ volume, version, artifact, requestBody }, answer) };
  },
);

/** What became of an upload whose create request was repeated. */
export interface RepeatedCreate {
  /** The response to the repeated create request. */
  readonly repeated: Answer;
  /** The transfer with the instructions of that response; in the other half, the bytes had arrived before it. */
  readonly transfer: Answer | undefined;
  /** The finalize after it. */
  readonly finalized: Answer;
}

/** The requests about one upload whose create request is repeated. */
interface RepeatableUpload<Intent extends OpenUpload> {
  readonly upload: Intent;
  readonly bytes: Uint8Array;
  readonly create: () => Promise<Answer>;
  readonly intentOf: (answer: Answer) => Intent;
  readonly finalize: () => Promise<Answer>;
}

/**
 * Repeats a create request and finalizes its upload. The first half sends the bytes with the instructions of the repeated response,
 * the second one repeats the create after the transfer. An upload that takes no bytes in this way, or loses them, gets them once more.
 */
async function finalizeRepeated<Intent extends OpenUpload>(
  given: Given,
  { upload, bytes, create, intentOf, finalize }: RepeatableUpload<Intent>,
): Promise<RepeatedCreate & { readonly answer: Answer }> {
  const isAfterTransfer = given.half === "second";
  if (isAfterTransfer) await given.transfer(upload, bytes);
  const repeated = await create();
  const isSame = isSuccess(repeated) && textAt(repeated.body, "uploadId") === upload.uploadId;
  const transfer = isAfterTransfer
    ? undefined
    : await given.offerBytes(isSame ? intentOf(repeated) : upload, bytes);
  const finalized = await finalize();
  if (isSuccess(finalized)) return { repeated, transfer, finalized, answer: finalized };
  await given.transfer(upload, bytes);
  return { repeated, transfer, finalized, answer: await finalize() };
}

export interface KeyedFinalize extends RepeatedCreate {
  readonly upload: UploadIntent;
  /** The key of the create request. */
  readonly creationKey: string;
  readonly key: string;
  /** The response to the finalize that published the release. */
  readonly answer: Answer;
}

/** For unscoped names, the release declares dependencies. */
const finalizeWithKey: Situation<KeyedFinalize> = situation(
  "keyed-finalize",
  async ({ given, registry, target: { archive } }) => {
    const key = given.key();
    const creationKey = given.key();
    const declares =
      given.half === "second" && !archive.isBuiltIn && archive.manifests.externalDependencies !== undefined;
    const upload = await given.uploadIntent({
      idempotencyKey: creationKey,
      ...(declares ? { manifest: "externalDependencies" } : {}),
    });
    const finished = await finalizeRepeated(given, {
      upload,
      bytes: upload.archive.bytes,
      create: () =>
        registry.createReleaseUpload(upload.volume, upload.requestBody, { idempotencyKey: creationKey }),
      intentOf: (answer) => given.intentOf(upload, answer),
      finalize: () => registry.finalizeReleaseUpload(upload, { idempotencyKey: key }),
    });
    return { upload, creationKey, key, ...finished };
  },
);

/** A release whose upload was finalized with a key. */
export async function keyedFinalize(given: Given): Promise<KeyedFinalize> {
  const finalized = await finalizeWithKey(given);
  const { answer } = finalized;
  if (!isSuccess(answer))
    throw given.blocked(`finalize with a key answered ${describeAnswer(answer)}`, answer);
  return finalized;
}

/** A finalize of another version of the volume with the key of the first one, and then with a key that differs from it in letter case. */
interface OtherFinalizes {
  readonly upload: UploadIntent;
  readonly other: UploadIntent;
  readonly same: Answer;
  readonly similar: Answer;
}

export const finalizesOfAnotherVersion: Situation<OtherFinalizes> = situation(
  "finalizes-of-another-version",
  async ({ given, registry }) => {
    const { key, upload } = await keyedFinalize(given);
    const { volume } = upload;
    const other = await given.uploadedBytes({ volume, version: given.version("1.1.0") });
    const same = await registry.finalizeReleaseUpload(other, { idempotencyKey: key });
    const similar = await registry.finalizeReleaseUpload(other, { idempotencyKey: swapCase(key) });
    return { upload, other, same, similar };
  },
);

/** The same release, for trust uploads with keys. Before the end of the run, no other check reads its trust data. */
export async function releaseWithKeyedTrust(given: Given): Promise<PublishedRelease> {
  const { upload, answer } = await keyedFinalize(given);
  return given.releaseOf(upload, answer);
}

export interface KeyedTrustFinalize extends RepeatedCreate {
  readonly release: PublishedRelease;
  readonly upload: TrustIntent;
  readonly key: string;
  readonly answer: Answer;
}

/** A trust create with the key that the create of its release had: on another path, it may be a new key or a 409. */
export const trustCreateWithKeyOfRelease: Situation<{
  /** The upload that has published the release. */
  readonly earlier: UploadIntent;
  readonly answer: Answer;
}> = situation("trust-create-with-the-key-of-its-release", async ({ given, registry, eventually }) => {
  const { upload: earlier, creationKey: idempotencyKey } = await keyedFinalize(given);
  const release = await releaseWithKeyedTrust(given);
  const requestBody = given.trustBody(release, given.artifact());
  const answer = await eventually(
    () => registry.createTrustUpload(release, requestBody, { idempotencyKey }),
    { since: release, until: ({ status }) => status !== 404 },
  );
  return { earlier, answer };
});

const trustFinalizeWithKey: Situation<KeyedTrustFinalize> = situation(
  "keyed-trust-finalize",
  async ({ given, registry }) => {
    const release = await releaseWithKeyedTrust(given);
    const keyed = { idempotencyKey: given.key() };
    const upload = await given.trustIntent(release, keyed);
    let key = "";
    const finished = await finalizeRepeated(given, {
      upload,
      bytes: upload.artifact,
      create: () => registry.createTrustUpload(release, upload.requestBody, keyed),
      intentOf: (answer) => given.trustIntentOf(upload, answer),
      finalize: async () => {
        const sent = await withLongKey(given, async (idempotencyKey) => ({
          answer: await registry.finalizeTrustUpload(upload, { idempotencyKey }, { idempotencyKey }),
        }));
        key = sent.key;
        return sent.answer;
      },
    });
    return { release, upload, key, ...finished };
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
