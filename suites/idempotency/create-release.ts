import { type Situation, situation } from "../../harness/given/situation.ts";
import type { CheckEntry, CheckFile } from "../../harness/check-file.ts";
import type { Check } from "../../harness/check.ts";
import type { UploadIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, numberAt, textAt } from "../../harness/exchange/answer.ts";
import { casesAt } from "../inputs/cases.ts";
import { absentLookAlikes, lookAlikes } from "../inputs/look-alikes.ts";
import { middleDigit, withOtherDigit } from "../inputs/near-digests.ts";
import {
  expectSameUpload,
  keyedFinalize,
  keyedUpload,
  uploadKeyedInBody,
  expectNoConflict,
} from "../situations/idempotency-key.ts";

const operations: Check["operations"] = ["createReleaseUpload"];
const needs: Check["needs"] = ["token:publisher"];

/** Two versions that are not that of the request, and look like it. */
function otherVersions(body: Readonly<Record<string, unknown>>): readonly [string, string] {
  const { letters, beginnings } = lookAlikes;
  const version = textAt(body, "version") ?? "";
  if (version === letters[2]) return [absentLookAlikes.letters, letters[0]];
  // with build metadata that begins with its own, if the registry takes any
  return [beginnings[1], version.includes("+") ? `${version}0` : beginnings[2]];
}

/** A create with a used key in the header and another version. */
const createOtherVersion: Situation<Answer> = situation(
  "create-of-another-version",
  async ({ given, registry }) => {
    const { upload, key } = await keyedUpload(given);
    const [version] = otherVersions(upload.requestBody);
    const body = { ...upload.requestBody, version };
    return await registry.createReleaseUpload(upload.volume, body, { idempotencyKey: key });
  },
);

/**
 * A create repeated with the key in the body, and in both places after another request had a conflict. Two requirements share it. The
 * header is repeated elsewhere.
 */
const repeatedCreate: Situation<{ readonly upload: UploadIntent; readonly answers: readonly Answer[] }> =
  situation("repeated-create", async ({ given, registry }) => {
    const { upload, key } = await keyedUpload(given);
    const { volume, requestBody } = upload;
    const keyed = { ...requestBody, idempotencyKey: key };
    const answers = [await registry.createReleaseUpload(volume, keyed)];
    const other = await createOtherVersion(given);
    // after a success, the key may be that of the other version
    if (!isSuccess(other))
      answers.push(await registry.createReleaseUpload(volume, keyed, { idempotencyKey: key }));
    return { upload, answers };
  });

/** A changed member, and where the key is sent. */
interface Change {
  readonly member: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  readonly keyPlace: "header" | "body";
  /** The response, if other requirements need the request too. */
  readonly shared?: Situation<Answer>;
}

/** A digest that differs from the first one in one digit. */
function nearDigest(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { declaredDigest: withOtherDigit(textAt(body, "declaredDigest") ?? "", middleDigit) };
}

/** A size that is one more. */
function nextSize(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { declaredSize: (numberAt(body, "declaredSize") ?? 0) + 1 };
}

/** The members that a second request with the same key changes. Each value is valid. */
const changes: readonly { readonly name: string; readonly variants: readonly Change[] }[] = [
  {
    name: "version",
    // only the version is sent with the key in both places; one place is enough for the other members
    variants: [
      {
        member: (body) => ({ version: otherVersions(body)[0] }),
        keyPlace: "header",
        shared: createOtherVersion,
      },
      { member: (body) => ({ version: otherVersions(body)[1] }), keyPlace: "body" },
    ],
  },
  {
    name: "digest",
    variants: [{ member: nearDigest, keyPlace: "header" }],
  },
  { name: "size", variants: [{ member: nextSize, keyPlace: "body" }] },
];

