/** Several attachments on one release. */
import type { Check } from "../../harness/check.ts";
import type { Attachment, Given, PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, listAt, textAt, valueAt } from "../../harness/registry/answer.ts";
import {
  attachedRelease,
  attachmentOf,
  busyRelease,
  detailWith,
  finalizeBody,
  showsAttachment,
  toAttachment,
  type Tools,
} from "./attached-release.ts";

const about: Pick<Check, "level" | "operations" | "needs"> = {
  level: "must",
  operations: ["finalizeTrustUpload", "getTrustDetail"],
  needs: ["token:publisher"],
};

/** Two attachments, one after the other, with the trust detail after each. */
export interface Pair {
  readonly release: PublishedRelease;
  readonly first: Attachment;
  readonly second: Attachment;
  readonly before: Answer;
  readonly after: Answer;
}

export function attachedPair(given: Given): Promise<Pair> {
  return given.shared("trust/attached-pair", async (own, registry, settle) => {
    const { release, attachment: first, detail: before } = await attachedRelease(own);
    // longer than the first, so that a size that is the other's is seen, and the same JSON
    const artifact = Buffer.concat([first.intent.artifact, Buffer.from(" \n")]);
    const second = await own.attachment(release, { artifact });
    const hasBoth = (answer: Answer): boolean =>
      showsAttachment(first)(answer) && showsAttachment(second)(answer);
    const after = await settle(second, () => registry.getTrustDetail(release), hasBoth);
    return { release, first, second, before, after };
  });
}

function expectListed({ expect }: Tools, detail: Answer, attachments: readonly Attachment[]): void {
  expect.success(detail, 200);
  const ids = expect.list(detail, "attachments").map((item) => textAt(item, "id"));
  for (const { attachmentId } of attachments) {
    const count = ids.filter((id) => id === attachmentId).length;
    expect.that(count === 1, {
      expected: `the attachment ${attachmentId} once`,
      got: `it ${count} times among ${ids.map(String).join(", ") || "none"}`,
      answer: detail,
    });
  }
}

export const attachmentsAddUp: Check = {
  ...about,
  id: "trust/attachments-add-up",
  rule: "A second attachment joins the first in trust detail, and does not take its place.",
  source: "States and transitions: attachment becomes visible; Trust summary and trust detail envelopes",
  covers: ["member:trust-detail.attachments"],
  async run(tools) {
    const { first, second, after } = await attachedPair(tools.given);

    expectListed(tools, after, [first, second]);
    for (const [index, item] of listAt(after.body, "attachments").entries()) {
      const attachment = [first, second].find(({ attachmentId }) => attachmentId === textAt(item, "id"));
      if (attachment === undefined) continue;
      const { artifact, artifactDigest } = attachment.intent;
      tools.expect.echo(after, ["attachments", index, "artifactDigest"], artifactDigest);
      tools.expect.echo(after, ["attachments", index, "artifactSize"], artifact.length);
      // what becomes of the first is not said; the second was just finalized
      if (attachment === second)
        tools.expect.echo(after, ["attachments", index, "status", "state"], "active");
    }
  },
};

export const attachmentsHaveTheirOwnIds: Check = {
  ...about,
  id: "trust/attachments-have-their-own-ids",
  rule: "Two attachments of different artifacts have different attachmentIds, and their uploads different uploadIds.",
  source: "Finalize trust attachment upload, response body: attachmentId; Trust attachment: id",
  covers: ["member:finalize-trust-result.attachmentId", "member:trust-attachment.id"],
  async run({ given, expect }) {
    const { first, second } = await attachedPair(given);

    expect.that(first.attachmentId !== second.attachmentId, {
      expected: "two attachmentIds",
      got: `${second.attachmentId} twice`,
      answer: second.answer,
    });
    const { uploadId } = second.intent;
    expect.that(first.intent.uploadId !== uploadId, {
      expected: "two uploadIds",
      got: `${uploadId} twice`,
      answer: second.intent.answer,
    });
  },
};

export const racingAttachmentsAreAllKept: Check = {
  ...about,
  id: "trust/racing-attachments-are-all-kept",
  rule: "Attachments of one release that are finalized at the same time are all in trust detail, as long as their finalizes succeeded.",
  source: "States and transitions: attachment becomes visible",
  reading:
    "A registry may refuse one of them with a 409 while it is busy with the other; what it accepted, it keeps.",
  forms: "either",
  from: "standard",
  async run(tools) {
    const { given, registry, expect } = tools;
    const release = await busyRelease(given);
    const intents = [await given.trustUploaded(release), await given.trustUploaded(release)];

    const answers = await Promise.all(
      intents.map((intent) => registry.finalizeTrustUpload(intent, finalizeBody(given))),
    );
    const attachments = intents.flatMap((intent, index): readonly Attachment[] => {
      const answer = answers[index];
      if (answer === undefined || !isSuccess(answer)) return [];
      return [toAttachment(intent, answer)];
    });

    expect.that(attachments.length > 0, {
      expected: "a success at least",
      got: answers.map(({ status }) => status).join(", "),
    });
    for (const refused of answers.filter((answer) => !isSuccess(answer)))
      expect.equal(refused.status, 409, { what: "the status of a refusal", answer: refused });
    expectListed(tools, await detailWith(tools, ...attachments), attachments);
  },
};

