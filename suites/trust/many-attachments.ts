/** Many attachments on one release, some of them with unusual bytes. */
import { toAttachment } from "../../harness/given/trust.ts";
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import { isSuccess, listAt, slugOf, textAt } from "../../harness/exchange/answer.ts";
import { attachmentIds, detailWith, finalizeBody } from "../situations/attached-release.ts";
import { expectBytesAtLocator } from "../situations/located-bytes.ts";
import { attachFurther, attachMany, idsOf } from "./further-attachments.ts";

/** Number of attachments of the release: more than a page of twenty has, and at depth deep than one of fifty. */
const counts: Readonly<Record<Tools["depth"], number>> = { quick: 21, standard: 21, deep: 51 };

function isOrdinary({ length }: Uint8Array): boolean {
  return length > 1 && length < 1000;
}

export const manyAttachments: CheckFile = {
  source: "Trust detail; States and transitions: attachment becomes visible",
  operations: ["finalizeTrustUpload", "getTrustDetail"],
  needs: ["token:publisher"],
  forms: "one",
  from: "standard",
  // at the end: then the release has the attachments of most other checks
  checks: [
    {
      id: "trust/the-last-of-many-attachments-is-listed",
      of: "trust/later-attachments-are-listed-too",
      last: "together",
      prepare: async ({ given, depth }) => await attachFurther(given, counts[depth]),
      rule: "After 21 attachments to one release, 51 at depth deep, `GET` trust detail lists the last one once.",
      reading:
        "The text does not say whether a newer attachment replaces an older one. The last one is visible in both cases.",
      covers: ["member:trust-detail.attachments", "transition:trust-finalize"],
      async run({ given, expect, depth }) {
        const many = await attachMany(given, counts[depth]);
        const { attachments, detail } = many;
        const id = attachments.at(-1)?.attachmentId;
        const listed = attachmentIds(detail);
        const count = listed.filter((one) => one === id).length;

        expect.success(detail, 200);
        expect.that(count === 1, {
          expected: `the last of ${idsOf(many).length} attachments once (${String(id)})`,
          ...(id === undefined || count > 0 ? {} : { wanted: { item: id } }),
          got: `${listed.length} attachments, ${count === 0 ? "without it" : `with it ${count} times`}`,
          answer: detail,
          member: "/attachments",
        });
      },
    },
    {
      id: "trust/many-attachments-are-all-listed",
      of: "trust/later-attachments-keep-earlier-ones",
      last: "together",
      rule: "Where a second attachment joins the first, `GET` trust detail lists every attachment after 21 of them, 51 at depth deep.",
      reading:
        "The text does not say whether a newer attachment replaces an older one. Where it does, only the last one has to be listed.",
      covers: ["member:trust-detail.attachments"],
      async run({ given, expect, depth }) {
        const many = await attachMany(given, counts[depth]);
        const { attachments, joins, detail } = many;
        const due = joins ? idsOf(many) : attachments.slice(-1).map(({ attachmentId }) => attachmentId);
        const listed = attachmentIds(detail);

        const missing = due.filter((id) => !listed.includes(id));

        expect.that(missing.length === 0, {
          expected: `${due.length} attachments`,
          wanted: { item: missing[0] ?? "" },
          got: `${listed.length} attachments, without ${missing.join(", ")}`,
          answer: detail,
          member: "/attachments",
        });
      },
    },
    {
      id: "trust/attachments-of-equal-bytes-are-listed",
      of: "trust/later-attachments-are-listed-too",
      last: "together",
      rule: "Where a second `POST` trust create and `POST` trust finalize with equal bytes succeed, `GET` trust detail lists the returned `attachmentId` once.",
      source:
        "States and transitions: attachment becomes visible; Finalize trust attachment upload: attachmentId",
      reading:
        "The text does not say whether equal bytes create a second attachment, return the first one or are refused. All pass, but a returned `attachmentId` is in the trust detail.",
      async run(tools) {
        const { given, registry, depth } = tools;
        const { attachments } = await attachMany(given, counts[depth]);
        // of an ordinary size: a large one may be missing for what it is
        const one = attachments.find(({ intent }) => isOrdinary(intent.artifact)) ?? attachments.at(-1);
        if (one === undefined) throw given.nothingToJudge("the registry refuses all artifacts");
        const { volume, version, artifact, requestBody } = one.intent;

        const created = await registry.createTrustUpload(one, requestBody);
        if (!isSuccess(created))
          throw given.nothingToJudge("the registry refuses a second trust create for the same bytes");
        const intent = given.trustIntentOf({ volume, version, artifact, requestBody }, created);
        await given.offerBytes(intent, artifact);
        const finalized = await registry.finalizeTrustUpload(intent, finalizeBody(given));
        if (!isSuccess(finalized))
          throw given.nothingToJudge("the registry refuses a second trust finalize for the same bytes");
        const again = toAttachment(given, intent, finalized);

        const detail = await detailWith(tools, again);
        const count = attachmentIds(detail).filter((id) => id === again.attachmentId).length;
        tools.expect.success(detail, 200);
        tools.expect.that(count === 1, {
          expected: `the attachment ${again.attachmentId} once`,
          ...(count === 0 ? { wanted: { item: again.attachmentId } } : {}),
          got: count === 0 ? "no attachment with this id" : `${count} attachments with this id`,
          answer: detail,
          member: "/attachments",
        });
      },
    },
    {
      id: "trust/unusual-artifacts-are-kept-exactly",
      of: "trust/attachments-are-listed-as-uploaded",
      last: "together",
      operations: ["finalizeTrustUpload", "getTrustDetail", "transferBytes"],
      rule: "Trust artifacts with any bytes never answer `digest-mismatch` if the digest is right. In `GET` trust detail they have the digest, size and bytes that were sent.",
      source: "Trust attachment: artifactDigest, artifactSize, locator; Errors, digest-mismatch",
      reading:
        "The text does not limit the bytes of an artifact, and a registry may refuse some with another problem. The digest and the size are of the exact bytes.",
      covers: [
        "member:trust-attachment.artifactDigest",
        "member:trust-attachment.artifactSize",
        "member:trust-attachment.locator.url",
      ],
      async run(tools) {
        const { given, expect, depth } = tools;
        const { unusual, attachments, refused, detail } = await attachMany(given, counts[depth]);

        for (const answer of refused)
          expect.that(slugOf(answer) !== "digest-mismatch", {
            expected: "no `digest-mismatch`, since the bytes have the declared digest",
            wanted: { otherStatus: true },
            got: "`digest-mismatch`",
            answer,
          });
        for (const [index, item] of listAt(detail.body, "attachments").entries()) {
          const own = attachments.find(({ attachmentId }) => attachmentId === textAt(item, "id"));
          if (own === undefined) continue;
          expect.echo(detail, ["attachments", index, "artifactDigest"], own.intent.artifactDigest);
          expect.echo(detail, ["attachments", index, "artifactSize"], own.intent.artifact.length);
        }
        // the second one has as many bytes as the first
        const fetched = depth === "deep" ? unusual : [...unusual.slice(1, 2), ...unusual.slice(2).slice(-1)];
        for (const { difference, attachment } of fetched)
          await expectBytesAtLocator(tools, { attachment, detail }, difference);
      },
    },
  ],
};
