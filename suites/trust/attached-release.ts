/** Set-up that the checks of this chapter share, and how they find an attachment again. */
import type { Check } from "../../harness/check.ts";
import type {
  Attachment,
  Given,
  PublishedRelease,
  TrustIntent,
  TrustRequest,
} from "../../harness/given/given.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/registry/answer.ts";

/** What a check works with. */
export type Tools = Parameters<Check["run"]>[0];

/** A release with an attachment, and its trust documents once the attachment is in them. Others may follow it later. */
export interface AttachedRelease {
  readonly release: PublishedRelease;
  readonly attachment: Attachment;
  readonly detail: Answer;
  readonly summary: Answer;
}

/** The busy release's first attachment, for all checks that only look. */
export function attachedRelease(given: Given): Promise<AttachedRelease> {
  return given.shared("trust/attached-release", async (own, registry, settle) => {
    const upload = await finalizedUpload(own);
    const { release, intent } = upload;
    const answer = finalizeAnswer(own, upload);
    if (!isSuccess(answer))
      throw own.blocked(`finalizing a trust upload (${own.form}) answered ${answer.status}`, answer);
    const attachment = toAttachment(intent, answer);
    const detail = await settle(
      attachment,
      () => registry.getTrustDetail(release),
      showsAttachment(attachment),
    );
    const summary = await settle(attachment, () => registry.getTrustSummary(release), showsArtifacts);
    return { release, attachment, detail, summary };
  });
}

/** The release's metadata, read after the attachment was seen in its trust documents. */
export function readAttachedOnce(
  given: Given,
): Promise<Pick<AttachedRelease, "release" | "attachment"> & { readonly answer: Answer }> {
  return given.shared("trust/metadata-after-attaching", async (own, registry, settle) => {
    const { release, attachment, detail } = await attachedRelease(own);
    listedAt(own, attachment, detail);
    return { release, attachment, answer: await settle(release, () => registry.getRelease(release)) };
  });
}

/** An upload whose bytes were sent, and the answers to that and to its finalize, whatever they are. */
export interface FinalizedUpload {
  readonly release: PublishedRelease;
  readonly intent: TrustIntent;
  readonly transfer: Answer;
  /** Absent where the bytes were refused. */
  readonly finalized?: Answer;
}

/** The upload of the busy release's first attachment. */
export function finalizedUpload(given: Given): Promise<FinalizedUpload> {
  return given.shared("trust/finalized-upload", async (own, registry) => {
    const release = await busyRelease(own);
    const intent = await own.trustIntent(release);
    const transfer = await own.offerBytes(intent, intent.artifact);
    if (!isSuccess(transfer)) return { release, intent, transfer };
    const finalized = await registry.finalizeTrustUpload(intent, finalizeBody(own));
    return { release, intent, transfer, finalized };
  });
}

/**
 * The answer to the finalize of such an upload.
 * @throws Blocked where its bytes were refused
 */
export function finalizeAnswer(given: Given, { transfer, finalized }: FinalizedUpload): Answer {
  if (finalized !== undefined) return finalized;
  throw given.blocked(`transferring the bytes (${given.form}) answered ${transfer.status}`, transfer);
}

/** The attachment that a finalize made. */
export function toAttachment(intent: TrustIntent, answer: Answer): Attachment {
  const { volume, version } = intent;
  return {
    volume,
    version,
    intent,
    answer,
    attachmentId: textAt(answer.body, "attachmentId") ?? "",
    sinceMs: answer.endedAtMs,
  };
}

/** A release with an attachment, and its trust summary from before it had one. */
export interface Sibling {
  readonly release: PublishedRelease;
  readonly before: Answer;
  readonly attachment: Attachment;
}

/**
 * A version beside the busy release, whose name begins like its, with an attachment of its own. It is published when the
 * busy release has one already, so that what publishing does to the trust of the others is seen too.
 */
