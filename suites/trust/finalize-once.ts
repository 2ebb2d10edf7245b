/** One upload makes one attachment, however often and however fast it is finalized. */
import type { Check } from "../../harness/check.ts";
import { isSuccess, listAt, textAt } from "../../harness/registry/answer.ts";
import {
  attachedRelease,
  busyRelease,
  countOf,
  detailWith,
  finalizeBody,
  listedAt,
  siblingVersion,
  toAttachment,
  type Tools,
} from "./attached-release.ts";
import { sha256 } from "../../harness/seed.ts";
import type { Attachment } from "../../harness/given/given.ts";

const about: Pick<Check, "level" | "operations" | "needs"> = {
  level: "must",
  operations: ["finalizeTrustUpload", "getTrustDetail"],
  needs: ["token:publisher"],
};

async function expectOne(tools: Tools, attachment: Attachment): Promise<void> {
  const detail = await detailWith(tools, attachment);
  listedAt(tools.given, attachment, detail);

  const byId = listAt(detail.body, "attachments").filter(
    (item) => textAt(item, "id") === attachment.attachmentId,
  ).length;
  const count = Math.max(byId, countOf(attachment.intent.artifactDigest, detail));
  tools.expect.that(count <= 1, {
    expected: "one attachment of the artifact",
    got: String(count),
    answer: detail,
  });
}

export const finalizingTwiceAttachesOnce: Check = {
  ...about,
  id: "trust/finalizing-twice-attaches-once",
  rule: "Finalizing a trust upload a second time answers 409 invalid-upload-state or version-conflict, or the same attachment again, and attaches nothing more.",
  source: "Errors, rule 2; States and transitions",
  reading:
    "A finalized intent is not finalizable any more, while the idempotency of finalize suggests the first result: either answer is right, and of the 409s both that say so. The second request has a key of its own.",
  covers: [
    "rule:errors/2",
    "question:5",
    "answers:finalizeTrustUpload/invalid-upload-state",
    "gap:transitions/1",
  ],
  async run(tools) {
    const { given, registry, expect } = tools;
    const { attachment } = await attachedRelease(given);

    const again = await registry.finalizeTrustUpload(attachment.intent, finalizeBody(given));

    if (isSuccess(again)) {
      expect.equal(textAt(again.body, "attachmentId"), attachment.attachmentId, {
        what: "attachmentId of the second answer",
        answer: again,
      });
    } else expect.problem(again, "invalid-upload-state", "version-conflict");
    await expectOne(tools, attachment);
  },
};

export const racingFinalizesAttachOnce: Check = {
  ...about,
  id: "trust/racing-finalizes-attach-once",
  rule: "Of several finalizes of one trust upload at the same time one succeeds, and any other answers 409 or the same attachment.",
  source: "Errors, rule 2; States and transitions",
  reading: "Which of the 409s the others get is not said for a race; any that the grouping names will do.",
  covers: ["rule:errors/2", "rule:errors/3"],
  forms: "either",
  from: "standard",
  async run(tools) {
    const { given, registry, expect } = tools;
    const intent = await given.trustUploaded(await busyRelease(given));
    const bodies = [finalizeBody(given), finalizeBody(given)];

    const answers = await Promise.all(bodies.map((body) => registry.finalizeTrustUpload(intent, body)));

    const winners = answers.filter(isSuccess);
    const winner = winners[0];
    expect.that(winner !== undefined, {
      expected: "one success",
      got: answers.map(({ status }) => status).join(", "),
    });
    for (const loser of answers.filter((answer) => !isSuccess(answer))) {
      expect.problem(
        loser,
        "invalid-upload-state",
        "idempotency-conflict",
        "version-conflict",
        "inconsistent-registry-state",
      );
    }
    if (winner === undefined) return;
    const ids = winners.map(({ body }) => textAt(body, "attachmentId"));
    expect.equal([...new Set(ids)], [ids[0]], { what: "the attachmentIds of the successes", answer: winner });
    await expectOne(tools, toAttachment(intent, winner));
  },
};

export const lateBytesChangeNothing: Check = {
  ...about,
  id: "trust/late-bytes-change-nothing",
  rule: "Bytes that are sent for a trust upload after it was finalized change neither the digest nor the bytes of its attachment.",
  source: "Trust attachment: artifactDigest, locator; States and transitions",
  reading:
    "The upload step is opaque and may take or refuse such bytes; the attachment is what was finalized.",
  operations: ["finalizeTrustUpload", "transferBytes", "getTrustDetail"],
  forms: "either",
  from: "standard",
  async run(tools) {
    const { given, registry, settle, resolve, expect } = tools;
    const { attachment } = await siblingVersion(given);
    const { artifactDigest } = attachment.intent;

    await given.offerBytes(attachment.intent, Buffer.from(given.unique("bytes that came too late")));

    const detail = await detailWith(tools, attachment);
    const place = listedAt(given, attachment, detail);
    expect.echo(detail, ["attachments", place, "artifactDigest"], artifactDigest);
    const locator = textAt(detail.body, "attachments", place, "locator", "url");
    const url = locator === undefined ? undefined : resolve(locator, detail);
    if (url?.startsWith("http") !== true) return;
    const bytes = await settle(attachment, () => registry.fetchLocator(url), isSuccess);
    expect.equal(sha256(bytes.bytes), artifactDigest, {
      what: "the digest of the bytes at locator.url",
      answer: bytes,
    });
  },
};
