import type { Call } from "../call.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Attachment, Format, Release, TrustIntent } from "../store.ts";
import { groupedBy } from "./grouping.ts";

/** The representation of trust resources (sections "Trust attachment …", "Trust summary and trust detail envelopes"). */
export interface TrustRendering {
  readonly subject: (release: Release, call: Call) => JsonObject;
  readonly trustIntent: (intent: TrustIntent, release: Release, call: Call) => JsonObject;
  readonly trustFinalized: (
    finalized: { readonly intent: TrustIntent; readonly attachment: Attachment },
    release: Release,
    call: Call,
  ) => JsonObject;
  readonly detailUrl: (release: Release, call: Call) => string;
  readonly verification: (attachment: Attachment, release: Release, call: Call) => JsonObject | undefined;
  readonly locator: (attachment: Attachment, call: Call) => JsonObject | undefined;
  readonly attachment: (attachment: Attachment, release: Release, call: Call) => JsonObject;
  /** The name of a format in the summary. */
  readonly formatName: (format: Format, call: Call) => string;
  readonly formatsPresent: (attachments: readonly Attachment[], call: Call) => readonly string[];
  readonly summaryArtifacts: (attachments: readonly Attachment[], call: Call) => readonly JsonObject[];
  /** When the trust data of a release last changed, in milliseconds since 1970. */
  readonly trustUpdatedAt: (release: Release, call: Call) => number;
  readonly revision: (release: Release, call: Call) => Json;
  readonly detailAvailable: (release: Release, call: Call) => boolean;
  readonly judgments: (release: Release, call: Call) => JsonObject | undefined;
  readonly summary: (release: Release, call: Call) => JsonObject;
  readonly detail: (release: Release, call: Call) => JsonObject;
}

/** Trust resources as the reference registry shows them. */
export const trustRendering: TrustRendering = {
  subject: (release, call) => ({
    purl: call.rules.identity.purl(release.name, release.version, call),
    integrity: release.integrity,
  }),
  trustIntent: (intent, release, call) => {
    const { render, transfer } = call.rules;
    return {
      uploadId: intent.uploadId,
      subject: render.subject(release, call),
      attachment: { category: intent.category, format: intent.format },
      declaredDigest: intent.declaredDigest,
      upload: transfer.instructions(intent, call),
      expiresAt: render.timestamp(intent.expiresAt, call),
      state: render.intentState(intent, call),
      declaredSize: intent.declaredSize,
      idempotencyKey: intent.idempotencyKey,
    };
  },
  trustFinalized: ({ intent, attachment }, release, call) => {
    const { render } = call.rules;
    return {
      uploadId: intent.uploadId,
      attachmentId: attachment.id,
      subject: render.subject(release, call),
      artifactDigest: attachment.digest,
      status: render.status(attachment.status, call),
      detailUrl: render.detailUrl(release, call),
      artifactSize: attachment.bytes.byteLength,
    };
  },
  detailUrl: (release, call) => `${call.rules.render.releaseUrl(release, call)}/trust/detail`,
  verification: (_attachment, release) => ({ subjectDigest: release.integrity }),
  locator: (attachment, call) => ({ url: call.rules.transfer.artifactUrl(attachment, call) }),
  attachment: (attachment, release, call) => {
    const { render } = call.rules;
    return {
      id: attachment.id,
      category: attachment.category,
      format: attachment.format,
      artifactDigest: attachment.digest,
      locator: render.locator(attachment, call),
      status: render.status(attachment.status, call),
      artifactSize: attachment.bytes.byteLength,
      verification: render.verification(attachment, release, call),
    };
  },
  formatName: (format) => format["family"] ?? format["mediaType"] ?? "",
  formatsPresent: (attachments, call) => [
    ...new Set(attachments.map(({ format }) => call.rules.render.formatName(format, call))),
  ],
  summaryArtifacts: (attachments, call) =>
    [...groupedBy(attachments, ({ category }) => category)].map(([category, group]) => ({
      category,
      formatsPresent: call.rules.render.formatsPresent(group, call),
      present: true,
    })),
  trustUpdatedAt: (release) => release.attachments.at(-1)?.attachedAt ?? release.publishedAt,
  revision: (release, call) => ({
    revision: `r${release.revision}`,
    updatedAt: call.rules.render.timestamp(call.rules.render.trustUpdatedAt(release, call), call),
  }),
  detailAvailable: () => true,
  judgments: () => ({}),
  summary: (release, call) => {
    const { render, visibility } = call.rules;
    return {
      subject: render.subject(release, call),
      artifacts: render.summaryArtifacts(visibility.attachments(release, call), call),
      detailAvailable: render.detailAvailable(release, call),
      revision: render.revision(release, call),
      judgments: render.judgments(release, call),
    };
  },
  detail: (release, call) => {
    const { render, visibility } = call.rules;
    return {
      subject: render.subject(release, call),
      revision: render.revision(release, call),
      attachments: visibility
        .attachments(release, call)
        .map((item) => render.attachment(item, release, call)),
    };
  },
};