export function siblingVersion(given: Given): Promise<Sibling> {
  return given.shared("trust/sibling-version", async (own, registry, settle) => {
    const { volume, version } = (await attachedRelease(own)).release;
    const release = await own.publishedRelease({ volume, version: own.version(`${version}-rc.1`) });
    const before = await settle(release, () => registry.getTrustSummary(release));
    return { release, before, attachment: await own.attachment(release) };
  });
}

/** A release that checks attach to and try to attach to. Its volume has no uploads of releases but its own and the sibling's. */
export function busyRelease(given: Given): Promise<PublishedRelease> {
  return given.shared("trust/busy-release", (own) => own.publishedRelease());
}

/** A good request for a trust upload, and its answer, whatever it is. */
export function openAttempt(
  given: Given,
): Promise<{ readonly about: TrustRequest; readonly answer: Answer }> {
  return given.shared("trust/open-intent", async (own, registry, settle) => {
    const release = await own.sharedRelease();
    const { volume, version } = release;
    const artifact = own.artifact();
    const requestBody = own.trustBody(release, artifact);
    const answer = await settle(release, () => registry.createTrustUpload(release, requestBody));
    return { about: { volume, version, artifact, requestBody }, answer };
  });
}

/** The intent that the good request opened. It is never used, for all checks that only look at it. */
export async function openIntent(given: Given): Promise<TrustIntent> {
  const { about, answer } = await openAttempt(given);
  return given.trustIntentOf(about, answer);
}

/** An intent whose bytes have arrived, for checks whose finalize is to be refused. */
export function uploadedIntent(given: Given): Promise<TrustIntent> {
  return given.shared("trust/uploaded-intent", async (own) => own.trustUploaded(await busyRelease(own)));
}

/** A body for finalizing, with a key that was never used: the specification lists one and does not say that it may be absent. */
export function finalizeBody(given: Given): Readonly<Record<string, unknown>> {
  return { idempotencyKey: given.unique("finalize") };
}

/** The `attachment` of a request body, to be sent with other members. */
export function attachmentOf(body: Readonly<Record<string, unknown>>): object {
  const { attachment } = body;
  return typeof attachment === "object" && attachment !== null ? attachment : {};
}

/** Whether an answer with trust detail has the attachment. */
export function showsAttachment(attachment: Pick<Attachment, "attachmentId">): (answer: Answer) => boolean {
  return (answer) =>
    listAt(answer.body, "attachments").some((item) => textAt(item, "id") === attachment.attachmentId);
}

/** Whether an answer with a trust summary has any artifact. */
export function showsArtifacts(answer: Answer): boolean {
  return listAt(answer.body, "artifacts").length > 0;
}

/** Where the attachment stands in trust detail: by its id, or where no attachment has one, by its digest. */
export function placeOf(attachment: Attachment, detail: Answer): number {
  const items = listAt(detail.body, "attachments");
  const place = items.findIndex((item) => textAt(item, "id") === attachment.attachmentId);
  if (place >= 0) return place;
  const { artifactDigest } = attachment.intent;
  return items.findIndex(
    (item) => textAt(item, "id") === undefined && textAt(item, "artifactDigest") === artifactDigest,
  );
}

/** As `placeOf`; blocked where the detail does not have it, which a check of its own judges. */
export function listedAt(given: Given, attachment: Attachment, detail: Answer): number {
  const place = placeOf(attachment, detail);
  if (place < 0)
    throw given.blocked("the trust detail does not list the attachment that was finalized", detail);
  return place;
}

/** Asks for trust detail until it has the attachments, or the time for that is over. */
export function detailWith(
  { settle, registry }: Pick<Tools, "settle" | "registry">,
  ...attachments: readonly Attachment[]
): Promise<Answer> {
  const last = attachments.at(-1);
  if (last === undefined) throw new Error("detailWith wants at least one attachment");
  return settle(
    last,
    () => registry.getTrustDetail(last),
    (answer) => attachments.every((one) => showsAttachment(one)(answer)),
  );
}

/** How many attachments of trust detail have this artifact digest. */
export function countOf(artifactDigest: string, detail: Answer): number {
  return listAt(detail.body, "attachments").filter(
    (item) => textAt(item, "artifactDigest") === artifactDigest,
  ).length;
}
