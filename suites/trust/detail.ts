/** The entry of a finalized attachment in trust detail. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import type { Given } from "../../harness/given/given.ts";
import { textAt, valueAt } from "../../harness/exchange/answer.ts";
import {
  type AttachedRelease,
  attachedRelease,
  listedAt,
  readAttachedOnce,
} from "../situations/attached-release.ts";
import { detailOfSibling } from "./late-reads.ts";
import { attachmentsOfRun, trustLedger } from "../situations/registry-attachments.ts";
import { readTrustOnce } from "../situations/trust-documents.ts";
import { attachedPair, furtherFormat } from "./attached-pair.ts";
import { expectBytesAtLocator } from "../situations/located-bytes.ts";

const optional =
  "The table does not say which members are required. A missing member passes; a present one must have this value.";

type Listed = Pick<AttachedRelease, "attachment" | "detail">;

/** The last of three attachments of one release, of another format, so that the locator of the first is detected; or the second of two, if the registry refuses the format. */
async function lastOfSeveral(given: Given): Promise<Listed> {
  const { second, after } = await attachedPair(given);
  const { attachment = second, detail = after } = await furtherFormat(given);
  return { attachment, detail };
}

/** Downloads the bytes of an attachment, if it has an http locator. */
export async function expectLocated(tools: Tools, { attachment, detail }: Listed): Promise<void> {
  // blocked where it is not listed
  listedAt(tools.given, attachment, detail);
  await expectBytesAtLocator(tools, { attachment, detail });
}

