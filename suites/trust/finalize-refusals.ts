/** Finalizing trust uploads that cannot be: no bytes, other bytes, too late, failed, unknown. */
import type { Check } from "../../harness/check.ts";
import type { Given, TrustIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess } from "../../harness/registry/answer.ts";
import { undefinedIfSkipped } from "../../harness/outcome.ts";
import { sha256 } from "../../harness/seed.ts";
import { casesAt } from "../cases.ts";
import { alikeArtifacts } from "./alike-artifacts.ts";
import { busyRelease, countOf, finalizeBody } from "./attached-release.ts";
import { astrayFinalize } from "./finalize-path.ts";

const about: Pick<Check, "level" | "operations" | "needs"> = {
  level: "must",
  operations: ["finalizeTrustUpload"],
  needs: ["token:publisher"],
};

export const bytesHaveArrived: Check = {
  ...about,
  id: "trust/bytes-have-arrived",
  rule: "Finalizing a trust upload whose bytes have not arrived answers 400 missing-uploaded-bytes.",
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

/** As many bytes as were declared, with a digest that begins as the declared one, sent and finalized. */
function mismatch(given: Given): Promise<Mismatch> {
  return given.shared("trust/mismatch", async (own, registry) => {
    const [artifact, other] = alikeArtifacts(own.unique("urn:conformance"));
    const intent = await own.trustIntent(await busyRelease(own), { artifact });
    const transfer = await own.offerBytes(intent, other);
    const answer = await registry.finalizeTrustUpload(intent, finalizeBody(own));
    return { intent, sent: other, transfer, answer };
  });
}

export const bytesHaveTheDeclaredDigest: Check = {
  ...about,
  id: "trust/bytes-have-the-declared-digest",
  rule: "Finalizing a trust upload whose bytes do not have the declared digest answers 400 digest-mismatch.",
  source: "Errors, table of slugs: digest-mismatch; States and transitions, finalize failure conditions",
  reading:
    "The upload step is opaque and may refuse such bytes already; where it does, none have arrived, and missing-uploaded-bytes is right as well.",
  covers: [
    "slug:digest-mismatch",
    "answers:finalizeTrustUpload/digest-mismatch",
    "transition:finalize-failures",
  ],
  async run({ given, expect }) {
    const { transfer, answer } = await mismatch(given);

    if (isSuccess(transfer)) expect.problem(answer, "digest-mismatch");
    else expect.problem(answer, "digest-mismatch", "missing-uploaded-bytes");
  },
};

/** A finalize that is refused, of an upload whose bytes have arrived. */
interface Refused {
  readonly intent: TrustIntent;
  readonly answer: Answer;
}

function expiredFinalize(given: Given): Promise<Refused> {
  return given.shared("trust/expired-finalize", async (own, registry) => {
    const intent = await own.trustUploaded(await busyRelease(own));
    await own.expire(intent);
    return { intent, answer: await registry.finalizeTrustUpload(intent, finalizeBody(own)) };
  });
}

function failedFinalize(given: Given): Promise<Refused> {
  return given.shared("trust/failed-finalize", async (own, registry) => {
    const intent = await own.trustUploaded(await busyRelease(own));
    await own.state("intent-failed", { uploadId: intent.uploadId });
    return { intent, answer: await registry.finalizeTrustUpload(intent, finalizeBody(own)) };
  });
}

/** Digests of artifacts whose finalize was refused; without a state that a refusal needs, there is none of its kind. */
async function refusedDigests(given: Given): Promise<readonly string[]> {
  const { intent, sent, answer } = await mismatch(given);
  const digests = isSuccess(answer) ? [] : [intent.artifactDigest, sha256(sent)];
  for (const refuse of [expiredFinalize, failedFinalize, astrayFinalize]) {
    const refused = await undefinedIfSkipped(() => refuse(given));
    // one that was attached after all is another requirement's matter
    if (refused !== undefined && !isSuccess(refused.answer)) digests.push(refused.intent.artifactDigest);
  }
  return digests;
}

export const refusedUploadsAttachNothing: Check = {
  ...about,
  id: "trust/refused-uploads-attach-nothing",
  rule: "An artifact whose finalize was refused, for its digest, for being late, failed or under another path, does not appear in trust detail.",
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
        what: "the number of attachments with the digest of a refused one",
        answer: detail,
      });
    }
  },
};

export const expiredUploadsAreRefused: Check = {
  ...about,
  id: "trust/expired-uploads-are-refused",
  rule: "Finalizing a trust upload whose intent has expired answers 410 upload-expired, although its bytes arrived in time.",
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
    const { answer } = await expiredFinalize(given);

    expect.problem(answer, "upload-expired");
  },
};

export const failedUploadsAreRefused: Check = {
  ...about,
  id: "trust/failed-uploads-are-refused",
  forms: "either",
  from: "standard",
  rule: "Finalizing a trust upload whose intent is in the state failed answers 409 invalid-upload-state.",
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
    const { answer } = await failedFinalize(given);

    expect.problem(answer, "invalid-upload-state");
  },
};

export const unknownUploadsAreNotFound: Check = {
  ...about,
  id: "trust/unknown-uploads-are-not-found",
  rule: "Finalizing a trust upload that was never created answers 404 not-found; under a version that is none, validation-failed or subject-binding-mismatch will do as well.",
  source: "Finalize trust attachment upload; Errors, table of slugs: not-found",
  covers: ["answers:finalizeTrustUpload/not-found", "slug:not-found"],
  async run(tools) {
    const { given, registry, expect } = tools;
    const { volume, version } = await busyRelease(given);
    const malformed = `${version}_${"x".repeat(300)}`;

    for (const place of casesAt(tools, [version, malformed])) {
      const upload = { volume, version: place, uploadId: given.unique("upload") };
      const answer = await registry.finalizeTrustUpload(upload, finalizeBody(given));

      if (place === malformed)
        expect.problem(answer, "not-found", "validation-failed", "subject-binding-mismatch");
      else expect.problem(answer, "not-found");
    }
  },
};
