/** Preconditions of trust: intents, uploaded artifacts, attachments, expiry. */
import { Blocked, Skipped } from "../outcome.ts";
import { type Answer, momentAt, sentAt, slugOf, textAt, valueAt } from "../exchange/answer.ts";
import { readJson } from "../exchange/json-body.ts";
import { pause } from "../api/session.ts";
import { sha256 } from "../seed.ts";
import { eventually, type GivenContext, succeeded, uniqueKey, uniqueText } from "./context.ts";
import type { Attachment, ReadableRelease, TrustIntent, TrustOptions, TrustRequest } from "./given.ts";
import { assertMayWrite, readIntent, transferBytes } from "./releases.ts";

/** A small made-up bill of materials, different each time, and written as no JSON writer does: a registry keeps bytes, not values. */
export function makeArtifact(context: GivenContext): Uint8Array {
  const serialNumber = uniqueText(context, "urn:conformance");
  const bill = { bomFormat: "CycloneDX", specVersion: "1.6", serialNumber, version: 1, components: [] };
  return Buffer.from(`${JSON.stringify(bill, undefined, 3)} \n`);
}

export function toTrustBody(
  context: GivenContext,
  release: ReadableRelease,
  artifact: Uint8Array,
): Readonly<Record<string, unknown>> {
  const { category, format, sendCategory } = context.run.target.trust;
  return {
    subject: { purl: release.purl, integrity: release.integrity },
    attachment: { ...(sendCategory && category !== undefined ? { category } : {}), format },
    declaredDigest: sha256(artifact),
    declaredSize: artifact.length,
  };
}

export async function createTrustIntent(
  context: GivenContext,
  release: ReadableRelease,
  options: TrustOptions = {},
): Promise<TrustIntent> {
  assertMayWrite(context);
  const artifact = options.artifact ?? makeArtifact(context);
  const format = options.format ?? toFormat(context.run.target.trust.format);
  const standard = toTrustBody(context, release, artifact);
  const attachment = { ...(standard["attachment"] as object), format };
  const requestBody = { ...standard, attachment, ...options.body };
  // a new release may not be visible everywhere yet
  const answer = await eventually(
    context,
    () =>
      context.registry.createTrustUpload(release, requestBody, {
        ...(options.as === undefined ? {} : { as: options.as }),
        ...(options.idempotencyKey === undefined ? {} : { idempotencyKey: options.idempotencyKey }),
      }),
    { since: release },
  );
  const { volume, version } = release;
  return toTrustIntent(context, { volume, version, artifact, requestBody }, answer);
}

/**
 * The intent in the answer to a create request.
 * @throws Blocked if the answer is not a success, or lacks a member that the next step needs
 */
export function toTrustIntent(context: GivenContext, about: TrustRequest, answer: Answer): TrustIntent {
  assertFormatAccepted(context, answer);
  succeeded(context, answer, "creating a trust upload intent");
  return {
    ...about,
    format: toFormat(valueAt(about.requestBody, "attachment", "format")),
    artifactDigest: sha256(about.artifact),
    answer,
    ...readIntent(context, answer),
  };
}

/**
 * Registries choose their formats: if the registry rejects the built-in format, the target file lacks a key.
 * @throws Blocked if the answer rejects a create request with the built-in format
 */
export function assertFormatAccepted({ run }: GivenContext, answer: Answer): void {
  const { format, isBuiltIn } = run.target.trust;
  const { operation, request } = answer.exchange;
  if (!isBuiltIn || operation !== "createTrustUpload" || slugOf(answer) !== "unsupported-media-type") return;
  const sent = readJson(Buffer.from(request.body?.text ?? ""));
  if (textAt(sent, "attachment", "format", "mediaType") !== format.mediaType) return;
  throw new Blocked(
    'the registry rejected the built-in format of trust artifacts: set "trust.format" in the target file',
    { exchange: answer.exchange.id },
  );
}

export async function uploadTrustBytes(
  context: GivenContext,
  release: ReadableRelease,
  options: TrustOptions = {},
): Promise<TrustIntent> {
  const intent = await createTrustIntent(context, release, options);
  await transferBytes(context, intent, intent.artifact);
  return intent;
}

export async function attach(
  context: GivenContext,
  release: ReadableRelease,
  options: TrustOptions = {},
): Promise<Attachment> {
  // a new key changes nothing: in one half, the create has one; in the other, the finalize has its key in the header too
  const keyOfCreate = context.half === "first" ? { idempotencyKey: uniqueKey(context) } : {};
  const intent = await uploadTrustBytes(context, release, { ...keyOfCreate, ...options });
  // the text does not say that the body is optional, so it is always sent
  const idempotencyKey = uniqueKey(context);
  const answer = await context.registry.finalizeTrustUpload(
    intent,
    { idempotencyKey },
    {
      ...(options.as === undefined ? {} : { as: options.as }),
      ...(context.half === "second" ? { idempotencyKey } : {}),
    },
  );
  succeeded(context, answer, "finalizing a trust upload");
  return toAttachment(context, intent, answer);
}

/**
 * The attachment that a successful finalize created.
 * @throws Blocked if the response does not name it
 */
export function toAttachment(
  { form }: Pick<GivenContext, "form">,
  intent: TrustIntent,
  answer: Answer,
): Attachment {
  const { volume, version } = intent;
  const attachmentId = textAt(answer.body, "attachmentId") ?? "";
  if (attachmentId === "") {
    throw new Blocked(`finalizing a trust upload (${form}) returned no attachmentId`, {
      exchange: answer.exchange.id,
    });
  }
  return { volume, version, intent, answer, attachmentId, sinceMs: answer.endedAtMs };
}

/**
 * Makes an intent expire: by waiting if its `expiresAt` is near enough, since a hook may expire what time alone does not; else by the hook.
 * @throws Skipped if neither is possible
 */
export async function expire(
  context: GivenContext,
  intent: { readonly uploadId: string; readonly answer: Answer },
): Promise<void> {
  // counted from the registry's Date: its clock and ours may differ by an hour
  const left = (momentAt(intent.answer.body, "expiresAt") ?? NaN) - (sentAt(intent.answer) ?? NaN);
  const most = context.run.target.limits.maxExpiryWaitMs;
  // an upload that has expired before it is opened: the two times are of different clocks, such as that of a gateway
  if (left > 0 && left <= most) {
    // the registry's Date has whole seconds, so that the current time may be up to a second later
    const { nowMs } = context.actor;
    const milliseconds = Math.max(0, left - (nowMs - intent.answer.endedAtMs)) + 1100;
    await pause(
      context.run.session,
      context.actor,
      { fromMs: nowMs, milliseconds },
      { reason: "for an upload to expire" },
    );
    return;
  }
  let lack = 'needs the state "intent-expired" of a states hook';
  try {
    if (context.run.states.configured) {
      await context.run.states.enter(context.actor, "intent-expired", { uploadId: intent.uploadId });
      return;
    }
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    lack = error.message;
  }
  throw new Skipped(
    `${lack}, or intents that expire within "limits.maxExpiryWaitMs" (${most} ms) of the Date they come with`,
  );
}

/** The members of a format that are strings. */
function toFormat(format: unknown): Readonly<Record<string, string>> {
  const members = typeof format === "object" && format !== null ? Object.entries(format) : [];
  return Object.fromEntries(
    members.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** For checks that find a broken precondition themselves. */
export function blockedBy(cause: string, answer?: Answer): Blocked {
  return new Blocked(cause, answer === undefined ? {} : { exchange: answer.exchange.id });
}
