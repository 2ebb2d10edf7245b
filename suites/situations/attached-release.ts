/** Set-up that the checks of this chapter share, and functions that find an attachment in trust documents. */
import { toAttachment } from "../../harness/given/trust.ts";
import type { Half, Tools } from "../../harness/check.ts";
import type {
  Attachment,
  Given,
  PublishedRelease,
  TrustIntent,
  TrustRequest,
} from "../../harness/given/given.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import { absentLookAlikes, lookAlikes } from "../inputs/look-alikes.ts";
import { releaseWithLongName } from "./long-name-release.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Wanted } from "../../schemas/report.ts";

/** A release with an attachment, and its trust documents that show it. Later checks may add attachments. */
export interface AttachedRelease {
  readonly release: PublishedRelease;
  readonly attachment: Attachment;
  readonly detail: Answer;
  readonly summary: Answer;
}

/** The first attachment of the busy release, for checks that only read. */
export const attachedRelease: Situation<AttachedRelease> = situation(
  "trust/attached-release",
  async ({ given, registry, eventually }) => {
    const upload = await finalizedUpload(given);
    const { release, intent } = upload;
    const answer = finalizeAnswer(given, upload);
    if (!isSuccess(answer))
      throw given.blocked(`\`POST\` trust finalize (${given.form}) answered ${answer.status}`, answer);
    const attachment = toAttachment(given, intent, answer);
    const detail = await eventually(() => registry.getTrustDetail(release), {
      since: attachment,
      until: showsAttachment(attachment),
    });
    const summary = await eventually(() => registry.getTrustSummary(release), {
      since: attachment,
      until: showsArtifacts,
    });
    return { release, attachment, detail, summary };
  },
);

/** The metadata of the release, read after its trust detail listed the attachment. */
export const readAttachedOnce: Situation<
  Pick<AttachedRelease, "release" | "attachment"> & { readonly answer: Answer }
> = situation("trust/metadata-after-attaching", async ({ given, registry, eventually }) => {
  const { release, attachment, detail } = await attachedRelease(given);
  listedAt(given, attachment, detail);
  return {
    release,
    attachment,
    answer: await eventually(() => registry.getRelease(release), { since: release }),
  };
});

/** An upload, with the responses to its transfer and to its finalize, also if they were refused. */
export interface FinalizedUpload {
  readonly release: PublishedRelease;
  readonly intent: TrustIntent;
  readonly transfer: Answer;
  /** Undefined if the transfer was refused. */
  readonly finalized?: Answer;
}

/** The upload of the first attachment of the busy release. */
export const finalizedUpload: Situation<FinalizedUpload> = situation(
  "trust/finalized-upload",
  async ({ given, registry }) => {
    const release = await releaseToAttachTo(given);
    const intent = await given.trustIntent(release);
    const transfer = await given.offerBytes(intent, intent.artifact);
    if (!isSuccess(transfer)) return { release, intent, transfer };
    const finalized = await registry.finalizeTrustUpload(intent, finalizeBody(given));
    return { release, intent, transfer, finalized };
  },
);

/**
 * The response to the finalize of the upload.
 * @throws Blocked if the transfer was refused
 */
export function finalizeAnswer(given: Given, { transfer, finalized }: FinalizedUpload): Answer {
  if (finalized !== undefined) return finalized;
  throw given.blocked(`transferring the bytes (${given.form}) answered ${transfer.status}`, transfer);
}

/** A release with an attachment, and its trust summary from before the attachment. */
export interface Sibling {
  readonly release: PublishedRelease;
  readonly before: Answer;
  readonly attachment: Attachment;
}

/**
 * A later prerelease of the volume, with an attachment of its own. It is published after the first one got an attachment, so that an
 * effect of publishing on existing trust is detected too.
 */
export const siblingVersion: Situation<Sibling> = situation(
  "trust/sibling-version",
  async ({ given, registry, eventually }) => {
    const { volume } = (await attachedRelease(given)).release;
    // published upwards: the busy release has a lower version
    await busyRelease(given);
    const name = { volume, version: given.version(versionsOf(given)[2]) };
    // in one half, read before each change, so that an answer which is kept too long is found
    if (given.half === "first") {
      await registry.getVersionIndex(volume);
      await registry.getRelease(name);
      await registry.getTrustDetail(name);
    }
    const release = await given.publishedRelease(name);
    const before = await eventually(() => registry.getTrustSummary(release), { since: release });
    return { release, before, attachment: await given.attachment(release) };
  },
);

/** The versions of the volume. */
function versionsOf({ half }: Given): (typeof lookAlikes)["letters"] {
  return half === "first" ? lookAlikes.beginnings : lookAlikes.letters;
}

/** A version that looks like those of the volume, and is not published there. */
export function absentLookAlike(half: Half): string {
  return absentLookAlikes[half === "first" ? "beginnings" : "letters"];
}

/** The release of the first attachment. Nothing else is attached to it: a newer attachment may replace one of its kind. */
const releaseToAttachTo: Situation<PublishedRelease> = situation("trust/release-to-attach-to", ({ given }) =>
  releaseWithLongName(given, versionsOf(given)[0], 128),
);