export const detail: CheckFile = {
  source: "States and transitions: attachment becomes visible; Trust detail",
  operations: ["getTrustDetail"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "trust/attachments-are-listed",
      of: "trust/attachments-are-listed-as-uploaded",
      rule: "`GET` trust detail without a token answers 200 and lists a finalized attachment with the `attachmentId` that finalize returned as its `id`.",
      reading:
        "The text does not say when the attachment becomes visible. It may take up to the settling time of the target.",
      covers: [
        "operation:getTrustDetail",
        "transition:trust-finalize",
        "member:trust-detail.attachments",
        "member:trust-attachment.id",
        "rule:service/1",
        "rule:authentication/2",
      ],
      async run({ given, expect }) {
        const { attachment, detail } = await attachedRelease(given);

        expect.success(detail, 200);
        const ids = expect.list(detail, "attachments").map((item) => textAt(item, "id"));
        expect.that(ids.includes(attachment.attachmentId), {
          expected: `an attachment with the id ${attachment.attachmentId}`,
          wanted: { item: attachment.attachmentId },
          got: ids.length === 0 ? "no attachments" : `the ids ${ids.map(String).join(", ")}`,
          answer: detail,
          member: "/attachments",
        });
      },
    },
    {
      id: "trust/details-name-their-subject",
      of: "trust/documents-name-their-release",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "Where `GET` trust detail returns a `subject`, its `purl` and `integrity` are those of the release.",
      source: "Trust summary and trust detail envelopes: subject",
      reading: optional,
      covers: ["subject", "subject.purl", "subject.integrity"].map(
        (member) => `member:trust-detail.${member}`,
      ),
      async run({ given, expect }) {
        const { release, detail } = await attachedRelease(given);

        expect.echo(detail, ["subject", "purl"], release.purl);
        expect.echo(detail, ["subject", "integrity"], release.integrity);
      },
    },
    {
      id: "trust/listed-attachments-have-the-artifact-digest",
      of: "trust/attachments-are-listed-as-uploaded",
      forms: "one",
      rule: "Where an attachment in `GET` trust detail has `artifactDigest`, it is the digest of the bytes that were sent.",
      source: "Trust attachment: artifactDigest",
      reading: optional,
      covers: ["member:trust-attachment.artifactDigest"],
      async run({ given, expect }) {
        const { attachment, detail } = await attachedRelease(given);
        const position = listedAt(given, attachment, detail);

        expect.echo(detail, ["attachments", position, "artifactDigest"], attachment.intent.artifactDigest);
      },
    },
    {
      id: "trust/listed-attachments-have-the-artifact-size",
      of: "trust/attachments-are-listed-as-uploaded",
      forms: "one",
      rule: "Where an attachment in `GET` trust detail has `artifactSize`, it is the number of bytes that were sent.",
      source: "Trust attachment: artifactSize",
      reading: optional,
      covers: ["member:trust-attachment.artifactSize"],
      async run({ given, expect }) {
        const { attachment, detail } = await attachedRelease(given);
        const position = listedAt(given, attachment, detail);

        expect.echo(detail, ["attachments", position, "artifactSize"], attachment.intent.artifact.length);
      },
    },
    {
      id: "trust/listed-attachments-have-the-format",
      of: "trust/attachments-are-listed-as-uploaded",
      forms: "one",
      rule: "Where an attachment in `GET` trust detail has members of the format, they have the values that were sent.",
      source: "Trust attachment: format",
      reading: optional,
      covers: ["member:trust-attachment.format"],
      async run({ given, expect }) {
        const { attachment, detail } = await attachedRelease(given);
        const position = listedAt(given, attachment, detail);

        for (const [member, text] of Object.entries(attachment.intent.format)) {
          expect.echo(detail, ["attachments", position, "format", member], text);
        }
      },
    },
    {
      id: "trust/listed-formats-are-complete",
      of: "trust/attachments-keep-format-and-state",
      forms: "one",
      rule: "Where an attachment in `GET` trust detail has a `format`, it has every member that was sent.",
      source: "Trust attachment: format; Trust attachment upload intent: format object",
      reading:
        "The text does not say whether `format` is required. A missing format passes; an incomplete one describes a different format.",
      covers: ["member:trust-attachment.format"],
      async run({ given, expect, depth }) {
        const { attachment, detail } = await (depth === "quick" ? attachedRelease : lastOfSeveral)(given);
        const position = listedAt(given, attachment, detail);
        const listed = valueAt(detail.body, "attachments", position, "format");

        const missing = Object.keys(attachment.intent.format).filter(
          (member) => valueAt(listed, member) === undefined,
        );

        expect.equal(listed === undefined ? [] : missing, [], {
          what: "the missing members of the format in the detail",
          answer: detail,
        });
      },
    },
    {
      id: "trust/listed-attachments-are-active",
      of: "trust/attachments-are-listed-as-uploaded",
      forms: "one",
      rule: "Where an attachment in `GET` trust detail was just finalized and has `status.state`, it is `active`.",
      source: "States and transitions: finalize trust upload succeeds",
      reading:
        "The text does not say whether the state is required, or how it changes later. A missing state passes; this attachment was just finalized, so a present one is `active`.",
      covers: [
        "member:trust-attachment.status",
        "member:trust-attachment.status.state",
        "transition:trust-finalize",
      ],
      async run({ given, expect }) {
        const { attachment, detail } = await attachedRelease(given);
        const position = listedAt(given, attachment, detail);

        expect.echo(detail, ["attachments", position, "status", "state"], "active");
      },
    },
    {
      id: "trust/locators-lead-to-the-artifact",
      of: "trust/attachments-are-listed-as-uploaded",
      last: "together",
      forms: "one",
      rule: "Where an attachment has an http `locator.url`, the bytes downloaded from it without a token have its artifact digest.",
      source: "Trust attachment: locator, artifactDigest",
      reading:
        "The text does not say whether `locator.url` is required or is an http URL. Other locators pass; redirects are followed, and the bytes have the settling time.",
      operations: ["getTrustDetail", "transferBytes"],
      covers: ["member:trust-attachment.locator", "member:trust-attachment.locator.url"],
      async run(tools) {
        const { given, depth } = tools;
        const first = await attachedRelease(given);
        if (depth !== "quick") {
          await expectLocated(tools, await lastOfSeveral(given));
          // refused finalizes of uploads with the same bytes do not change it
          await detailOfSibling(given);
        }
        await expectLocated(tools, first);
      },
    },
    {
      id: "trust/details-without-attachments-are-empty",
      of: "trust/releases-without-attachments-have-empty-documents",
      owns: ["every-response/trust-details-are-well-formed"],
      rule: "`GET` trust detail of a release without attachments answers 200 with an empty `attachments` array. A returned `subject` is that release.",
      reading:
        "The text does not say that only uploads attach something. What the run has never declared is the registry's own.",
      source: "Trust detail; Trust summary and trust detail envelopes",
      covers: ["operation:getTrustDetail", "member:trust-detail.attachments"],
      ledgers: [trustLedger],
      async run(tools) {
        const { given, expect } = tools;
        const release = await given.sharedRelease();

        const { detail } = await readTrustOnce(given);

        expect.success(detail, 200);
        expect.list(detail, "attachments");
        expect.equal(attachmentsOfRun(tools, detail), [], {
          what: "`attachments`",
          wanted: { member: "attachments" },
          answer: detail,
        });
        expect.echo(detail, ["subject", "purl"], release.purl);
        expect.echo(detail, ["subject", "integrity"], release.integrity);
      },
    },
    {
      id: "trust/attaching-does-not-change-the-release",
      of: "trust/attaching-changes-no-release",
      last: "together",
      rule: "After `POST` trust finalize, `GET` metadata still shows the same `integrity` and `purl` and the state `available`.",
      source: "What the service does, rule 4; Resources, Release metadata: integrity",
      reading:
        "The text does not mention attachments here. The integrity is a digest of the file tree, and attachments are not part of the tree.",
      operations: ["finalizeTrustUpload", "getRelease"],
      covers: ["rule:service/4"],
      async run({ given, expect }) {
        const { release, answer: after } = await readAttachedOnce(given);

        expect.success(after);
        expect.equal(textAt(after.body, "integrity"), release.integrity, {
          what: "`integrity`",
          wanted: { member: "integrity" },
          answer: after,
        });
        expect.equal(textAt(after.body, "purl"), release.purl, {
          what: "`purl`",
          wanted: { member: "purl" },
          answer: after,
        });
        expect.equal(textAt(after.body, "status", "state"), "available", {
          what: "`status.state`",
          wanted: { member: "state" },
          answer: after,
        });
      },
    },
  ],
};
