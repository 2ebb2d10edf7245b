/** Preconditions of publishing: archives, intents, bytes, releases. */
import { Blocked, Skipped } from "../outcome.ts";
import { type Answer, isSuccess, slugOf, textAt, valueAt } from "../exchange/answer.ts";
import { deriveNumber } from "../seed.ts";
import type { RequestOptions, UploadInstruction } from "../api/registry.ts";
import type { ManifestKind } from "../target-file/target.ts";
import { type ReleaseName, toFullName, toPurl } from "../exchange/volume.ts";
import { needsWriteAccess } from "../api/write-guard.ts";
import { type Archive, buildArchive, renderManifest } from "./archive.ts";
import { sharedSetUp } from "./set-ups.ts";
import { eventually, freshVolume, type GivenContext, succeeded, uniqueKey } from "./context.ts";
import type { OpenUpload, PublishedRelease, ReleaseOptions, SetUpPlace, UploadIntent } from "./given.ts";

type KeyOption = Pick<RequestOptions, "idempotencyKey">;

/** The archive of a release, from its options. */
export async function toReleaseArchive(
  context: GivenContext,
  release: ReleaseName,
  options: ReleaseOptions = {},
): Promise<Archive> {
  if (options.archive !== undefined) return options.archive;
  const { manifestPath, manifests } = context.run.target.archive;
  const files = options.files ?? [
    { name: "readme.md", content: `# ${release.volume.segment} ${release.version}\n` },
  ];
  if (options.manifest === null && options.manifestText === undefined)
    return await buildArchive(files, options.gzipLevel);
  const kind = options.manifest ?? usualManifest(context, options);
  const template = options.manifestText ?? manifests[kind]?.template;
  if (template === undefined) throw new Skipped(`needs "archive.manifests.${kind}" in the target file`);
  return await buildArchive(
    [{ name: manifestPath, content: renderManifest(template, release) }, ...files],
    options.gzipLevel,
  );
}

/** In the second half, further versions of a volume declare dependencies, so that every request has such releases beside it. */
function usualManifest({ half, run: { target } }: GivenContext, { volume }: ReleaseOptions): ManifestKind {
  const { isBuiltIn, manifests } = target.archive;
  const declares = volume !== undefined && half === "second" && !isBuiltIn;
  return declares && manifests.externalDependencies !== undefined ? "externalDependencies" : "minimal";
}

/** Every member that the specification lists for the create request, but the idempotency key. */
export function toCreateBody(version: string, archive: Archive): Readonly<Record<string, unknown>> {
  return {
    version,
    mediaType: "application/gzip",
    declaredDigest: archive.digest,
    declaredSize: archive.size,
  };
}

export async function createIntent(
  context: GivenContext,
  options: ReleaseOptions = {},
): Promise<UploadIntent> {
  assertMayWrite(context);
  const { volume = freshVolume(context), version = usualVersion(context, options) } = options;
  const archive = await toReleaseArchive(context, { volume, version }, options);
  const requestBody = { ...toCreateBody(version, archive), ...options.body };
  const answer = await context.registry.createReleaseUpload(volume, requestBody, {
    ...(options.as === undefined ? {} : { as: options.as }),
    ...keyOfCreate(context, options),
  });
  // a requirement of its own judges whether the registry accepts each version
  const mayBeRefused = options.version === undefined && version !== plainVersion && !isSuccess(answer);
  if (mayBeRefused) return await createIntent(context, { ...options, version: plainVersion });
  return toIntent(context, { volume, version, archive, requestBody }, answer);
}

const plainVersion = "1.0.0";

/** Well-formed versions that registries mishandle. None is above the plain one, since a set-up may publish further ones above it. */
const usualVersions = [
  "0.0.0",
  plainVersion,
  "0.9.0-1",
  "0.9.4294967297",
  "1.0.0-RC.0A.x--y",
  "1.0.0-alpha.beta.gamma.delta.epsilon.1",
] as const;

/** The version of the first release of a volume, if it is not given: a different one in each set-up and form. */
function usualVersion({ actor }: GivenContext, { volume }: ReleaseOptions): string {
  if (volume !== undefined) return plainVersion;
  return usualVersions[deriveNumber(actor.id) % usualVersions.length] ?? plainVersion;
}

/** In the second half, further versions of a volume are created with a key, in the first finalized with one: a new key changes nothing. */
function keyOfCreate(
  context: GivenContext,
  { volume, body = {}, idempotencyKey }: ReleaseOptions,
): KeyOption {
  if (idempotencyKey !== undefined) return { idempotencyKey };
  const takesKey = volume !== undefined && context.half === "second" && !("idempotencyKey" in body);
  return takesKey ? { idempotencyKey: uniqueKey(context) } : {};
}