/** The release that checks attach to, in the volume of the attached release. */
export const busyRelease: Situation<PublishedRelease> = situation("trust/busy-release", async ({ given }) => {
  const { volume } = await releaseToAttachTo(given);
  return await given.publishedRelease({ volume, version: given.version(versionsOf(given)[1]) });
});

/** A valid trust create request and its response, also if it was refused. */
export const openAttempt: Situation<{ readonly about: TrustRequest; readonly answer: Answer }> = situation(
  "trust/open-intent",
  async ({ given, registry, eventually }) => {
    const release = await given.sharedRelease();
    const { volume, version } = release;
    const artifact = given.artifact();
    const requestBody = given.trustBody(release, artifact);
    const answer = await eventually(() => registry.createTrustUpload(release, requestBody), {
      since: release,
    });
    return { about: { volume, version, artifact, requestBody }, answer };
  },
);

/** The intent of the valid request. It is never used for a transfer; checks only read it. */
export async function openIntent(given: Given): Promise<TrustIntent> {
  const { about, answer } = await openAttempt(given);
  return given.trustIntentOf(about, answer);
}

/** An intent whose bytes have arrived, for checks that expect finalize to be refused: they are those of an attachment of another release. */
export const uploadedIntent: Situation<TrustIntent> = situation(
  "trust/uploaded-intent",
  async ({ given }) => {
    const { artifact } = (await attachedRelease(given)).attachment.intent;
    return await given.trustUploaded(await busyRelease(given), { artifact });
  },
);

/** A finalize body with an unused key. The specification lists the body and does not say that it is optional. */
export function finalizeBody(given: Given): Readonly<Record<string, unknown>> {
  return { idempotencyKey: given.key() };
}

/** The `attachment` of a request body, as a base for changed ones. */
export function attachmentOf(body: Readonly<Record<string, unknown>>): object {
  const { attachment } = body;
  return typeof attachment === "object" && attachment !== null ? attachment : {};
}

/** Ids of the attachments of a trust detail; an empty string for an attachment without an id. */
export function attachmentIds(detail: Pick<Answer, "body">): readonly string[] {
  return listAt(detail.body, "attachments").map((attachment) => textAt(attachment, "id") ?? "");
}

/** Whether a trust detail lists the attachment. */
export function showsAttachment(
  attachment: Pick<Attachment, "attachmentId">,
): (answer: Pick<Answer, "body">) => boolean {
  return (answer) =>
    listAt(answer.body, "attachments").some((item) => textAt(item, "id") === attachment.attachmentId);
}

/** Asserts that a trust detail lists the attachment. */
export function expectAttachment(
  expect: Tools["expect"],
  detail: Answer,
  attachment: Pick<Attachment, "attachmentId">,
): void {
  const ids = attachmentIds(detail);
  expect.that(showsAttachment(attachment)(detail), {
    expected: `the attachment ${attachment.attachmentId}`,
    wanted: { item: attachment.attachmentId },
    got: ids.length === 0 ? "no attachments" : `the attachments ${ids.join(", ")}`,
    answer: detail,
    member: "/attachments",
  });
}

/** Whether a trust detail lists an attachment with one of these ids. */
export function showsOneOf(ids: readonly string[]): (answer: Pick<Answer, "body">) => boolean {
  return (answer) => ids.some((attachmentId) => showsAttachment({ attachmentId })(answer));
}

/** What a finding wants of a trust detail, if it has to list one attachment alone. */
export function toItem(ids: readonly string[]): Wanted {
  const [item, ...others] = ids;
  return item === undefined || others.length > 0 ? {} : { item };
}

/** Whether a trust summary has an artifact. */
export function showsArtifacts(answer: Answer): boolean {
  return listAt(answer.body, "artifacts").length > 0;
}

/** The index of the attachment in trust detail: by its id, or by its digest if the attachment has no id. */
export function positionOf(attachment: Attachment, detail: Answer): number {
  const items = listAt(detail.body, "attachments");
  const position = items.findIndex((item) => textAt(item, "id") === attachment.attachmentId);
  if (position >= 0) return position;
  const { artifactDigest } = attachment.intent;
  return items.findIndex(
    (item) => textAt(item, "id") === undefined && textAt(item, "artifactDigest") === artifactDigest,
  );
}

/** As `positionOf`, but blocked if the detail does not list the attachment; another check judges that. */
export function listedAt(given: Given, attachment: Attachment, detail: Answer): number {
  const position = positionOf(attachment, detail);
  if (position < 0) throw given.blocked("the trust detail does not list the finalized attachment", detail);
  return position;
}

/** Requests trust detail until it lists the attachments, at most for the settling time. */
export function detailWith(
  { eventually, registry }: Pick<Tools, "eventually" | "registry">,
  ...attachments: readonly Attachment[]
): Promise<Answer> {
  const last = attachments.at(-1);
  if (last === undefined) throw new Error("detailWith needs at least one attachment");
  return eventually(() => registry.getTrustDetail(last), {
    since: last,
    until: (answer) => attachments.every((one) => showsAttachment(one)(answer)),
  });
}

/** How many attachments of trust detail have this artifact digest. */
export function countOf(artifactDigest: string, detail: Answer): number {
  return listAt(detail.body, "attachments").filter(
    (item) => textAt(item, "artifactDigest") === artifactDigest,
  ).length;
}
