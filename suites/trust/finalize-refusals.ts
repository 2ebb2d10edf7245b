/** Refused trust finalizes: missing bytes, a wrong digest, an expired, failed or unknown upload. */
import type { CheckFile } from "../../harness/check-file.ts";
import { isSuccess, textAt } from "../../harness/exchange/answer.ts";
import type { Tools } from "../../harness/check.ts";
import type { TrustOptions } from "../../harness/given/given.ts";
import { toAttachment } from "../../harness/given/trust.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import {
  idAsPattern,
  idInOtherCase,
  idWithLetterInOtherCase,
  noCase,
  readingOfCase,
  shortenedId,
  unusedIdLike,
} from "../inputs/upload-ids.ts";
import { casesAt } from "../inputs/cases.ts";
import { keyed, mismatchInSize } from "./other-bytes.ts";
import { hasItsBytes, needsNoBytes, readingOfKeptBytes } from "../situations/kept-bytes.ts";
import {
  busyRelease,
  countOf,
  detailWith,
  finalizeBody,
  openIntent,
  siblingVersion,
} from "../situations/attached-release.ts";
import { expectBytesAtLocator, locatorUrlIn } from "../situations/located-bytes.ts";
import {
  finalizeExpired,
  finalizeFailed,
  finalizeMismatch,
  refusedDigests,
  refusedFor,
} from "./refused-finalizes.ts";

/** In one half, the artifact of another release of the volume: a registry may keep bytes by their digest. */
async function keptArtifact({ given, depth }: Pick<Tools, "given" | "depth">): Promise<TrustOptions> {
  if (given.half === "second" || depth === "quick") return {};
  const sibling = await undefinedIfNotPossible(() => siblingVersion(given));
  return sibling === undefined ? {} : { artifact: sibling.attachment.intent.artifact };
}