/**
 * The intent in the answer to a create request.
 * @throws Blocked if the answer is not a success, or lacks a member that the next step needs
 */
export function toIntent(
  context: GivenContext,
  about: Pick<UploadIntent, "volume" | "version" | "archive" | "requestBody">,
  answer: Answer,
): UploadIntent {
  const { declaredSize } = about.requestBody;
  assertSizePromised(context, typeof declaredSize === "number" ? declaredSize : about.archive.size, answer);
  succeeded(context, answer, "creating an upload intent");
  return { ...about, answer, ...readIntent(context, answer) };
}

/** Header fields of the message and the connection: the HTTP client sets them from what it sends. */
const framing = /^(?:content-length|transfer-encoding|connection|keep-alive|upgrade|expect)$/iu;

/** The members of an intent that every next step needs: its id, and where to transfer the bytes. */
export function readIntent(
  context: GivenContext,
  answer: Answer,
): { readonly uploadId: string; readonly upload: UploadInstruction } {
  const uploadId = textAt(answer.body, "uploadId");
  const url = textAt(answer.body, "upload", "url");
  if (uploadId === undefined || uploadId === "" || url === undefined || url === "") {
    throw new Blocked(`the upload intent (${context.form}) has no ${uploadId ? "upload.url" : "uploadId"}`, {
      exchange: answer.exchange.id,
    });
  }
  const expiresAt = textAt(answer.body, "expiresAt");
  if (expiresAt !== undefined) context.run.session.expiries.set(uploadId, expiresAt);
  const members = valueAt(answer.body, "upload", "headers");
  const headers = typeof members === "object" && members !== null ? Object.entries(members) : [];
  return {
    uploadId,
    upload: {
      url,
      // as fetch does: HTTP servers do not know the method "put"
      method: textAt(answer.body, "upload", "method")?.toUpperCase() ?? "PUT",
      // a value that is not a string is sent as JSON
      headers: headers
        .filter(([name]) => !framing.test(name))
        .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const),
    },
  };
}

/**
 * Sends bytes as the intent's instruction says. The caller decides what an error response means.
 * @throws Blocked if `upload.url` is not a valid URL
 */
export async function offerBytes(
  context: GivenContext,
  intent: OpenUpload,
  bytes: Uint8Array,
): Promise<Answer> {
  if (!URL.canParse(intent.upload.url, `${context.run.session.baseUrl}/`)) {
    throw new Blocked(`upload.url (${context.form}) is not a valid URL`, {
      exchange: intent.answer.exchange.id,
    });
  }
  const { arrivals } = context.run.session;
  const name = `${toFullName(intent.volume)} ${intent.uploadId}`;
  // an id may be used again, for an upload that the store does not know yet
  const isKnown = (arrivals.get(name) ?? 0) > intent.answer.endedAtMs;
  const isEarly = isKnown ? undefined : isFromStoreBehind(context, intent);
  const answer = toDone(await context.registry.transferBytes(intent.upload, bytes, isEarly));
  if (isSuccess(answer)) arrivals.set(name, answer.endedAtMs);
  return answer;
}

/** A redirect with 303 says that a request is done, and where its outcome is described (RFC 9110, section 15.4.4). */
function toDone(answer: Answer): Answer {
  return answer.status === 303 ? { ...answer, status: 200 } : answer;
}

/**
 * True for a transfer so soon after the create that the byte store may not know the upload yet: it lags as reads do after a write. No table
 * binds the statuses of a store.
 */
function isFromStoreBehind(
  { run }: GivenContext,
  { answer: { endedAtMs } }: OpenUpload,
): (answer: Answer) => boolean {
  const untilMs = endedAtMs + run.target.limits.settleMs;
  return ({ status, exchange }) => (status === 404 || status === 425) && exchange.startedAtMs < untilMs;
}

export async function transferBytes(
  context: GivenContext,
  intent: OpenUpload,
  bytes: Uint8Array,
): Promise<Answer> {
  return succeeded(context, await offerBytes(context, intent, bytes), "transferring the bytes");
}

export async function uploadBytes(
  context: GivenContext,
  options: ReleaseOptions = {},
): Promise<UploadIntent> {
  await sharedRelease(context);
  return await uploadFirst(context, options);
}

