import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Check } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import type { Given, PublishedRelease, TrustIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, slugOf, textAt } from "../../harness/registry/answer.ts";
import { countOf } from "../trust/attached-release.ts";
import { releaseWithKeyedTrust } from "./finalize-release.ts";
import { expectConflict, freshKey } from "./key.ts";

interface KeyedFinalize {
  readonly release: PublishedRelease;
  readonly upload: TrustIntent;
  readonly key: string;
  readonly answer: Answer;
}

const trustFinalizeWithKey: Situation<KeyedFinalize> = situation(
  "keyed-trust-finalize",
  async ({ given, registry }) => {
    const release = await releaseWithKeyedTrust(given);
    const key = freshKey(given);
    const upload = await given.trustUploaded(release);
    return {
      release,
      upload,
      key,
      answer: await registry.finalizeTrustUpload(upload, { idempotencyKey: key }, { idempotencyKey: key }),
    };
  },
);

/** An attachment whose upload was finalized with a key, in the header and in the body, wherever a registry looks for it. */
export async function keyedTrustFinalize(given: Given): Promise<KeyedFinalize> {
  const finalized = await trustFinalizeWithKey(given);
  const { answer } = finalized;
  if (!isSuccess(answer))
    throw given.blocked(`finalizing a trust upload with a key answered ${describeAnswer(answer)}`, answer);
  return finalized;
}

/** The same finalize a second time. */
function repeatedFinalize(given: Given): Promise<KeyedFinalize & { readonly again: Answer }> {
  return given.shared("repeated-trust-finalize", async (own, registry) => {
    const finalized = await keyedTrustFinalize(own);
    const { upload, key } = finalized;
    return { ...finalized, again: await registry.finalizeTrustUpload(upload, { idempotencyKey: key }) };
  });
}

const needs: Check["needs"] = ["token:publisher"];
const source = "Endpoints, idempotency; Errors, rule 1";

export const repeatedTrustFinalizesDoNotConflict: Check = {
  id: "idempotency/repeated-trust-finalizes-do-not-conflict",
  level: "must",
  rule: "Repeating the finalization of a trust upload with the same key is no idempotency conflict, wherever the key stands.",
  source,
  operations: ["finalizeTrustUpload"],
  needs,
  from: "standard",
  covers: ["rule:errors/1", "convention:idempotency-key", "member:finalize-trust-request.idempotencyKey"],
  async run(tools) {
    const { upload, key, again: inBody } = await repeatedFinalize(tools.given);
    const { registry, expect } = tools;

    const inHeader = await registry.finalizeTrustUpload(upload, {}, { idempotencyKey: key });
    const inBoth = await registry.finalizeTrustUpload(
      upload,
      { idempotencyKey: key },
      { idempotencyKey: key },
    );

    for (const answer of [inBody, inHeader, inBoth]) {
      expect.that(slugOf(answer) !== "idempotency-conflict", {
        expected: "no idempotency conflict",
        got: describeAnswer(answer),
        answer,
      });
    }
  },
};

export const repeatedTrustFinalizesAttachOnce: Check = {
  id: "idempotency/repeated-trust-finalizes-attach-once",
  level: "should",
  rule: "Repeating the finalization of a trust upload with the same key answers the same attachment, and there is no second one.",
  source,
  reading:
    "What a repetition is answered is not said; that the operation is idempotent with a key means that the same result comes, and nothing is attached again.",
  operations: ["finalizeTrustUpload", "getTrustDetail"],
  needs,
  from: "standard",
  covers: ["convention:idempotency-key", "question:5"],
  async run(tools) {
    const { release, upload, answer: first, again: answer } = await repeatedFinalize(tools.given);
    const { registry, expect, settle } = tools;

    const detail = await settle(
      { sinceMs: answer.endedAtMs },
      () => registry.getTrustDetail(release),
      (seen) => countOf(upload.artifactDigest, seen) > 0,
    );

    expect.success(answer);
    expect.equal(textAt(answer.body, "attachmentId"), textAt(first.body, "attachmentId"), {
      what: "attachmentId",
      answer,
    });
    expect.that(countOf(upload.artifactDigest, detail) <= 1, {
      expected: "one attachment with the artifact's digest",
      got: `${countOf(upload.artifactDigest, detail)}`,
      answer: detail,
    });
  },
};

export const trustFinalizesNeverGiveAnotherAttachment: Check = {
  id: "idempotency/trust-finalizes-never-give-another-attachment",
  level: "must",
  rule: "A key that finalized one trust upload never gives its attachment to a request that finalizes another.",
  source,
  reading: "How far a key reaches is not said: on another path it may be a new key, or a conflict.",
  operations: ["finalizeTrustUpload"],
  needs,
  forms: "either",
  from: "standard",
  covers: ["question:6", "answers:finalizeTrustUpload/idempotency-conflict"],
  async run(tools) {
    const { release, key, answer: first } = await keyedTrustFinalize(tools.given);
    const { given, registry, expect } = tools;
    const other = await given.trustUploaded(release);

    const answer = await registry.finalizeTrustUpload(
      other,
      { idempotencyKey: key },
      { idempotencyKey: key },
    );

    if (!isSuccess(answer)) return expectConflict(expect, answer);
    const attachmentId = textAt(answer.body, "attachmentId");
    expect.that(attachmentId !== textAt(first.body, "attachmentId"), {
      expected: "an attachment of its own",
      got: "that of the other upload",
      answer,
    });
    expect.echo(answer, ["artifactDigest"], other.artifactDigest);
  },
};