export const finalizeRefusals: CheckFile = {
  source: "Errors, rule 2",
  operations: ["finalizeTrustUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "trust/bytes-have-arrived",
      of: "finalize/bytes-are-needed",
      rule: "`POST` trust finalize before the bytes have arrived answers 400 `missing-uploaded-bytes`, even if another release has the declared artifact.",
      reading: readingOfKeptBytes,
      covers: [
        "rule:errors/2",
        "slug:missing-uploaded-bytes",
        "answers:finalizeTrustUpload/missing-uploaded-bytes",
        "transition:finalize-failures",
      ],
      async run({ given, registry, expect, depth }) {
        const kept = await keptArtifact({ given, depth });
        const intent = await given.trustIntent(await busyRelease(given), kept);
        if (kept.artifact !== undefined && needsNoBytes(intent)) throw given.nothingToJudge(hasItsBytes);

        const answer = await registry.finalizeTrustUpload(intent, ...keyed(given));

        expect.problem(answer, "missing-uploaded-bytes");
        // the end of the run sends the finalize again, with its key
        if (depth === "deep" || (depth === "standard" && given.half === "first"))
          await given.offerBytes(intent, intent.artifact);
      },
    },
    {
      id: "trust/bytes-have-the-declared-digest",
      of: "finalize/bytes-have-their-declared-digest",
      rule: "`POST` trust finalize of bytes with a digest other than `declaredDigest` answers 400 `digest-mismatch`. After a refused transfer, 400 `missing-uploaded-bytes` passes too.",
      source: "Errors, table of slugs: digest-mismatch; States and transitions, finalize failure conditions",
      reading:
        "The upload step is opaque, so the text leaves open whether it already refuses such bytes. If it does, no bytes have arrived, and `missing-uploaded-bytes` is correct too.",
      covers: [
        "slug:digest-mismatch",
        "answers:finalizeTrustUpload/digest-mismatch",
        "transition:finalize-failures",
      ],
      async run({ given, expect }) {
        const { transfer, answer } = await finalizeMismatch(given);

        if (isSuccess(transfer)) expect.problem(answer, "digest-mismatch");
        else expect.problem(answer, "digest-mismatch", "missing-uploaded-bytes");
      },
    },
    {
      id: "trust/bytes-of-another-size-have-the-declared-digest",
      of: "finalize/bytes-have-their-declared-digest",
      rule: "`POST` trust finalize of bytes that differ from `declaredDigest` and from `declaredSize` answers a client error. After the declared bytes and then others of the same size, finalize answers a client error too, or attaches the declared ones.",
      source: "Errors, table of slugs: digest-mismatch; States and transitions, finalize failure conditions",
      reading:
        "The text does not say which of the two is compared first, so we accept any client error. It also leaves open whether an upload takes bytes twice. A registry may refuse or ignore the second ones, but it never attaches them.",
      operations: ["finalizeTrustUpload", "transferBytes"],
      covers: ["slug:digest-mismatch", "transition:finalize-failures"],
      from: "standard",
      async run(tools) {
        const { given, expect } = tools;
        const { intent, answer } = await mismatchInSize(given);

        if (given.half === "first" || !isSuccess(answer)) return expect.refusal(answer);
        // the registry may have ignored the second bytes: then it serves the first ones
        const attachment = toAttachment(given, intent, answer);
        const detail = await detailWith(tools, attachment);
        if (locatorUrlIn(detail, attachment, tools) === undefined)
          throw given.nothingToJudge("the attachment has no `locator.url` to download its bytes from");
        await expectBytesAtLocator(tools, { attachment, detail });
      },
    },
    {
      id: "trust/refused-uploads-attach-nothing",
      of: "finalize/only-finalized-uploads-are-visible",
      rule: "`GET` trust detail never lists an artifact whose `POST` trust finalize was refused: wrong digest, expired, failed or under a different volume.",
      source: "States and transitions, finalize failure conditions; Errors, table of slugs: digest-mismatch",
      operations: ["finalizeTrustUpload", "getTrustDetail"],
      covers: ["transition:finalize-failures"],
      from: "standard",
      async run(tools) {
        const { given, registry, eventually, expect } = tools;
        const digests = await refusedDigests(tools);
        await tools.each(await refusedFor(given), async (release) => {
          const detail = await eventually(() => registry.getTrustDetail(release), { since: release });

          expect.success(detail, 200);
          for (const digest of digests)
            expect.equal(countOf(digest, detail), 0, {
              what: "the number of attachments with the digest of a refused finalize",
              answer: detail,
            });
        });
      },
    },
    {
      id: "trust/expired-uploads-are-refused",
      of: "finalize/expired-uploads-cannot-be-finalized",
      forms: "either",
      rule: "`POST` trust finalize of an expired intent answers 410 `upload-expired`, even if its bytes arrived before.",
      needs: ["token:publisher", "expired-intent"],
      covers: [
        "rule:errors/2",
        "slug:upload-expired",
        "answers:finalizeTrustUpload/upload-expired",
        "transition:finalize-failures",
        "gap:limits/3",
      ],
      async run({ given, expect }) {
        const { answer } = await finalizeExpired(given);

        expect.problem(answer, "upload-expired");
      },
    },
    {
      id: "trust/late-bytes-do-not-revive-expired-uploads",
      of: "finalize/expired-uploads-stay-expired",
      forms: "either",
      rule: "After the bytes of an expired upload are sent again, `POST` trust finalize is still refused.",
      reading:
        "The text does not show how upload states change. It says that a finalize of an expired upload is refused, and no operation that extends one. Its id may be that of another upload by then.",
      operations: ["finalizeTrustUpload", "transferBytes"],
      needs: ["token:publisher", "expired-intent"],
      covers: ["transition:finalize-failures", "gap:transitions/1"],
      from: "standard",
      async run({ given, registry, expect }) {
        const { intent } = await finalizeExpired(given);

        await given.offerBytes(intent, intent.artifact);
        const answer = await registry.finalizeTrustUpload(intent, finalizeBody(given));

        const attached = textAt(answer.body, "artifactDigest") ?? intent.artifactDigest;
        if (isSuccess(answer) && attached !== intent.artifactDigest)
          throw given.nothingToJudge("the id of the expired upload is that of another one now");
        expect.refusal(answer);
      },
    },
    {
      id: "trust/failed-uploads-are-refused",
      of: "finalize/failed-uploads-cannot-be-finalized",
      forms: "either",
      rule: "`POST` trust finalize of an intent in the state `failed` answers 409 `invalid-upload-state`.",
      needs: ["token:publisher", "state:intent-failed"],
      covers: [
        "rule:errors/2",
        "slug:invalid-upload-state",
        "answers:finalizeTrustUpload/invalid-upload-state",
        "transition:finalize-failures",
        "gap:transitions/1",
      ],
      from: "standard",
      async run({ given, expect }) {
        const { answer } = await finalizeFailed(given);

        expect.problem(answer, "invalid-upload-state");
      },
    },
    {
      id: "trust/unknown-uploads-are-not-found",
      of: "finalize/uploads-are-found-under-their-own-path-only",
      rule: "`POST` trust finalize of an unknown upload answers 404 `not-found`. For an id of another length, 400 `validation-failed` passes too; under a malformed version, 400 `subject-binding-mismatch` too.",
      source: "Finalize trust attachment upload; Errors, table of slugs: not-found",
      covers: ["answers:finalizeTrustUpload/not-found", "slug:not-found"],
      async run(tools) {
        const { given, registry, expect } = tools;
        const { volume, version, uploadId } = await openIntent(given);
        given.assertNoTokenIn(uploadId);
        const malformed = `${version}_${"x".repeat(300)}`;
        const sameShape = unusedIdLike(uploadId);
        const unknown = sameShape ?? given.unique("upload");
        const uploads = [
          { uploadId: unknown, version },
          { uploadId: unknown, version: malformed },
          { uploadId: shortenedId(uploadId) ?? given.unique("upload"), version },
          { uploadId: idWithLetterInOtherCase(uploadId) ?? `${uploadId}x`, version },
          { uploadId: idAsPattern(uploadId) ?? given.unique("upload"), version },
        ];

        await tools.each(casesAt(tools, uploads), async (upload) => {
          const answer = await registry.finalizeTrustUpload({ ...upload, volume }, finalizeBody(given));

          if (upload.version === malformed)
            expect.problem(answer, "not-found", "validation-failed", "subject-binding-mismatch");
          else if (upload.uploadId === sameShape) expect.problem(answer, "not-found");
          else expect.problem(answer, "not-found", "validation-failed");
        });
      },
    },
    {
      id: "trust/upload-ids-keep-their-letter-case",
      of: "finalize/upload-ids-are-matched-by-letter-case",
      rule: "`POST` trust finalize with an `uploadId` whose letters are all in the other case answers 404 `not-found` or 400 `validation-failed`.",
      source: "Finalize trust attachment upload; Errors, table of slugs: not-found",
      reading: readingOfCase,
      forms: "one",
      from: "standard",
      async run({ given, registry, expect }) {
        const intent = await openIntent(given);
        given.assertNoTokenIn(intent.uploadId);
        const uploadId = idInOtherCase(intent.uploadId);
        if (uploadId === undefined) throw given.nothingToJudge(noCase);

        const answer = await registry.finalizeTrustUpload({ ...intent, uploadId }, finalizeBody(given));

        expect.problem(answer, "not-found", "validation-failed");
      },
    },
  ],
};