async function uploadFirst(context: GivenContext, options: ReleaseOptions): Promise<UploadIntent> {
  const intent = await createIntent(context, options);
  await transferBytes(context, intent, intent.archive.bytes);
  return intent;
}

export async function publishRelease(
  context: GivenContext,
  options: ReleaseOptions = {},
): Promise<PublishedRelease> {
  await sharedRelease(context);
  return await publishFirst(context, options);
}

/** Publishes without the control: the control itself. */
export async function publishFirst(
  context: GivenContext,
  options: ReleaseOptions = { version: plainVersion },
): Promise<PublishedRelease> {
  const intent = await uploadFirst(context, options);
  const takesKey = options.volume !== undefined && context.half === "first";
  const answer = await context.registry.finalizeReleaseUpload(intent, {
    ...(options.as === undefined ? {} : { as: options.as }),
    ...(takesKey ? { idempotencyKey: uniqueKey(context) } : {}),
  });
  assertManifestTaken(context, answer, options);
  assertSizePromised(context, intent.archive.size, answer);
  succeeded(context, answer, "finalizing a release upload");
  await assertPublished(context, intent, answer);
  return toPublished(context, intent, answer);
}

/**
 * Looks for the release where the finalize succeeded without any document: a gateway or a page may have answered.
 * @throws Blocked by the finalize if the release is not there
 */
async function assertPublished(context: GivenContext, intent: UploadIntent, answer: Answer): Promise<void> {
  if (typeof answer.body === "object" && answer.body !== null) return;
  const read = (): Promise<Answer> => context.registry.getRelease(intent);
  const shown = await eventually(context, read, { since: { sinceMs: answer.endedAtMs } });
  if (shown.status !== 404) return;
  const { exchange, status } = answer;
  throw new Blocked(
    `finalizing a release upload (${context.form}) answered ${status} without a document, and published nothing`,
    { exchange: exchange.id },
  );
}

/** A release from a finalize answer that was a success. */
export function toPublished(context: GivenContext, intent: UploadIntent, answer: Answer): PublishedRelease {
  const { volume, version, archive } = intent;
  return {
    volume,
    version,
    archive,
    intent,
    answer,
    integrity: textAt(answer.body, "release", "integrity") ?? "",
    purl: textAt(answer.body, "release", "purl") ?? toPurl(intent),
    sinceMs: answer.endedAtMs,
  };
}

/** Where the shared releases are kept; the preflight publishes them. */
export const sharedReleases: SetUpPlace<PublishedRelease> = { key: "shared-release", setUps: new WeakMap() };

/** The control for everything that is published: if it cannot be published, that is the one cause of all later failures. */
export function sharedRelease(context: GivenContext): Promise<PublishedRelease> {
  return sharedSetUp(context, sharedReleases, (own) => publishFirst(own));
}

export function assertMayWrite(context: GivenContext): void {
  if (context.run.readOnly) throw new Skipped(needsWriteAccess);
}

/** Vendors choose their manifest dialect: if the registry rejects the built-in manifest, the target file lacks a key. */
function assertManifestTaken(context: GivenContext, answer: Answer, options: ReleaseOptions): void {
  const usesOurs =
    options.manifest === undefined && options.manifestText === undefined && options.archive === undefined;
  if (!mayRefuseManifest(answer) || !usesOurs || !context.run.target.archive.isBuiltIn) return;
  throw new Blocked(
    `the registry rejected the built-in manifest (${slugOf(answer)}): set "archive.manifests.minimal" in the target file`,
    { exchange: answer.exchange.id },
  );
}

/**
 * Holds the registry against the size that the target file promises: what it refuses below is not what was to be tested.
 * @param size bytes that were declared or sent
 * @throws Blocked if the response refuses an archive as too large that the target file says it takes
 */
export function assertSizePromised({ run }: Pick<GivenContext, "run">, size: number, answer: Answer): void {
  const { largestArchive } = run.target.limits;
  if (largestArchive === undefined || size > largestArchive || answer.status !== 413) return;
  throw new Blocked(
    `the target file states "limits.largestArchive" ${largestArchive}, and the registry refuses an archive of ${size} bytes as too large: correct the target file, or the limit of the registry`,
    { exchange: answer.exchange.id, status: answer.status, slug: slugOf(answer) },
  );
}

/** True for an error response that may be about the manifest. If no manifest is at the expected path, it may be `invalid-archive`. */
export function mayRefuseManifest(answer: Answer): boolean {
  const slug = slugOf(answer) ?? "";
  return !isSuccess(answer) && ["invalid-manifest", "validation-failed", "invalid-archive"].includes(slug);
}
