import type { Check } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import type { Given, UploadIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, slugOf, textAt } from "../../harness/registry/answer.ts";
import { toFullName, type Volume } from "../../harness/registry/volume.ts";
import { sha256 } from "../../harness/seed.ts";
import { casesAt } from "../cases.ts";
import { expectConflict, keyedUpload, uploadKeyedInBody } from "./key.ts";

const operations: Check["operations"] = ["createReleaseUpload"];
const needs: Check["needs"] = ["token:publisher"];

/** A creation repeated with its key in the header, in the body and in both, for the two requirements on that. */
function repeatedCreate(
  given: Given,
): Promise<{ readonly upload: UploadIntent; readonly answers: readonly Answer[] }> {
  return given.shared("repeated-create", async (own, registry) => {
    const { upload, key } = await keyedUpload(own);
    const { volume, requestBody } = upload;
    const keyed = { ...requestBody, idempotencyKey: key };
    const answers = [
      await registry.createReleaseUpload(volume, requestBody, { idempotencyKey: key }),
      await registry.createReleaseUpload(volume, keyed),
      await registry.createReleaseUpload(volume, keyed, { idempotencyKey: key }),
    ];
    return { upload, answers };
  });
}

export const repeatedCreatesDoNotConflict: Check = {
  id: "idempotency/repeated-creates-do-not-conflict",
  level: "must",
  rule: "Repeating the creation of a release upload with the same key and the same body is no idempotency conflict, wherever the key stands.",
  source: "Errors, rule 1; Endpoints, idempotency",
  reading:
    "A conflict takes conflicting parameters. The key in the header and the key in the body are one key, so that moving it changes nothing.",
  operations,
  needs,
  covers: [
    "rule:errors/1",
    "convention:idempotency-key",
    "question:5",
    "member:create-release-request.idempotencyKey",
  ],
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

export const repeatedCreatesNameTheSameUpload: Check = {
  id: "idempotency/repeated-creates-name-the-same-upload",
  level: "should",
  rule: "Repeating the creation of a release upload with the same key and the same body names the upload that there is.",
  source: "Endpoints, idempotency",
  reading:
    "What a repetition is answered is not said; that the operation is idempotent means that it makes no second upload.",
  operations,
  needs,
  covers: ["convention:idempotency-key", "question:5"],
  async run({ given, expect }) {
    const { upload, answers } = await repeatedCreate(given);

    for (const answer of answers)
      expect.equal(textAt(answer.body, "uploadId"), upload.uploadId, { what: "uploadId", answer });
  },
};

export const orderOfMembersIsNoConflict: Check = {
  id: "idempotency/order-of-members-is-no-conflict",
  level: "should",
  rule: "Repeating the creation of a release upload with the members of its body in another order is no idempotency conflict.",
  source: "Errors, rule 1",
  reading:
    "The members of a JSON object have no order (RFC 8259 section 4), so that the parameters are the same.",
  operations,
  needs,
  forms: "either",
  from: "standard",
  async run(tools) {
    const { upload, key } = await keyedUpload(tools.given);
    const body = Object.fromEntries(Object.entries(upload.requestBody).toReversed());

    const answer = await tools.registry.createReleaseUpload(upload.volume, upload.requestBody, {
      idempotencyKey: key,
      rawBody: JSON.stringify(body, undefined, 1),
    });

    tools.expect.that(slugOf(answer) !== "idempotency-conflict", {
      expected: "no idempotency conflict",
      got: describeAnswer(answer),
      answer,
    });
  },
};

/** Another member, and where the key stands that comes with it. */
interface Change {
  readonly member: Readonly<Record<string, unknown>>;
  readonly place: "header" | "body";
}

/** What another request with a key can differ in. Each value is a good one by itself. */
const changes: readonly { readonly name: string; readonly tried: readonly Change[] }[] = [
  {
    name: "version",
    // only the version is tried in both places, since one look at the other parameters is enough
    tried: [
      { member: { version: "1.0.1" }, place: "header" },
      { member: { version: "1.0.0-rc.1" }, place: "body" },
    ],
  },
  { name: "digest", tried: [{ member: { declaredDigest: sha256("another archive") }, place: "header" }] },
  { name: "size", tried: [{ member: { declaredSize: 7 }, place: "body" }] },
];

/** The rule that a key is not used for a request that differs in one parameter. */
export const changedCreateChecks: readonly Check[] = changes.map(({ name, tried }) => ({
  id: `idempotency/keys-of-creates-conflict-with-another-${name}`,
  level: "must",
  rule: `Creating a release upload with a key that was used for one of another ${name} answers 409 idempotency-conflict.`,
  source: "Errors, rule 1",
  operations,
  needs,
  covers: ["rule:errors/1", "slug:idempotency-conflict", "answers:createReleaseUpload/idempotency-conflict"],
  async run(tools) {
    const { upload, key } = await keyedUpload(tools.given);
    const { registry, expect } = tools;

    for (const { member, place } of tried) {
      const body = { ...upload.requestBody, ...member };
      const answer =
        place === "header"
          ? await registry.createReleaseUpload(upload.volume, body, { idempotencyKey: key })
          : await registry.createReleaseUpload(upload.volume, { ...body, idempotencyKey: key });
      expect.problem(answer, "idempotency-conflict");
    }
  },
}));

export const keysInTheBodyAreRemembered: Check = {
  id: "idempotency/keys-in-the-body-are-remembered",
  level: "must",
  rule: "A key that was used in the body alone conflicts with another request that has it in the header or in the body.",
  source: "Endpoints, idempotency; Errors, rule 1",
  operations,
  needs,
  forms: "either",
  from: "standard",
  covers: ["convention:idempotency-key", "rule:errors/1"],
  async run({ given, registry, expect }) {
    const { upload, key } = await uploadKeyedInBody(given);
    const body = given.createBody(given.version("1.0.1"), upload.archive);

    const inHeader = await registry.createReleaseUpload(upload.volume, body, { idempotencyKey: key });
    const inBody = await registry.createReleaseUpload(upload.volume, { ...body, idempotencyKey: key });

    expect.problem(inHeader, "idempotency-conflict");
    expect.problem(inBody, "idempotency-conflict");
  },
};

export const keysOfAnotherTypeAreRefused: Check = {
  id: "idempotency/keys-that-are-no-strings-are-refused",
  level: "should",
  rule: "A creation whose body has an idempotencyKey that is no string is refused with 400 validation-failed.",
  source: "Create release upload intent, body, idempotencyKey",
  reading:
    "The table gives the type; a registry that takes such a key for its text, or for none, harms nobody at once, so that it is warned only.",
  operations,
  needs,
  from: "standard",
  covers: ["member:create-release-request.idempotencyKey"],
  async run(tools) {
    const { given, registry, expect } = tools;
    const { volume, archive } = await given.sharedRelease();
    const body = given.createBody(given.version("8.5.0"), archive);

    for (const idempotencyKey of casesAt(tools, [7, ["key"]], 0)) {
      const answer = await registry.createReleaseUpload(volume, { ...body, idempotencyKey });

      expect.problem(answer, "validation-failed");
    }
  },
};

/** The same creation with the same key on another volume's path. */
export function createElsewhere(
  given: Given,
): Promise<{ readonly upload: UploadIntent; readonly volume: Volume; readonly answer: Answer }> {
  return given.shared("keyed-create-elsewhere", async (own, registry) => {
    const { upload, key } = await keyedUpload(own);
    const volume = own.volume();
    const answer = await registry.createReleaseUpload(volume, upload.requestBody, { idempotencyKey: key });
    return { upload, volume, answer };
  });
}

export const otherVolumesNeverGetThisUpload: Check = {
  id: "idempotency/other-volumes-never-get-this-upload",
  level: "must",
  rule: "A key that was used for one volume never gives that volume's upload to a request for another.",
  source: "Endpoints, idempotency; Release upload intent",
  reading:
    "How far a key reaches is not said: on another path it may be a new key, or a conflict. The target comes from the path in either case.",
  operations,
  needs,
  from: "standard",
  covers: ["question:6"],
  async run({ given, expect }) {
    const { upload, volume, answer } = await createElsewhere(given);

    if (!isSuccess(answer)) return expectConflict(expect, answer);
    expect.echo(answer, ["target", "name"], toFullName(volume));
    // ids may be counted for each volume by itself, so that only the id and the address together make it the same upload
    const isTheOther =
      textAt(answer.body, "uploadId") === upload.uploadId &&
      textAt(answer.body, "upload", "url") === upload.upload.url;
    expect.that(!isTheOther, { expected: "an upload of its own", got: "the other volume's upload", answer });
  },
};