export const sameBytesAreListedToo: Check = {
  ...about,
  id: "trust/the-same-bytes-again-are-listed-too",
  rule: "An attachment of bytes that its release has already is in trust detail under the id that finalize gave.",
  source:
    "States and transitions: attachment becomes visible; Finalize trust attachment upload: attachmentId",
  reading:
    "Whether the same bytes make a second attachment, are the first one again or are refused is not said; an id that a finalize gives is one that the detail has.",
  forms: "either",
  from: "standard",
  async run(tools) {
    const { given, registry } = tools;
    const { release, first } = await attachedPair(given);
    const { volume, version, artifact, requestBody } = first.intent;

    const created = await registry.createTrustUpload(release, requestBody);
    if (!isSuccess(created)) throw given.skipped("the registry does not take the same bytes again");
    const intent = given.trustIntentOf({ volume, version, artifact, requestBody }, created);
    await given.offerBytes(intent, artifact);
    const finalized = await registry.finalizeTrustUpload(intent, finalizeBody(given));
    if (!isSuccess(finalized)) throw given.skipped("the registry does not attach the same bytes again");
    const again = toAttachment(intent, finalized);

    expectListed(tools, await detailWith(tools, again), [again]);
  },
};

/** A request for an attachment of another format, and what came of it as far as the registry took it. */
interface FurtherFormat {
  readonly format: Readonly<Record<string, string>>;
  readonly created: Answer;
  /** Absent where the registry does not take the format. */
  readonly attachment?: Attachment;
}

/** Two formats, since one of them may be the target's own. */
const spdx = { family: "spdx", mediaType: "application/spdx+json", version: "2.3" };
const openVex = { family: "openvex", mediaType: "application/vnd.openvex+json", version: "0.2.0" };

/** An attachment of another format beside the pair. */
function furtherFormat(given: Given): Promise<FurtherFormat> {
  return given.shared("trust/further-format", async (own, registry) => {
    const { release } = await attachedPair(own);
    const { volume, version } = release;
    const artifact = Buffer.from(
      JSON.stringify({ spdxVersion: "SPDX-2.3", name: own.unique("spdx"), packages: [] }),
    );
    const standard = own.trustBody(release, artifact);
    const usual = textAt(standard, "attachment", "format", "mediaType");
    const format = usual === spdx.mediaType ? openVex : spdx;
    const requestBody = { ...standard, attachment: { ...attachmentOf(standard), format } };
    const created = await registry.createTrustUpload(release, requestBody);
    if (!isSuccess(created)) return { format, created };
    const intent = own.trustIntentOf({ volume, version, artifact, requestBody }, created);
    await own.transfer(intent, artifact);
    const finalized = await registry.finalizeTrustUpload(intent, finalizeBody(own));
    if (!isSuccess(finalized))
      throw own.blocked(`finalizing a trust upload (${own.form}) answered ${finalized.status}`, finalized);
    return { format, created, attachment: toAttachment(intent, finalized) };
  });
}

export const furtherFormatsShowUp: Check = {
  ...about,
  id: "trust/further-formats-show-up",
  rule: "An attachment of another format is in trust detail with that format, beside the first.",
  source: "Trust attachment: format; Trust summary and trust detail envelopes",
  reading:
    "Which formats a registry takes is its own business: it may refuse this one with unsupported-media-type or validation-failed.",
  covers: [
    "member:trust-attachment.format",
    "answers:createTrustUpload/unsupported-media-type",
    "slug:unsupported-media-type",
  ],
  from: "standard",
  async run(tools) {
    const { expect } = tools;
    const { first } = await attachedPair(tools.given);
    const { format, created, attachment: second } = await furtherFormat(tools.given);

    if (second === undefined) {
      expect.problem(created, "unsupported-media-type", "validation-failed");
      return;
    }
    const detail = await detailWith(tools, first, second);

    expectListed(tools, detail, [first, second]);
    const place = listAt(detail.body, "attachments").findIndex(
      (item) => textAt(item, "id") === second.attachmentId,
    );
    for (const [member, text] of Object.entries(format))
      expect.echo(detail, ["attachments", place, "format", member], text);
  },
};

export const allFormatsAreNamed: Check = {
  ...about,
  id: "trust/formats-of-all-attachments-are-named",
  level: "should",
  rule: "The trust summary of a release with attachments of two formats names two formats that are present.",
  source: "Trust summary and trust detail envelopes: artifacts, formatsPresent",
  reading:
    "How a format is named is not said; one that differs in family, media type and version has another name. A summary with an entry that leaves formatsPresent out is no breach.",
  operations: ["finalizeTrustUpload", "getTrustSummary"],
  covers: ["member:trust-summary.artifacts.formatsPresent"],
  forms: "either",
  from: "standard",
  async run({ given, registry, settle, expect }) {
    const { created, attachment } = await furtherFormat(given);
    if (attachment === undefined) {
      expect.problem(created, "unsupported-media-type", "validation-failed");
      return;
    }

    const summary = await settle(
      attachment,
      () => registry.getTrustSummary(attachment),
      (answer) => formatsNamed(answer).length > 1,
    );

    expect.success(summary, 200);
    expect.list(summary, "artifacts");
    const named = formatsNamed(summary);
    expect.that(named.length > 1, {
      expected: "the names of two formats",
      got: named.join(", ") || "none",
      answer: summary,
    });
  },
};

/** The different formats that a trust summary names in its entries; one that leaves them out counts for several. */
function formatsNamed(summary: Answer): readonly string[] {
  const named = listAt(summary.body, "artifacts").flatMap((entry) =>
    valueAt(entry, "formatsPresent") === undefined
      ? ["any", "other"]
      : listAt(entry, "formatsPresent").map(String),
  );
  return [...new Set(named)];
}