export const createRelease: CheckFile = {
  source: "Errors, rule 1",
  operations,
  needs,
  checks: [
    {
      id: "idempotency/repeated-creates-do-not-conflict",
      of: "idempotency/equal-requests-with-one-key-never-conflict",
      rule: "A repeated `POST` create with the same key and body never answers `idempotency-conflict`, with the key in the header, the body or both.",
      source: "Errors, rule 1; Endpoints, idempotency",
      reading:
        "The text requires conflicting parameters for a conflict, and does not mention where the key is sent. We read the header and the body as one key.",
      covers: [
        "rule:errors/1",
        "convention:idempotency-key",
        "question:5",
        "member:create-release-request.idempotencyKey",
      ],
      async run({ given, expect }) {
        const { answers } = await repeatedCreate(given);
        const { repeated } = await keyedFinalize(given);

        for (const answer of [repeated, ...answers]) {
          expectNoConflict(expect, answer);
        }
      },
    },
    {
      id: "idempotency/repeated-creates-return-the-same-upload",
      of: "idempotency/equal-requests-with-one-key-have-one-result",
      rule: "A repeated `POST` create with the same key and body returns the `uploadId` of the first. The upload still takes the bytes, or keeps those that it has.",
      source: "Endpoints, idempotency",
      reading:
        "The text does not say what a repeated request answers. We read idempotency as creating no second upload.",
      operations: ["createReleaseUpload", "transferBytes", "finalizeReleaseUpload"],
      covers: ["convention:idempotency-key", "question:5"],
      async run({ given, expect }) {
        const { upload, answers } = await repeatedCreate(given);

        for (const answer of answers)
          expect.equal(textAt(answer.body, "uploadId"), upload.uploadId, { what: "uploadId", answer });
        const finished = await keyedFinalize(given);
        expectSameUpload(expect, finished.upload, finished);
      },
    },
    {
      id: "idempotency/reordered-members-do-not-conflict",
      of: "idempotency/equal-requests-with-one-key-have-one-result",
      rule: "A repeated `POST` create with the same key and reordered body members never answers `idempotency-conflict`.",
      reading:
        "The text does not define when parameters conflict. JSON object members have no order (RFC 8259 section 4), so we read the parameters as the same.",
      forms: "either",
      from: "standard",
      async run(tools) {
        const { upload, key } = await keyedUpload(tools.given);
        const body = Object.fromEntries(Object.entries(upload.requestBody).toReversed());

        const answer = await tools.registry.createReleaseUpload(upload.volume, upload.requestBody, {
          idempotencyKey: key,
          rawBody: JSON.stringify(body, undefined, 1),
        });

        expectNoConflict(tools.expect, answer);
      },
    },
    /** The rule that a used key conflicts with a request that differs in one member. */
    ...changes.map(({ name, variants }): CheckEntry => ({
      id: `idempotency/keys-of-creates-conflict-with-another-${name}`,
      of: "idempotency/other-requests-with-one-key-conflict",
      rule: `\`POST\` create with a key that was used with a different ${name} answers 409 \`idempotency-conflict\`.`,
      source: "Errors, rule 1",
      operations,
      needs,
      covers: [
        "rule:errors/1",
        "slug:idempotency-conflict",
        "answers:createReleaseUpload/idempotency-conflict",
      ],
      async run(tools) {
        const { upload, key } = await keyedUpload(tools.given);
        const { registry, expect } = tools;

        const other = { header: "body", body: "header" } as const;
        const send = async ({ member, keyPlace }: Change): Promise<Answer> => {
          const body = { ...upload.requestBody, ...member(upload.requestBody) };
          return keyPlace === "header"
            ? await registry.createReleaseUpload(upload.volume, body, { idempotencyKey: key })
            : await registry.createReleaseUpload(upload.volume, { ...body, idempotencyKey: key });
        };
        const inBoth = variants.flatMap(({ member, keyPlace, ...one }): readonly Change[] => [
          { member, keyPlace, ...one },
          { member, keyPlace: other[keyPlace] },
        ]);
        for (const one of tools.depth === "deep" ? inBoth : variants)
          expect.problem(await (one.shared?.(tools.given) ?? send(one)), "idempotency-conflict");
      },
    })),
    {
      id: "idempotency/keys-in-the-body-are-remembered",
      of: "idempotency/other-requests-with-one-key-conflict",
      rule: "After `POST` create with a key in the body, a different version with that key in the header or body answers 409 `idempotency-conflict`.",
      source: "Endpoints, idempotency; Errors, rule 1",
      covers: ["convention:idempotency-key", "rule:errors/1"],
      forms: "either",
      from: "standard",
      async run({ given, registry, expect }) {
        const { upload, key } = await uploadKeyedInBody(given);
        const body = given.createBody(given.version("7.1.1"), upload.archive);

        const inHeader = await registry.createReleaseUpload(upload.volume, body, { idempotencyKey: key });
        const inBody = await registry.createReleaseUpload(upload.volume, { ...body, idempotencyKey: key });

        expect.problem(inHeader, "idempotency-conflict");
        expect.problem(inBody, "idempotency-conflict");
      },
    },
    {
      id: "idempotency/keys-that-are-not-strings-are-refused",
      of: "publish/members-are-taken-literally",
      rule: "`POST` create with an `idempotencyKey` that is not a string answers 400 `validation-failed`.",
      source: "Create release upload intent, body, idempotencyKey",
      reading:
        "The type is string, but the text does not say whether a registry may convert or ignore other types. Doing so causes little harm, so this is only a warning.",
      covers: ["member:create-release-request.idempotencyKey"],
      from: "standard",
      async run(tools) {
        const { given, registry, expect } = tools;
        const { volume, archive } = await given.sharedRelease();
        const body = given.createBody(given.version("8.5.0"), archive);

        await tools.each(casesAt(tools, [7, ["key"]], 0), async (idempotencyKey) => {
          const answer = await registry.createReleaseUpload(volume, { ...body, idempotencyKey });

          expect.problem(answer, "validation-failed");
        });
      },
    },
  ],
};
