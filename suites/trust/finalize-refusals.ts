/** Refused trust finalizes: missing bytes, a wrong digest, an expired, failed or unknown upload. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import type { Given, PublishedRelease, TrustIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import { undefinedIfNotPossible, undefinedIfSkipped } from "../../harness/outcome.ts";
import { sha256 } from "../../harness/seed.ts";
import {
  idInOtherCase,
  idWithLetterInOtherCase,
  noCase,
  readingOfCase,
  shortenedId,
  unusedIdLike,
} from "../inputs/upload-ids.ts";
import { casesAt } from "../inputs/cases.ts";
import { lastDigit, middleDigit, withOtherDigit } from "../inputs/near-digests.ts";
import {
  attachedRelease,
  busyRelease,
  countOf,
  finalizeBody,
  openIntent,
} from "../situations/attached-release.ts";
import { finalizeUnderOtherVolume } from "./late-reads.ts";

interface Mismatch {
  readonly intent: TrustIntent;
  readonly sent: Uint8Array;
  readonly declaredDigest: string;
  readonly transfer: Answer;
  readonly answer: Answer;
}

/** A body with a new key, for unscoped names in the header too: what is refused does not depend on where the key is. */
function keyed(given: Given): readonly [body: { readonly idempotencyKey: string }, options: RequestOptions] {
  const key = { idempotencyKey: given.key() };
  return [key, given.form === "unscoped" ? key : {}];
}

/** In one form it has an attachment: which bytes are refused does not depend on that. */
async function releaseFor(given: Given): Promise<PublishedRelease> {
  return given.form === "scoped" ? await busyRelease(given) : (await attachedRelease(given)).release;
}

/** More than a program keeps in memory: what it writes to a file, it has to look at, too. A JSON document may end with blanks. */
const manyBlanks = Buffer.alloc(70_000, " ");

/**
 * Finalizes bytes whose digest differs from the declared one in one digit: the last in one form, one in the middle in the other.
 * `declaredSize` is so many more than the bytes are. In one form the artifact is large, if the registry takes it.
 */
const finalizeMismatch: Situation<Mismatch, [more: number]> = situation(
  (more) => (more === 0 ? "trust/mismatch" : "trust/mismatch-in-size"),
  async ({ given, registry, depth }, more) => {
    const digit = given.form === "scoped" ? lastDigit : middleDigit;
    const release = await releaseFor(given);
    const open = async (artifact: Uint8Array): Promise<TrustIntent> => {
      const declaredDigest = withOtherDigit(sha256(artifact), digit);
      const body = { declaredDigest, declaredSize: artifact.length + more };
      const key = given.form === "scoped" ? { idempotencyKey: given.key() } : {};
      return await given.trustIntent(release, { artifact, body, ...key });
    };
    const large =
      given.form === "scoped" && depth !== "quick" && more === 0
        ? await undefinedIfNotPossible(() => open(Buffer.concat([given.artifact(), manyBlanks])))
        : undefined;
    const intent = large ?? (await open(given.artifact()));
    const { artifact: sent, requestBody } = intent;
    const transfer = await given.offerBytes(intent, sent);
    const answer = await registry.finalizeTrustUpload(intent, ...keyed(given));
    return { intent, sent, declaredDigest: String(requestBody["declaredDigest"]), transfer, answer };
  },
);

/** An upload whose bytes have arrived, and the response to a finalize that has to be refused. */
interface Refused {
  readonly intent: TrustIntent;
  readonly answer: Answer;
}

const finalizeExpired: Situation<Refused> = situation(
  "trust/expired-finalize",
  async ({ given, registry }) => {
    const intent = await given.trustUploaded(await busyRelease(given), { idempotencyKey: given.key() });
    await given.expire(intent);
    return { intent, answer: await registry.finalizeTrustUpload(intent, ...keyed(given)) };
  },
);

const finalizeFailed: Situation<Refused> = situation("trust/failed-finalize", async ({ given, registry }) => {
  const intent = await given.trustUploaded(await busyRelease(given), { idempotencyKey: given.key() });
  await given.state("intent-failed", { uploadId: intent.uploadId });
  return { intent, answer: await registry.finalizeTrustUpload(intent, finalizeBody(given)) };
});

/** Digests of artifacts whose finalize was refused. Refusals that need a state that the target does not offer are left out. */
async function refusedDigests({ given }: Tools): Promise<readonly string[]> {
  const { sent, declaredDigest, answer } = await finalizeMismatch(given, 0);
  const digests = isSuccess(answer) ? [] : [declaredDigest, sha256(sent)];
  for (const finalize of [finalizeExpired, finalizeFailed, finalizeUnderOtherVolume]) {
    const refused = await undefinedIfSkipped(() => finalize(given));
    // a finalize that succeeded is reported by another requirement
    if (refused !== undefined && !isSuccess(refused.answer)) digests.push(refused.intent.artifactDigest);
  }
  return digests;
}

export const finalizeRefusals: CheckFile = {
  source: "Errors, rule 2",
  operations: ["finalizeTrustUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "trust/bytes-have-arrived",
      of: "finalize/bytes-are-needed",
      rule: "`POST` trust finalize before the bytes have arrived answers 400 `missing-uploaded-bytes`.",
      covers: [
        "rule:errors/2",
        "slug:missing-uploaded-bytes",
        "answers:finalizeTrustUpload/missing-uploaded-bytes",
        "transition:finalize-failures",
      ],
      async run({ given, registry, expect, depth }) {
        const intent = await given.trustIntent(await busyRelease(given));

        const answer = await registry.finalizeTrustUpload(intent, finalizeBody(given));

        expect.problem(answer, "missing-uploaded-bytes");
        // the end of the run sends the finalize again, with its key
        if (depth === "deep" || (depth === "standard" && given.form === "scoped"))
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
        const { transfer, answer } = await finalizeMismatch(given, 0);

        if (isSuccess(transfer)) expect.problem(answer, "digest-mismatch");
        else expect.problem(answer, "digest-mismatch", "missing-uploaded-bytes");
      },
    },
    {
      id: "trust/bytes-of-another-size-have-the-declared-digest",
      of: "finalize/bytes-have-their-declared-digest",
      rule: "`POST` trust finalize of bytes that differ from `declaredDigest` and from `declaredSize` answers a client error.",
      source: "Errors, table of slugs: digest-mismatch; States and transitions, finalize failure conditions",
      reading: "The text does not say which of the two is compared first, so we accept any client error.",
      covers: ["slug:digest-mismatch", "transition:finalize-failures"],
      from: "standard",
      async run({ given, expect, form }) {
        const { answer } = await finalizeMismatch(given, form === "scoped" ? 1 : -1);
        expect.refusal(answer);
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
        const release = await busyRelease(given);
        const digests = await refusedDigests(tools);

        const detail = await eventually(() => registry.getTrustDetail(release), { since: release });

        expect.success(detail, 200);
        for (const digest of digests) {
          expect.equal(countOf(digest, detail), 0, {
            what: "the number of attachments with the digest of a refused finalize",
            answer: detail,
          });
        }
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
        ];

        for (const upload of casesAt(tools, uploads)) {
          const answer = await registry.finalizeTrustUpload({ ...upload, volume }, finalizeBody(given));

          if (upload.version === malformed)
            expect.problem(answer, "not-found", "validation-failed", "subject-binding-mismatch");
          else if (upload.uploadId === sameShape) expect.problem(answer, "not-found");
          else expect.problem(answer, "not-found", "validation-failed");
        }
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
