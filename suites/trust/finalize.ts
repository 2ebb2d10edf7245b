/** Finalizing trust uploads: the members of the result. */
import type { CheckFile } from "../../harness/check-file.ts";
import { isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import { haveSameOrigin } from "../../harness/exchange/references.ts";
import {
  attachedRelease,
  finalizeAnswer,
  finalizedUpload,
  showsAttachment,
} from "../situations/attached-release.ts";

const optional =
  "The table does not say which members are required. A missing member passes; a present one must have this value.";

export const finalize: CheckFile = {
  source: "States and transitions; Finalize trust attachment upload",
  operations: ["finalizeTrustUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "trust/uploaded-artifacts-are-attached",
      of: "trust/valid-uploads-are-attached",
      rule: "`POST` trust finalize of an unexpired upload whose bytes have arrived succeeds and returns an `attachmentId`.",
      reading:
        "The text does not state the success status, or whether the body is optional. Any 2xx passes, and the request has a body with an unused key.",
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
          expected: "an `attachmentId`",
          wanted: { member: "attachmentId" },
          got: "no `attachmentId`",
          answer,
        });
      },
    },
    {
      id: "trust/the-upload-id-is-repeated",
      of: "finalize/results-name-their-upload-and-release",
      owns: ["every-response/results-name-the-upload-of-their-path"],
      rule: "`POST` trust finalize returns the `uploadId` of the upload.",
      source: "Finalize trust attachment upload, response body: uploadId",
      covers: ["member:finalize-trust-result.uploadId"],
      async run({ given, expect }) {
        const { attachment } = await attachedRelease(given);

        expect.equal(textAt(attachment.answer.body, "uploadId"), attachment.intent.uploadId, {
          what: "`uploadId`",
          wanted: { member: "uploadId" },
          answer: attachment.answer,
        });
      },
    },
    {
      id: "trust/results-name-their-subject",
      of: "trust/valid-uploads-are-attached",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "Where `POST` trust finalize returns a `subject`, its `purl` and `integrity` are those of the release.",
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
    },
    {
      id: "trust/results-repeat-the-artifact-digest",
      of: "trust/valid-uploads-are-attached",
      rule: "Where `POST` trust finalize returns `artifactDigest`, it is the digest of the bytes that were sent.",
      source: "Finalize trust attachment upload, response body: artifactDigest",
      reading: optional,
      covers: ["member:finalize-trust-result.artifactDigest"],
      async run({ given, expect }) {
        const { attachment } = await attachedRelease(given);

        expect.echo(attachment.answer, ["artifactDigest"], attachment.intent.artifactDigest);
      },
    },
    {
      id: "trust/results-repeat-the-artifact-size",
      of: "trust/valid-uploads-are-attached",
      rule: "Where `POST` trust finalize returns `artifactSize`, it is the number of bytes that were sent.",
      source: "Finalize trust attachment upload, response body: artifactSize",
      reading: optional,
      covers: ["member:finalize-trust-result.artifactSize"],
      async run({ given, expect }) {
        const { attachment } = await attachedRelease(given);

        expect.echo(attachment.answer, ["artifactSize"], attachment.intent.artifact.length);
      },
    },
    {
      id: "trust/results-are-active",
      of: "trust/valid-uploads-are-attached",
      rule: "Where `POST` trust finalize returns `status.state`, it is `active`.",
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
    },
    {
      id: "trust/the-detail-url-leads-to-the-attachment",
      of: "finalize/detail-urls-lead-to-what-was-made",
      rule: "Where `POST` trust finalize returns a `detailUrl`, `GET` of it without a token succeeds. A JSON response lists the attachment.",
      source: "Finalize trust attachment upload, response body: detailUrl",
      reading:
        "The text does not say what `detailUrl` leads to, or whether it is absolute. It may be relative to the request URL, and a page that is not JSON passes. We do not judge a URL on a different origin.",
      covers: ["member:finalize-trust-result.detailUrl", "question:12"],
      async run({ given, registry, eventually, resolve, expect, target }) {
        const { attachment } = await attachedRelease(given);
        const { answer } = attachment;
        const detailUrl = textAt(answer.body, "detailUrl");
        const url = detailUrl === undefined ? undefined : resolve(detailUrl, answer);

        if (detailUrl === undefined || detailUrl === "")
          throw given.nothingToJudge("trust finalize returns no `detailUrl`, or an empty one");
        expect.that(url !== undefined, {
          expected: "a URI reference in `detailUrl`, if present",
          got: detailUrl,
          answer,
        });
        if (url === undefined) return;
        if (!haveSameOrigin(url, target.baseUrl))
          throw given.nothingToJudge("`detailUrl` is on another origin");
        const shown = await eventually(() => registry.fetchLocator(url), {
          since: attachment,
          until: (page) => isSuccess(page) && (!page.isJson || showsAttachment(attachment)(page)),
        });

        expect.success(shown);
        expect.that(!shown.isJson || showsAttachment(attachment)(shown), {
          expected: `the attachment ${attachment.attachmentId} in \`attachments\``,
          wanted: { item: attachment.attachmentId },
          got: `${listAt(shown.body, "attachments").length} attachments without this id`,
          answer: shown,
          member: "/attachments",
        });
      },
    },
  ],
};
