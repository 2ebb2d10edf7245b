/** What trust detail says of a finalized attachment. */
import type { Check } from "../../harness/check.ts";
import type { Attachment, Given } from "../../harness/given/given.ts";
import { type Answer, isSuccess, textAt, valueAt } from "../../harness/registry/answer.ts";
import { sha256 } from "../../harness/seed.ts";
import { attachedRelease, listedAt, readAttachedOnce } from "./attached-release.ts";
import { attachedPair } from "./several.ts";
import { readTrustOnce } from "./untouched-release.ts";

const about: Pick<Check, "level" | "operations" | "needs"> = {
  level: "must",
  operations: ["getTrustDetail"],
  needs: ["token:publisher"],
};

const optional =
  "The table has no column for required members: one that is absent is no breach, one that is there is true.";

export const attachmentsAreListed: Check = {
  ...about,
  id: "trust/attachments-are-listed",
  rule: "A finalized attachment is in trust detail under the id that finalize gave, readable without a token.",
  source: "States and transitions: attachment becomes visible; Trust detail",
  reading: "It may take until the target's settling time is over.",
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
      got: `ids ${ids.map(String).join(", ") || "none"}`,
      answer: detail,
    });
  },
};

export const detailNamesItsSubject: Check = {
  ...about,
  id: "trust/details-name-their-subject",
  rule: "The subject of trust detail is the purl and the integrity of the release.",
  source: "Trust summary and trust detail envelopes: subject",
  reading: optional,
  covers: ["subject", "subject.purl", "subject.integrity"].map((member) => `member:trust-detail.${member}`),
  async run({ given, expect }) {
    const { release, detail } = await attachedRelease(given);

    expect.echo(detail, ["subject", "purl"], release.purl);
    expect.echo(detail, ["subject", "integrity"], release.integrity);
  },
};

export const listedDigestIsOfTheArtifact: Check = {
  ...about,
  id: "trust/listed-attachments-have-the-artifact-digest",
  rule: "The artifactDigest of an attachment in trust detail is the digest of the bytes that were sent.",
  source: "Trust attachment: artifactDigest",
  reading: optional,
  covers: ["member:trust-attachment.artifactDigest"],
  async run({ given, expect }) {
    const { attachment, detail } = await attachedRelease(given);
    const place = listedAt(given, attachment, detail);

    expect.echo(detail, ["attachments", place, "artifactDigest"], attachment.intent.artifactDigest);
  },
};

export const listedSizeIsOfTheArtifact: Check = {
  ...about,
  id: "trust/listed-attachments-have-the-artifact-size",
  rule: "The artifactSize of an attachment in trust detail is the number of bytes that were sent.",
  source: "Trust attachment: artifactSize",
  reading: optional,
  covers: ["member:trust-attachment.artifactSize"],
  async run({ given, expect }) {
    const { attachment, detail } = await attachedRelease(given);
    const place = listedAt(given, attachment, detail);

    expect.echo(detail, ["attachments", place, "artifactSize"], attachment.intent.artifact.length);
  },
};

export const listedFormatWasSent: Check = {
  ...about,
  id: "trust/listed-attachments-have-the-format",
  rule: "The format of an attachment in trust detail is the one that was sent.",
  source: "Trust attachment: format",
  reading: optional,
  covers: ["member:trust-attachment.format"],
  async run({ given, expect }) {
    const { attachment, detail } = await attachedRelease(given);
    const place = listedAt(given, attachment, detail);

    for (const [member, text] of Object.entries(attachment.intent.format)) {
      expect.echo(detail, ["attachments", place, "format", member], text);
    }
  },
};

export const listedFormatsAreWhole: Check = {
  ...about,
  id: "trust/listed-formats-are-whole",
  level: "should",
  rule: "The format of an attachment in trust detail has every member that was sent.",
  source: "Trust attachment: format; Trust attachment upload intent: format object",
  reading:
    "A format may be left out whole. One that is there without a member that was sent is the format of something else.",
  covers: ["member:trust-attachment.format"],
  async run({ given, expect }) {
    const { attachment, detail } = await attachedRelease(given);
    const place = listedAt(given, attachment, detail);
    const listed = valueAt(detail.body, "attachments", place, "format");

    const lost = Object.keys(attachment.intent.format).filter(
      (member) => valueAt(listed, member) === undefined,
    );

    expect.equal(listed === undefined ? [] : lost, [], {
      what: "the members of the format that the detail leaves out",
      answer: detail,
    });
  },
};

