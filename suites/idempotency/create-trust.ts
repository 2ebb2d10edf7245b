import type { Check } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import type { Given, PublishedRelease, TrustIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, slugOf, textAt } from "../../harness/registry/answer.ts";
import { toPurl } from "../../harness/registry/volume.ts";
import { sha256 } from "../../harness/seed.ts";
import { releaseWithKeyedTrust } from "./finalize-release.ts";
import { expectConflict, freshKey } from "./key.ts";

interface KeyedTrust {
  readonly release: PublishedRelease;
  readonly upload: TrustIntent;
  readonly key: string;
}

/** A trust upload that was created with a key in the header. */
export function keyedTrustUpload(given: Given): Promise<KeyedTrust> {
  return given.shared("keyed-trust-upload", async (own) => {
    const release = await own.sharedRelease();
    const key = freshKey(own);
    return { release, upload: await own.trustIntent(release, { idempotencyKey: key }), key };
  });
}

/** A creation repeated with its key in the header, in the body and in both, for the two requirements on that. */
function repeatedCreate(
  given: Given,
): Promise<{ readonly upload: TrustIntent; readonly answers: readonly Answer[] }> {
  return given.shared("repeated-trust-create", async (own, registry) => {
    const { release, upload, key } = await keyedTrustUpload(own);
    const { requestBody } = upload;
    const keyed = { ...requestBody, idempotencyKey: key };
    const answers = [
      await registry.createTrustUpload(release, requestBody, { idempotencyKey: key }),
      await registry.createTrustUpload(release, keyed),
      await registry.createTrustUpload(release, keyed, { idempotencyKey: key }),
    ];
    return { upload, answers };
  });
}

const operations: Check["operations"] = ["createTrustUpload"];
const needs: Check["needs"] = ["token:publisher"];
const source = "Endpoints, idempotency; Errors, rule 1";

export const repeatedTrustCreatesDoNotConflict: Check = {
  id: "idempotency/repeated-trust-creates-do-not-conflict",
  level: "must",
  rule: "Repeating the creation of a trust upload with the same key and the same body is no idempotency conflict, wherever the key stands.",
  source,
  operations,
  needs,
  from: "standard",
  covers: ["rule:errors/1", "convention:idempotency-key", "member:create-trust-request.idempotencyKey"],
  async run({ given, expect }) {
    const { answers } = await repeatedCreate(given);

    for (const answer of answers) {
      expect.that(slugOf(answer) !== "idempotency-conflict", {
        expected: "no idempotency conflict",
        got: describeAnswer(answer),
        answer,
      });
    }
  },
};

export const repeatedTrustCreatesNameTheSameUpload: Check = {
  id: "idempotency/repeated-trust-creates-name-the-same-upload",
  level: "should",
  rule: "Repeating the creation of a trust upload with the same key and the same body names the upload that there is.",
  source,
  reading:
    "What a repetition is answered is not said; that the operation is idempotent means that it makes no second upload.",
  operations,
  needs,
  from: "standard",
  covers: ["convention:idempotency-key"],
  async run({ given, expect }) {
    const { upload, answers } = await repeatedCreate(given);

    for (const answer of answers)
      expect.equal(textAt(answer.body, "uploadId"), upload.uploadId, { what: "uploadId", answer });
  },
};

/** What another request with a key can differ in. Each value is a good one by itself. */
const changes: readonly {
  readonly id: string;
  readonly name: string;
  readonly change: Readonly<Record<string, unknown>>;
  /** Where the key stands. */
  readonly place: "header" | "body";
}[] = [
  { id: "digest", name: "digest", change: { declaredDigest: sha256("another artifact") }, place: "header" },
  { id: "size", name: "size", change: { declaredSize: 7 }, place: "body" },
];

