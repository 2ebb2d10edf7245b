import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Check } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import type { Given, PublishedRelease, UploadIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, slugOf, textAt, valueAt } from "../../harness/registry/answer.ts";
import { toFullName } from "../../harness/registry/volume.ts";
import { expectConflict, freshKey } from "./key.ts";

interface KeyedFinalize {
  readonly upload: UploadIntent;
  /** The key that the upload was created with. */
  readonly creationKey: string;
  readonly key: string;
  readonly answer: Answer;
}

const finalizeWithKey: Situation<KeyedFinalize> = situation("keyed-finalize", async ({ given, registry }) => {
  const key = freshKey(given);
  const creationKey = freshKey(given);
  const upload = await given.uploadedBytes({ idempotencyKey: creationKey });
  return {
    upload,
    creationKey,
    key,
    answer: await registry.finalizeReleaseUpload(upload, { idempotencyKey: key }),
  };
});

/** A release whose upload was finalized with a key. */
export async function keyedFinalize(given: Given): Promise<KeyedFinalize> {
  const finalized = await finalizeWithKey(given);
  const { answer } = finalized;
  if (!isSuccess(answer))
    throw given.blocked(`finalizing a release upload with a key answered ${describeAnswer(answer)}`, answer);
  return finalized;
}

/** The same finalize a second time. */
function repeatedFinalize(given: Given): Promise<KeyedFinalize & { readonly again: Answer }> {
  return given.shared("repeated-finalize", async (own, registry) => {
    const finalized = await keyedFinalize(own);
    const { upload, key } = finalized;
    return { ...finalized, again: await registry.finalizeReleaseUpload(upload, { idempotencyKey: key }) };
  });
}

/** The same release, for trust that is attached to it with keys. Nothing else looks at its trust data. */
export async function releaseWithKeyedTrust(given: Given): Promise<PublishedRelease> {
  const { upload, answer } = await keyedFinalize(given);
  return given.releaseOf(upload, answer);
}

const needs: Check["needs"] = ["token:publisher"];
const source = "Endpoints, idempotency; Errors, rule 1";

export const repeatedFinalizesDoNotConflict: Check = {
  id: "idempotency/repeated-finalizes-do-not-conflict",
  level: "must",
  rule: "Repeating the finalization of a release upload with the same key is no idempotency conflict, and answers 201 where it succeeds.",
  source: `${source}; Finalize release upload: success is 201`,
  operations: ["finalizeReleaseUpload"],
  needs,
  covers: ["rule:errors/1", "convention:idempotency-key", "question:5"],
  async run({ given, expect }) {
    const { again: answer } = await repeatedFinalize(given);

    expect.that(slugOf(answer) !== "idempotency-conflict", {
      expected: "no idempotency conflict",
      got: describeAnswer(answer),
      answer,
    });
    if (isSuccess(answer)) expect.success(answer, 201);
  },
};

export const repeatedFinalizesGiveTheSameRelease: Check = {
  id: "idempotency/repeated-finalizes-give-the-same-release",
  level: "should",
  rule: "Repeating the finalization of a release upload with the same key answers the same release again.",
  source,
  reading:
    "What a repetition is answered is not said, and a second finalize without a key may be a conflict of states; that the operation is idempotent with a key means that the same result comes.",
  operations: ["finalizeReleaseUpload"],
  needs,
  covers: ["convention:idempotency-key", "question:5"],
  async run({ given, expect }) {
    const { answer: first, again: answer } = await repeatedFinalize(given);

    expect.success(answer);
    for (const member of ["name", "version", "integrity"]) {
      expect.equal(valueAt(answer.body, "release", member), valueAt(first.body, "release", member), {
        what: `the release's ${member}`,
        answer,
      });
    }
  },
};

export const createsOfFinishedUploadsMayRepeat: Check = {
  id: "idempotency/creates-of-finished-uploads-may-be-repeated",
  level: "must",
  rule: "Repeating the creation of a release upload with its key after the upload was finalized is a success, or a version-conflict.",
  source: `${source}; Create release upload intent: possible errors`,
  reading:
    "The request is the one that the key was used for, so that nothing conflicts with the key. Whether a key is remembered for so long is not said; where it is not, the version exists.",
  operations: ["createReleaseUpload"],
  needs,
  forms: "either",
  from: "standard",
  covers: ["rule:errors/1", "question:5"],
  async run({ given, registry, expect }) {
    const { upload, creationKey } = await keyedFinalize(given);

    const answer = await registry.createReleaseUpload(upload.volume, upload.requestBody, {
      idempotencyKey: creationKey,
    });

    if (!isSuccess(answer)) expect.problem(answer, "version-conflict");
    else expect.echo(answer, ["target", "version"], upload.version);
  },
};

export const finalizesNeverGiveAnotherRelease: Check = {
  id: "idempotency/finalizes-never-give-another-release",
  level: "must",
  rule: "A key that finalized one upload never gives its release to a request that finalizes another.",
  source,
  reading: "How far a key reaches is not said: on another path it may be a new key, or a conflict.",
  operations: ["finalizeReleaseUpload"],
  needs,
  forms: "either",
  from: "standard",
  covers: ["question:6", "answers:finalizeReleaseUpload/idempotency-conflict"],
  async run(tools) {
    const { key } = await keyedFinalize(tools.given);
    const { given, registry, expect } = tools;
    const other = await given.uploadedBytes();

    const answer = await registry.finalizeReleaseUpload(other, { idempotencyKey: key });

    if (!isSuccess(answer)) return expectConflict(expect, answer);
    expect.equal(textAt(answer.body, "release", "name"), toFullName(other.volume), {
      what: "the release's name",
      answer,
    });
  },
};

export const creationKeysDoNotAnswerFinalizes: Check = {
  id: "idempotency/creation-keys-do-not-answer-finalizes",
  level: "must",
  rule: "A key that created an upload never gives that creation's answer to the request that finalizes it.",
  source,
  reading: "How far a key reaches is not said: on another path it may be a new key, or a conflict.",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  needs,
  forms: "either",
  from: "standard",
  covers: ["question:6"],
  async run({ given, registry, expect }) {
    const key = freshKey(given);
    const upload = await given.uploadedBytes({ idempotencyKey: key });

    const answer = await registry.finalizeReleaseUpload(upload, { idempotencyKey: key });

    if (!isSuccess(answer)) return expectConflict(expect, answer);
    expect.equal(textAt(answer.body, "release", "name"), toFullName(upload.volume), {
      what: "the release's name",
      answer,
    });
  },
};
