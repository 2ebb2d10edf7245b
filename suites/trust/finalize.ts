/** Finalizing trust uploads: what the result says. */
import type { Check } from "../../harness/check.ts";
import { isSuccess, listAt, textAt } from "../../harness/registry/answer.ts";
import { attachedRelease, finalizeAnswer, finalizedUpload, showsAttachment } from "./attached-release.ts";

const about: Pick<Check, "level" | "operations" | "needs"> = {
  level: "must",
  operations: ["finalizeTrustUpload"],
  needs: ["token:publisher"],
};

const optional =
  "The table has no column for required members: one that is absent is no breach, one that is there is true.";

export const uploadsAreFinalized: Check = {
  ...about,
  id: "trust/uploads-are-finalized",
  rule: "Finalizing a trust upload whose bytes have arrived and whose intent has not expired succeeds.",
  source: "States and transitions; Finalize trust attachment upload",
  reading:
    "No success status is stated, so any in the 200s is one. The body with a fresh key goes along, since it is not said to be optional.",
  covers: [
    "operation:finalizeTrustUpload",
    "gap:endpoints/6",
    "transition:trust-finalize",
    "member:finalize-trust-request.idempotencyKey",
    "member:finalize-trust-result.attachmentId",
  ],
  async run({ given, expect }) {
    const answer = finalizeAnswer(given, await finalizedUpload(given));

    expect.success(answer);
    expect.that((textAt(answer.body, "attachmentId") ?? "") !== "", {
      expected: "an attachmentId",
      got: "none",
      answer,
    });
  },
};

export const resultsRepeatTheUploadId: Check = {
  ...about,
  id: "trust/results-repeat-the-upload-id",
  rule: "The uploadId in the result of finalizing a trust upload is that of the upload.",
  source: "Finalize trust attachment upload, response body: uploadId",
  covers: ["member:finalize-trust-result.uploadId"],
  async run({ given, expect }) {
    const { attachment } = await attachedRelease(given);

    expect.equal(textAt(attachment.answer.body, "uploadId"), attachment.intent.uploadId, {
      what: "uploadId",
      answer: attachment.answer,
    });
  },
};

export const resultsNameTheirSubject: Check = {
  ...about,
  id: "trust/results-name-their-subject",
  rule: "The subject in the result of finalizing a trust upload is the purl and the integrity of the release.",
  source: "Finalize trust attachment upload, response body: subject",
  reading: optional,
  covers: ["subject", "subject.purl", "subject.integrity"].map(
    (member) => `member:finalize-trust-result.${member}`,
  ),
  async run({ given, expect }) {
    const { release, attachment } = await attachedRelease(given);

    expect.echo(attachment.answer, ["subject", "purl"], release.purl);
    expect.echo(attachment.answer, ["subject", "integrity"], release.integrity);
  },
};

export const resultsRepeatTheArtifactDigest: Check = {
  ...about,
  id: "trust/results-repeat-the-artifact-digest",
  rule: "The artifactDigest in the result of finalizing a trust upload is the digest of the bytes that were sent.",
  source: "Finalize trust attachment upload, response body: artifactDigest",
  reading: optional,
  covers: ["member:finalize-trust-result.artifactDigest"],
  async run({ given, expect }) {
    const { attachment } = await attachedRelease(given);

    expect.echo(attachment.answer, ["artifactDigest"], attachment.intent.artifactDigest);
  },
};

export const resultsRepeatTheArtifactSize: Check = {
  ...about,
  id: "trust/results-repeat-the-artifact-size",
  rule: "The artifactSize in the result of finalizing a trust upload is the number of bytes that were sent.",
  source: "Finalize trust attachment upload, response body: artifactSize",
  reading: optional,
  covers: ["member:finalize-trust-result.artifactSize"],
  async run({ given, expect }) {
    const { attachment } = await attachedRelease(given);

    expect.echo(attachment.answer, ["artifactSize"], attachment.intent.artifact.length);
  },
};

export const resultsAreActive: Check = {
  ...about,
  id: "trust/results-are-active",
  rule: "The status in the result of finalizing a trust upload has the state active.",
  source: "States and transitions: finalize trust upload succeeds",
  reading: optional,
  covers: [
    "member:finalize-trust-result.status",
    "member:finalize-trust-result.status.state",
    "transition:trust-finalize",
  ],
  async run({ given, expect }) {
    const { attachment } = await attachedRelease(given);

    expect.echo(attachment.answer, ["status", "state"], "active");
  },
};

export const resultsLeadToTheDetail: Check = {
  ...about,
  id: "trust/results-lead-to-the-detail",
  level: "should",
  rule: "The detailUrl in the result of finalizing a trust upload leads, without a token, to the detail that has the attachment.",
  source: "Finalize trust attachment upload, response body: detailUrl",
  reading:
    "It is a string, and may be relative to the request's URL. What it leads to is not said beyond its name, so a page that is no JSON will do.",
  covers: ["member:finalize-trust-result.detailUrl", "question:12"],
  async run({ given, registry, settle, resolve, expect }) {
    const { attachment } = await attachedRelease(given);
    const { answer } = attachment;
    const detailUrl = textAt(answer.body, "detailUrl");
    const url = detailUrl === undefined ? undefined : resolve(detailUrl, answer);

    expect.that(detailUrl === undefined || url?.startsWith("http") === true, {
      expected: "a URL, where there is one",
      got: String(detailUrl),
      answer,
    });
    if (url === undefined) return;
    const shown = await settle(
      attachment,
      () => registry.fetchLocator(url),
      (page) => isSuccess(page) && (!page.isJson || showsAttachment(attachment)(page)),
    );

    expect.success(shown);
    expect.that(!shown.isJson || showsAttachment(attachment)(shown), {
      expected: `the attachment ${attachment.attachmentId} among the attachments`,
      got: `${listAt(shown.body, "attachments").length} attachments without it`,
      answer: shown,
    });
  },
};
