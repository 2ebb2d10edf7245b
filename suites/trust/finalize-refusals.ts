/** Refused trust finalizes: missing bytes, a wrong digest, an expired, failed or unknown upload. */
import type { Check } from "../../harness/check.ts";
import type { Given, TrustIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess } from "../../harness/registry/answer.ts";
import { unlessSkipped } from "../../harness/outcome.ts";
import { sha256 } from "../../harness/seed.ts";
import { casesAt } from "../cases.ts";
import { artifactsWithEqualDigestPrefix } from "./alike-artifacts.ts";
import { busyRelease, countOf, finalizeBody } from "./attached-release.ts";
import { finalizeUnderOtherVolume } from "./finalize-path.ts";

const about: Pick<Check, "level" | "operations" | "needs"> = {
  level: "must",
  operations: ["finalizeTrustUpload"],
  needs: ["token:publisher"],
};

export const bytesHaveArrived: Check = {
  ...about,
  id: "trust/bytes-have-arrived",
  rule: "`POST` trust finalize before the bytes have arrived answers 400 `missing-uploaded-bytes`.",
  source: "Errors, rule 2",
  covers: [
    "rule:errors/2",
    "slug:missing-uploaded-bytes",
    "answers:finalizeTrustUpload/missing-uploaded-bytes",
    "transition:finalize-failures",
  ],
  async run({ given, registry, expect }) {
    const intent = await given.trustIntent(await busyRelease(given));

    const answer = await registry.finalizeTrustUpload(intent, finalizeBody(given));

    expect.problem(answer, "missing-uploaded-bytes");
  },
};

interface Mismatch {
  readonly intent: TrustIntent;
  readonly sent: Uint8Array;
  readonly transfer: Answer;
  readonly answer: Answer;
}

/** Sends and finalizes bytes of the declared size, whose digest has the same first digits as the declared one. */
function finalizeMismatch(given: Given): Promise<Mismatch> {
  return given.shared("trust/mismatch", async (own, registry) => {
    const [artifact, other] = artifactsWithEqualDigestPrefix(own.unique("urn:conformance"));
    const intent = await own.trustIntent(await busyRelease(own), { artifact });
    const transfer = await own.offerBytes(intent, other);
    const answer = await registry.finalizeTrustUpload(intent, finalizeBody(own));
    return { intent, sent: other, transfer, answer };
  });
}

export const bytesHaveTheDeclaredDigest: Check = {
  ...about,
  id: "trust/bytes-have-the-declared-digest",
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
};

/** An upload whose bytes have arrived, and the response to a finalize that has to be refused. */
interface Refused {
  readonly intent: TrustIntent;
  readonly answer: Answer;
}

function finalizeExpired(given: Given): Promise<Refused> {
  return given.shared("trust/expired-finalize", async (own, registry) => {
    const intent = await own.trustUploaded(await busyRelease(own));
    await own.expire(intent);
    return { intent, answer: await registry.finalizeTrustUpload(intent, finalizeBody(own)) };
  });
}

function finalizeFailed(given: Given): Promise<Refused> {
  return given.shared("trust/failed-finalize", async (own, registry) => {
    const intent = await own.trustUploaded(await busyRelease(own));
    await own.state("intent-failed", { uploadId: intent.uploadId });
    return { intent, answer: await registry.finalizeTrustUpload(intent, finalizeBody(own)) };
  });
}

/** Digests of artifacts whose finalize was refused. Refusals that need a state that the target does not offer are left out. */
async function refusedDigests(given: Given): Promise<readonly string[]> {
  const { intent, sent, answer } = await finalizeMismatch(given);
  const digests = isSuccess(answer) ? [] : [intent.artifactDigest, sha256(sent)];
  for (const finalize of [finalizeExpired, finalizeFailed, finalizeUnderOtherVolume]) {
    const refused = await unlessSkipped(() => finalize(given));
    // a finalize that succeeded is reported by another requirement
    if (refused !== undefined && !isSuccess(refused.answer)) digests.push(refused.intent.artifactDigest);
  }
  return digests;
}

export const refusedUploadsAttachNothing: Check = {
  ...about,
  id: "trust/refused-uploads-attach-nothing",
  rule: "`GET` trust detail never lists an artifact whose `POST` trust finalize was refused: wrong digest, expired, failed or under a different volume.",
  source: "States and transitions, finalize failure conditions; Errors, table of slugs: digest-mismatch",
  operations: ["finalizeTrustUpload", "getTrustDetail"],
  covers: ["transition:finalize-failures"],
  from: "standard",
  async run({ given, registry, settle, expect }) {
    const release = await busyRelease(given);
    const digests = await refusedDigests(given);

    const detail = await settle(release, () => registry.getTrustDetail(release));

    expect.success(detail, 200);
    for (const digest of digests) {
      expect.equal(countOf(digest, detail), 0, {
        what: "the number of attachments with the digest of a refused finalize",
        answer: detail,
      });
    }
  },
};

export const expiredUploadsAreRefused: Check = {
  ...about,
  id: "trust/expired-uploads-are-refused",
  rule: "`POST` trust finalize of an expired intent answers 410 `upload-expired`, even if its bytes arrived before.",
  source: "Errors, rule 2",
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
};

export const failedUploadsAreRefused: Check = {
  ...about,
  id: "trust/failed-uploads-are-refused",
  forms: "either",
  from: "standard",
  rule: "`POST` trust finalize of an intent in the state `failed` answers 409 `invalid-upload-state`.",
  source: "Errors, rule 2",
  needs: ["token:publisher", "state:intent-failed"],
  covers: [
    "rule:errors/2",
    "slug:invalid-upload-state",
    "answers:finalizeTrustUpload/invalid-upload-state",
    "transition:finalize-failures",
    "gap:transitions/1",
  ],
  async run({ given, expect }) {
    const { answer } = await finalizeFailed(given);

    expect.problem(answer, "invalid-upload-state");
  },
};

export const unknownUploadsAreNotFound: Check = {
  ...about,
  id: "trust/unknown-uploads-are-not-found",
  rule: "`POST` trust finalize of an unknown upload answers 404 `not-found`. Under a malformed version, 400 `validation-failed` and 400 `subject-binding-mismatch` pass too.",
  source: "Finalize trust attachment upload; Errors, table of slugs: not-found",
  covers: ["answers:finalizeTrustUpload/not-found", "slug:not-found"],
  async run(tools) {
    const { given, registry, expect } = tools;
    const { volume, version } = await busyRelease(given);
    const malformed = `${version}_${"x".repeat(300)}`;

    for (const pathVersion of casesAt(tools, [version, malformed])) {
      const upload = { volume, version: pathVersion, uploadId: given.unique("upload") };
      const answer = await registry.finalizeTrustUpload(upload, finalizeBody(given));

      if (pathVersion === malformed)
        expect.problem(answer, "not-found", "validation-failed", "subject-binding-mismatch");
      else expect.problem(answer, "not-found");
    }
  },
};