export const listedAttachmentsAreActive: Check = {
  ...about,
  id: "trust/listed-attachments-are-active",
  rule: "An attachment that was just finalized has the state active in trust detail.",
  source: "States and transitions: finalize trust upload succeeds",
  reading: `${optional} What a registry makes of an attachment later is not said; this one was just finalized.`,
  covers: [
    "member:trust-attachment.status",
    "member:trust-attachment.status.state",
    "transition:trust-finalize",
  ],
  async run({ given, expect }) {
    const { attachment, detail } = await attachedRelease(given);
    const place = listedAt(given, attachment, detail);

    expect.echo(detail, ["attachments", place, "status", "state"], "active");
  },
};

/** An attachment that is not its release's first, so that a locator that is the first one's is seen. */
async function laterAttachment(
  given: Given,
): Promise<{ readonly attachment: Attachment; readonly detail: Answer }> {
  const { second, after } = await attachedPair(given);
  return { attachment: second, detail: after };
}

export const locatorsLeadToTheArtifact: Check = {
  ...about,
  id: "trust/locators-lead-to-the-artifact",
  rule: "The bytes at an attachment's locator.url have its artifactDigest, and are fetched without a token.",
  source: "Trust attachment: locator, artifactDigest",
  reading:
    "An attachment without a URL is no breach, nor is one that is no http address; redirects are followed, and the bytes may settle.",
  covers: ["member:trust-attachment.locator", "member:trust-attachment.locator.url"],
  async run({ given, registry, settle, resolve, expect, depth }) {
    const { attachment, detail } =
      depth === "quick" ? await attachedRelease(given) : await laterAttachment(given);
    const place = listedAt(given, attachment, detail);
    const locator = textAt(detail.body, "attachments", place, "locator", "url");
    const url = locator === undefined ? undefined : resolve(locator, detail);

    expect.that(locator !== "", {
      expected: "a locator.url that leads somewhere, where there is one",
      got: '""',
      answer: detail,
    });
    if (url?.startsWith("http") !== true) return;
    const bytes = await settle(attachment, () => registry.fetchLocator(url), isSuccess);

    expect.success(bytes);
    expect.equal(sha256(bytes.bytes), attachment.intent.artifactDigest, {
      what: "the digest of the bytes at locator.url",
      answer: bytes,
    });
  },
};

export const detailsWithoutAttachmentsAreEmpty: Check = {
  ...about,
  id: "trust/details-without-attachments-are-empty",
  rule: "Trust detail of a release that has no attachments answers 200 with an empty attachments array.",
  source: "Trust detail; Trust summary and trust detail envelopes",
  covers: ["operation:getTrustDetail", "member:trust-detail.attachments"],
  async run({ given, expect }) {
    const release = await given.sharedRelease();

    const { detail } = await readTrustOnce(given);

    expect.success(detail, 200);
    expect.equal(expect.list(detail, "attachments"), [], { what: "attachments", answer: detail });
    expect.echo(detail, ["subject", "purl"], release.purl);
    expect.echo(detail, ["subject", "integrity"], release.integrity);
  },
};

export const attachingKeepsTheRelease: Check = {
  ...about,
  id: "trust/attaching-keeps-the-release",
  rule: "Attaching trust to a release changes neither its integrity, its purl nor its state.",
  source: "What the service does, rule 4; Resources, Release metadata: integrity",
  reading: "The integrity is a digest of the file tree, of which trust is no part.",
  operations: ["finalizeTrustUpload", "getRelease"],
  covers: ["rule:service/4"],
  async run({ given, expect }) {
    const { release, answer: after } = await readAttachedOnce(given);

    expect.success(after);
    expect.equal(textAt(after.body, "integrity"), release.integrity, { what: "integrity", answer: after });
    expect.equal(textAt(after.body, "purl"), release.purl, { what: "purl", answer: after });
    expect.equal(textAt(after.body, "status", "state"), "available", { what: "status.state", answer: after });
  },
};
