/** Multiple attachments on one release. */
import { toAttachment } from "../../harness/given/trust.ts";
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Attachment } from "../../harness/given/given.ts";
import { type Answer, isSuccess, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { atOnce } from "../../harness/api/at-once.ts";
import { detailWith, finalizeBody } from "../situations/attached-release.ts";
import { attachedPair, furtherFormat } from "./attached-pair.ts";
import { hostileVolume } from "../situations/hostile-volume.ts";

function expectListed({ expect }: Tools, detail: Answer, attachments: readonly Attachment[]): void {
  expect.success(detail, 200);
  const ids = expect.list(detail, "attachments").map((item) => textAt(item, "id"));
  for (const { attachmentId } of attachments) {
    const count = ids.filter((id) => id === attachmentId).length;
    expect.that(count === 1, {
      expected: `the attachment ${attachmentId} once`,
      ...(count === 0 ? { wanted: { item: attachmentId } } : {}),
      got: `${count === 0 ? "a list without it" : `it ${count} times`}: ${ids.map(String).join(", ") || "an empty one"}`,
      answer: detail,
      member: "/attachments",
    });
  }
}

/** The distinct formats in `formatsPresent` of all entries. An entry without `formatsPresent` counts as two formats. */
function formatsIn(summary: Answer): readonly string[] {
  const formats = listAt(summary.body, "artifacts").flatMap((entry) =>
    valueAt(entry, "formatsPresent") === undefined
      ? ["first unnamed format", "second unnamed format"]
      : listAt(entry, "formatsPresent").map(String),
  );
  return [...new Set(formats)];
}

export const multipleAttachments: CheckFile = {
  source: "States and transitions: attachment becomes visible; Trust summary and trust detail envelopes",
  operations: ["finalizeTrustUpload", "getTrustDetail"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "trust/the-latest-attachment-is-listed",
      of: "trust/later-attachments-are-listed-too",
      rule: "After a second `POST` trust finalize with the same format, `GET` trust detail lists the second attachment once, `active`. Where present, each listed one has its own digest and size.",
      reading:
        "The text does not say whether a newer attachment of the same category and format replaces the older one. Both pass.",
      covers: ["member:trust-detail.attachments"],
      async run(tools) {
        const { first, second, after } = await attachedPair(tools.given);

        expectListed(tools, after, [second]);
        for (const [index, item] of listAt(after.body, "attachments").entries()) {
          const attachment = [first, second].find(({ attachmentId }) => attachmentId === textAt(item, "id"));
          if (attachment === undefined) continue;
          const { artifact, artifactDigest } = attachment.intent;
          tools.expect.echo(after, ["attachments", index, "artifactDigest"], artifactDigest);
          tools.expect.echo(after, ["attachments", index, "artifactSize"], artifact.length);
          // the text does not say how the state of the first changes; the second was just finalized
          if (attachment === second)
            tools.expect.echo(after, ["attachments", index, "status", "state"], "active");
        }
      },
    },
    {
      id: "trust/a-second-attachment-keeps-the-first",
      of: "trust/later-attachments-keep-earlier-ones",
      rule: "After an attachment of another format, `GET` trust detail still lists the latest attachment of the first format.",
      reading:
        "The text does not show how an attachment changes another one. One of another format joins the first; where the registry refuses the format, there is nothing to judge.",
      covers: ["member:trust-detail.attachments"],
      async run(tools) {
        const { second } = await attachedPair(tools.given);
        const { attachment: other, detail } = await furtherFormat(tools.given);
        if (other === undefined || detail === undefined)
          throw tools.given.nothingToJudge("the registry takes no attachment of another format");

        expectListed(tools, detail, [second, other]);
      },
    },
    {
      id: "trust/attachment-ids-are-unique",
      rule: "Two attachments of different artifacts have different `attachmentId`s, and their uploads have different `uploadId`s.",
      source: "Finalize trust attachment upload, response body: attachmentId; Trust attachment: id",
      covers: ["member:finalize-trust-result.attachmentId", "member:trust-attachment.id"],
      async run({ given, expect }) {
        const { first, second } = await attachedPair(given);

        expect.that(first.attachmentId !== second.attachmentId, {
          expected: "different `attachmentId`s",
          wanted: { member: "attachmentId", differs: true },
          got: `${second.attachmentId} twice`,
          answer: second.answer,
        });
        const { uploadId } = second.intent;
        expect.that(first.intent.uploadId !== uploadId, {
          expected: "different `uploadId`s",
          wanted: { member: "uploadId", differs: true },
          got: `${uploadId} twice`,
          answer: second.intent.answer,
        });
      },
    },
    {
      id: "trust/concurrent-attachments-are-all-kept",
      of: "trust/later-attachments-keep-earlier-ones",
      forms: "one",
      rule: "Of concurrent `POST` trust finalize requests of two formats on one release, at least one succeeds and others answer 409. `GET` trust detail lists every attachment that succeeded.",
      source: "States and transitions: attachment becomes visible",
      reading:
        "The text does not mention concurrent finalizes on one release. A registry may refuse some of them with 409, but keeps every attachment that it accepted.",
      async run(tools) {
        const { given, registry, expect } = tools;
        const { format, attachment } = await furtherFormat(given);
        if (attachment === undefined)
          throw given.nothingToJudge("the registry takes no attachment of another format");
        const { publications } = await hostileVolume(given);
        // the largest archive: attachments do not depend on its size
        const [release = await given.publishedRelease()] = publications
          .flatMap(({ publication }) => publication.release ?? [])
          .toSorted((one, other) => other.archive.size - one.archive.size);
        const intents = [await given.trustUploaded(release), await given.trustUploaded(release, { format })];

        const answers = await atOnce(
          registry,
          intents.map((intent) => (racing) => racing.finalizeTrustUpload(intent, finalizeBody(given))),
        );
        const attachments = intents.flatMap((intent, index): readonly Attachment[] => {
          const answer = answers[index];
          if (answer === undefined || !isSuccess(answer)) return [];
          return [toAttachment(given, intent, answer)];
        });

        expect.that(attachments.length > 0, {
          expected: "at least one 2xx response",
          got: answers.map(({ status }) => status).join(", "),
        });
        for (const refused of answers.filter((answer) => !isSuccess(answer)))
          expect.equal(refused.status, 409, { what: "the status of a refused finalize", answer: refused });
        expectListed(tools, await detailWith(tools, ...attachments), attachments);
      },
    },
    {
      id: "trust/further-formats-are-listed",
      of: "trust/attachments-are-listed-as-uploaded",
      rule: "`GET` trust detail lists an attachment of a second format. Where members of its format are present, they have the values that were sent.",
      source: "Trust attachment: format; Trust summary and trust detail envelopes",
      reading:
        "The text leaves open which formats a registry accepts. It may refuse this one with 415 `unsupported-media-type` or 400 `validation-failed`.",
      covers: [
        "member:trust-attachment.format",
        "answers:createTrustUpload/unsupported-media-type",
        "slug:unsupported-media-type",
      ],
      async run(tools) {
        const { expect } = tools;
        const { format, created, attachment: second, detail } = await furtherFormat(tools.given);

        if (second === undefined || detail === undefined) {
          expect.problem(created, "unsupported-media-type", "validation-failed");
          return;
        }
        expectListed(tools, detail, [second]);
        const position = listAt(detail.body, "attachments").findIndex(
          (item) => textAt(item, "id") === second.attachmentId,
        );
        for (const [member, text] of Object.entries(format))
          expect.echo(detail, ["attachments", position, "format", member], text);
      },
    },
    {
      id: "trust/formats-of-all-attachments-are-named",
      of: "trust/summaries-are-complete",
      rule: "`GET` trust summary of a release with attachments of two formats has at least two different names in `formatsPresent`.",
      source: "Trust summary and trust detail envelopes: artifacts, formatsPresent",
      reading:
        "The text does not say how a format is named, or whether `formatsPresent` is required. Formats with different family, media type and version have different names; an entry without `formatsPresent` passes.",
      operations: ["finalizeTrustUpload", "getTrustSummary"],
      covers: ["member:trust-summary.artifacts.formatsPresent"],
      async run({ given, registry, eventually, expect }) {
        const { created, attachment } = await furtherFormat(given);
        if (attachment === undefined) {
          expect.problem(created, "unsupported-media-type", "validation-failed");
          return;
        }

        const summary = await eventually(() => registry.getTrustSummary(attachment), {
          since: attachment,
          until: (answer) => formatsIn(answer).length > 1,
        });

        expect.success(summary, 200);
        expect.list(summary, "artifacts");
        const formats = formatsIn(summary);
        expect.that(formats.length > 1, {
          expected: "at least two names in `formatsPresent`",
          got: formats.join(", ") || "no names",
          answer: summary,
        });
      },
    },
  ],
};
