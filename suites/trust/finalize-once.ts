/** One upload creates one attachment, even if it is finalized repeatedly or concurrently. */
import { restoredRelease } from "../situations/yanked-version.ts";
import { toAttachment } from "../../harness/given/trust.ts";
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import { type Answer, isSuccess, listAt, slugOf, textAt } from "../../harness/exchange/answer.ts";
import { atOnce } from "../../harness/api/at-once.ts";
import {
  attachedRelease,
  countOf,
  detailWith,
  finalizeBody,
  listedAt,
  siblingVersion,
} from "../situations/attached-release.ts";
import { ifExpired } from "../situations/expiry.ts";
import { detailOfSibling, sendLateBytes } from "./late-reads.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { isSlug } from "../../schemas/problems.ts";
import { expectBytesAtLocator } from "../situations/located-bytes.ts";
import type { Attachment } from "../../harness/given/given.ts";

async function expectOneAttachment(tools: Tools, attachment: Attachment): Promise<void> {
  const detail = await detailWith(tools, attachment);
  listedAt(tools.given, attachment, detail);

  const byId = listAt(detail.body, "attachments").filter(
    (item) => textAt(item, "id") === attachment.attachmentId,
  ).length;
  const count = Math.max(byId, countOf(attachment.intent.artifactDigest, detail));
  tools.expect.that(count <= 1, {
    expected: "one attachment of the artifact in the trust detail",
    got: `${count} attachments`,
    answer: detail,
  });
}

export const finalizeOnce: CheckFile = {
  source: "Errors, rule 2; States and transitions",
  operations: ["finalizeTrustUpload", "getTrustDetail"],
  needs: ["token:publisher"],
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "trust/a-second-finalize-makes-no-second-attachment",
      of: "finalize/uploads-take-effect-once",
      rule: "A second `POST` trust finalize answers 409 `invalid-upload-state`, 409 `version-conflict` or the same `attachmentId`. `GET` trust detail lists the artifact once.",
      reading:
        "The text leaves open whether a second finalize repeats the first result or finds the intent no longer finalizable. Either passes; the second request has a different idempotency key. After `expiresAt`, 410 `upload-expired` passes too.",
      covers: [
        "rule:errors/2",
        "question:5",
        "answers:finalizeTrustUpload/invalid-upload-state",
        "gap:transitions/1",
      ],
      forms: "each",
      from: "quick",
      async run(tools) {
        const { given, registry, expect } = tools;
        const { attachment } = await attachedRelease(given);

        const again = await registry.finalizeTrustUpload(attachment.intent, finalizeBody(given));

        if (isSuccess(again)) {
          expect.equal(textAt(again.body, "attachmentId"), attachment.attachmentId, {
            what: "`attachmentId` in the second response",
            wanted: { member: "attachmentId", again: true },
            answer: again,
          });
        } else
          expect.problem(
            again,
            "invalid-upload-state",
            "version-conflict",
            ...ifExpired(tools, attachment.intent),
          );
        await expectOneAttachment(tools, attachment);
      },
    },
    {
      id: "trust/concurrent-finalizes-attach-once",
      of: "finalize/uploads-take-effect-once",
      forms: "one",
      rule: "Of concurrent `POST` trust finalize requests for one upload, at least one succeeds, and the others answer 409 or the same `attachmentId`. One attachment exists. Two of them with the same key never answer `idempotency-conflict`.",
      reading:
        "The text does not say which 409 a concurrent finalize answers. Of those that Errors, rule 3 groups, all but `identity-mismatch` pass. Equal requests have no conflicting parameters.",
      covers: ["rule:errors/1", "rule:errors/2", "rule:errors/3"],
      async run(tools) {
        const { given, registry, expect } = tools;
        // no other check attaches to it: a newer attachment may replace this one
        const intent = await given.trustUploaded(await restoredRelease(given));
        const body = finalizeBody(given);
        const bodies = [finalizeBody(given), body, body];

        const answers = await atOnce(
          registry,
          bodies.map((body) => (racing) => racing.finalizeTrustUpload(intent, body)),
        );

        // a problem with the status of a success breaks a rule of its own
        const isProblem = (answer: Answer): boolean => !isSuccess(answer) || isSlug(slugOf(answer));
        const successes = answers.filter((answer) => !isProblem(answer));
        const success = successes[0];
        expect.that(success !== undefined, {
          expected: "a success (2xx) for at least one",
          got: answers.map(describeAnswer).join(", "),
          ...(answers[0] === undefined ? {} : { answer: answers[0] }),
        });
        for (const [place, refusal] of answers.entries()) {
          if (!isProblem(refusal)) continue;
          expect.problem(
            refusal,
            "invalid-upload-state",
            // the others have the same key
            ...(place === 0 ? (["idempotency-conflict"] as const) : []),
            "version-conflict",
            "inconsistent-registry-state",
          );
        }
        if (success === undefined) return;
        const ids = successes.map(({ body }) => textAt(body, "attachmentId"));
        expect.equal([...new Set(ids)], [ids[0]], {
          what: "the different `attachmentId`s of the 2xx responses",
          answer: success,
        });
        await expectOneAttachment(tools, toAttachment(given, intent, success));
      },
    },
    {
      id: "trust/late-bytes-change-nothing",
      of: "finalize/uploads-take-effect-once",
      last: "together",
      forms: "one",
      rule: "An upload transfer after `POST` trust finalize changes neither the `artifactDigest` of the attachment nor the bytes at its `locator.url`.",
      source: "Trust attachment: artifactDigest, locator; States and transitions",
      reading:
        "The text does not say whether the upload step accepts bytes after finalize. It may accept or refuse them, but the attachment stays as it was finalized.",
      operations: ["finalizeTrustUpload", "transferBytes", "getTrustDetail"],
      async run(tools) {
        const { given, expect } = tools;
        const { attachment } = await siblingVersion(given);
        const { artifactDigest } = attachment.intent;
        await sendLateBytes(given);

        const detail = await detailOfSibling(given);
        const position = listedAt(given, attachment, detail);
        expect.echo(detail, ["attachments", position, "artifactDigest"], artifactDigest);
        await expectBytesAtLocator(tools, { attachment, detail });
      },
    },
  ],
};