/** The rule that a key is not used for a request that differs in one parameter. */
export const changedTrustCreateChecks: readonly Check[] = changes.map(({ id, name, change, place }) => ({
  id: `idempotency/keys-of-trust-creates-conflict-with-another-${id}`,
  level: "must",
  rule: `Creating a trust upload with a key that was used for one of another ${name} answers 409 idempotency-conflict.`,
  source: "Errors, rule 1",
  operations,
  needs,
  forms: "either",
  from: "standard",
  covers: ["rule:errors/1", "slug:idempotency-conflict", "answers:createTrustUpload/idempotency-conflict"],
  async run(tools) {
    const { release, upload, key } = await keyedTrustUpload(tools.given);
    const { registry, expect } = tools;
    const body = { ...upload.requestBody, ...change };

    const answer =
      place === "header"
        ? await registry.createTrustUpload(release, body, { idempotencyKey: key })
        : await registry.createTrustUpload(release, { ...body, idempotencyKey: key });

    expect.problem(answer, "idempotency-conflict");
  },
}));

export const keysConflictWithAnotherFormat: Check = {
  id: "idempotency/keys-of-trust-creates-conflict-with-another-format",
  level: "must",
  rule: "Creating a trust upload with a key that was used for one of another format answers 409 idempotency-conflict.",
  source: "Errors, rule 1",
  reading:
    "A registry that does not take the other format may say so first, with unsupported-media-type or validation-failed.",
  operations,
  needs,
  forms: "either",
  from: "standard",
  covers: ["rule:errors/1", "answers:createTrustUpload/idempotency-conflict"],
  async run(tools) {
    const { release, upload, key } = await keyedTrustUpload(tools.given);
    const attachment = { format: { ...upload.format, profile: "another profile" } };
    const body = { ...upload.requestBody, attachment };

    const answer = await tools.registry.createTrustUpload(release, body, { idempotencyKey: key });

    tools.expect.problem(answer, "idempotency-conflict", "unsupported-media-type", "validation-failed");
  },
};

export const trustIntentsEchoTheirKey: Check = {
  id: "idempotency/trust-intents-echo-their-key",
  level: "must",
  rule: "The idempotencyKey of a trust upload intent, where it has one, is the key of the request, wherever that stood.",
  source: "Trust attachment upload intent, idempotencyKey",
  operations,
  needs,
  forms: "either",
  from: "standard",
  covers: ["member:trust-upload-intent.idempotencyKey"],
  async run(tools) {
    const { release, upload, key } = await keyedTrustUpload(tools.given);
    const idempotencyKey = freshKey(tools.given);

    const inBody = await tools.given.trustIntent(release, { body: { idempotencyKey } });

    tools.expect.echo(upload.answer, ["idempotencyKey"], key);
    tools.expect.echo(inBody.answer, ["idempotencyKey"], idempotencyKey);
  },
};

export const otherReleasesNeverGetThisTrustUpload: Check = {
  id: "idempotency/other-releases-never-get-this-trust-upload",
  level: "must",
  rule: "A key that was used for the trust of one release never gives that upload to a request for another release.",
  source: "Endpoints, idempotency; Trust attachment upload intent",
  reading:
    "How far a key reaches is not said: on another path it may be a new key, or a conflict. The subject is that of the path in either case.",
  operations,
  needs,
  from: "standard",
  covers: ["question:6"],
  async run(tools) {
    const { upload, key } = await keyedTrustUpload(tools.given);
    const { given, registry, expect, settle } = tools;
    const other = await releaseWithKeyedTrust(given);

    const answer = await settle(
      other,
      () =>
        registry.createTrustUpload(other, given.trustBody(other, upload.artifact), { idempotencyKey: key }),
      ({ status }) => status !== 404,
    );

    if (!isSuccess(answer)) return expectConflict(expect, answer);
    expect.that(textAt(answer.body, "subject", "purl") !== toPurl(upload), {
      expected: "the other release's subject",
      got: "this one's",
      answer,
    });
    // ids may be counted for each release by itself, so that only the id and the address together make it the same upload
    const isThis =
      textAt(answer.body, "uploadId") === upload.uploadId &&
      textAt(answer.body, "upload", "url") === upload.upload.url;
    expect.that(!isThis, { expected: "an upload of its own", got: "the upload of another release", answer });
  },
};
