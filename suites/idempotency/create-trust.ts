import { type Situation, situation } from "../../harness/given/situation.ts";
import type { CheckEntry, CheckFile } from "../../harness/check-file.ts";
import type { Check, Tools } from "../../harness/check.ts";
import type { TrustIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import type { Slug } from "../../schemas/problems.ts";
import { toPurl } from "../../harness/exchange/volume.ts";
import { casesAt } from "../inputs/cases.ts";
import { middleDigit, withOtherDigit } from "../inputs/near-digests.ts";
import { attachedRelease } from "../situations/attached-release.ts";
import {
  expectConflict,
  expectSameUpload,
  isSameUpload,
  keyedTrustFinalize,
  keyedTrustUpload,
  releaseWithKeyedTrust,
  expectNoConflict,
} from "../situations/idempotency-key.ts";

type HalfAndDepth = Pick<Tools, "depth" | "half" | "runsInBothForms">;

interface RepeatedCreate {
  readonly upload: TrustIntent;
  readonly answers: readonly Answer[];
}

/** A digest that differs from the first one in one digit. */
function nearDigest({ artifactDigest }: TrustIntent): Readonly<Record<string, unknown>> {
  return { declaredDigest: withOtherDigit(artifactDigest, middleDigit) };
}

/** A trust create with a used key in the header and another digest. */
const createOtherDigest: Situation<Answer> = situation(
  "trust-create-of-another-digest",
  async ({ given, registry }) => {
    const { release, upload, key } = await keyedTrustUpload(given);
    const body = { ...upload.requestBody, ...nearDigest(upload) };
    return await registry.createTrustUpload(release, body, { idempotencyKey: key });
  },
);

/**
 * A create repeated after another request with its key had a conflict, with the key in the body in one half, in both places in the other.
 * Two requirements share it. The header is repeated elsewhere.
 */
const repeatedCreate: Situation<RepeatedCreate, [at: HalfAndDepth]> = situation(
  (_at) => "repeated-trust-create",
  async ({ given, registry }, at) => {
    const { release, upload, key } = await keyedTrustUpload(given);
    const keyed = { ...upload.requestBody, idempotencyKey: key };
    const answers: Answer[] = [];
    // after a success, the key may be that of the other digest
    if (isSuccess(await createOtherDigest(given))) return { upload, answers };
    for (const options of casesAt(at, [{}, { idempotencyKey: key }], 0))
      answers.push(await registry.createTrustUpload(release, keyed, options));
    return { upload, answers };
  },
);

const operations: Check["operations"] = ["createTrustUpload"];
const needs: Check["needs"] = ["token:publisher"];
const source = "Endpoints, idempotency; Errors, rule 1";

/** The members that a second request with the same key changes. Each value is valid, or one that nobody can have accepted. */
const changes: readonly {
  readonly id: string;
  readonly name: string;
  readonly change: (upload: TrustIntent) => Readonly<Record<string, unknown>>;
  /** Where the key is sent. */
  readonly keyPlace: "header" | "body";
  readonly forms: "each" | "either";
  /** Problems of the changed member itself: a registry may look at it first. */
  readonly also?: readonly Slug[];
  /** The response with the key in the header, if other requirements need the request too. */
  readonly shared?: Situation<Answer>;
}[] = [
  {
    id: "digest",
    name: "digest",
    change: nearDigest,
    keyPlace: "header",
    forms: "each",
    shared: createOtherDigest,
  },
  {
    id: "size",
    name: "size",
    change: ({ artifact }) => ({ declaredSize: artifact.length + 1 }),
    keyPlace: "body",
    forms: "either",
  },
  {
    id: "subject",
    name: "subject",
    change: ({ requestBody }) => ({
      subject: {
        purl: textAt(requestBody, "subject", "purl") ?? "",
        integrity: withOtherDigit(textAt(requestBody, "subject", "integrity") ?? "", middleDigit),
      },
    }),
    keyPlace: "header",
    forms: "either",
    also: ["subject-binding-mismatch"],
  },
];

/** The members of a format: a key is for all of them. */
const formatMembers = ["profile", "version", "predicateType", "family", "mediaType"] as const;

export const createTrust: CheckFile = {
  source: "Errors, rule 1",
  operations,
  needs,
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "idempotency/repeated-trust-creates-do-not-conflict",
      of: "idempotency/equal-requests-with-one-key-never-conflict",
      rule: "A repeated `POST` trust create with the same key and body never answers `idempotency-conflict`, with the key in the header, the body or both.",
      source,
      covers: ["rule:errors/1", "convention:idempotency-key", "member:create-trust-request.idempotencyKey"],
      forms: "each",
      async run(tools) {
        const { given, expect } = tools;
        const { answers } = await repeatedCreate(given, tools);
        const { repeated } = await keyedTrustFinalize(given);

        for (const answer of [repeated, ...answers]) {
          expectNoConflict(expect, answer);
        }
      },
    },
    {
      id: "idempotency/repeated-trust-creates-return-the-same-upload",
      of: "idempotency/equal-requests-with-one-key-have-one-result",
      rule: "A repeated `POST` trust create with the same key and body returns the `uploadId` of the first. The upload still takes the bytes, or keeps those that it has.",
      source,
      operations: ["createTrustUpload", "transferBytes", "finalizeTrustUpload"],
      reading:
        "The text does not say what a repeated request answers. We read idempotency as creating no second upload.",
      covers: ["convention:idempotency-key"],
      forms: "each",
      async run(tools) {
        const { given, expect } = tools;
        const { upload, answers } = await repeatedCreate(given, tools);

        for (const answer of answers)
          expect.equal(textAt(answer.body, "uploadId"), upload.uploadId, { what: "uploadId", answer });
        const finished = await keyedTrustFinalize(given);
        expectSameUpload(expect, finished.upload, finished);
      },
    },
    /** The rule that a used key conflicts with a request that differs in one member. */
    ...changes.map(({ id, name, change, keyPlace, forms, also = [], shared }): CheckEntry => ({
      id: `idempotency/keys-of-trust-creates-conflict-with-another-${id}`,
      of: "idempotency/other-requests-with-one-key-conflict",
      rule: `\`POST\` trust create with a key that was used with a different ${name} answers 409 \`idempotency-conflict\`${also.map((slug) => ` or \`${slug}\``).join("")}.`,
      source: "Errors, rule 1",
      operations,
      needs,
      forms,
      from: "standard",
      covers: [
        "rule:errors/1",
        "slug:idempotency-conflict",
        "answers:createTrustUpload/idempotency-conflict",
      ],
      async run(tools) {
        const { release, upload, key } = await keyedTrustUpload(tools.given);
        const { registry, expect } = tools;
        const body = { ...upload.requestBody, ...change(upload) };

        const places = tools.depth === "deep" ? (["header", "body"] as const) : [keyPlace];
        for (const place of places) {
          const answer =
            place === "header"
              ? await (shared?.(tools.given) ??
                  registry.createTrustUpload(release, body, { idempotencyKey: key }))
              : await registry.createTrustUpload(release, { ...body, idempotencyKey: key });

          expect.problem(answer, "idempotency-conflict", ...also);
        }
      },
    })),
    {
      id: "idempotency/keys-of-trust-creates-conflict-with-another-format",
      of: "idempotency/other-requests-with-one-key-conflict",
      rule: "`POST` trust create with a key that was used with a different format answers 409 `idempotency-conflict`.",
      reading:
        "The text does not say which formats a registry supports. If it does not support the second format, we also accept `unsupported-media-type` and `validation-failed`.",
      covers: ["rule:errors/1", "answers:createTrustUpload/idempotency-conflict"],
      async run(tools) {
        const { release, upload, key } = await keyedTrustUpload(tools.given);
        const members = tools.depth === "deep" ? formatMembers : casesAt(tools, formatMembers.slice(0, 2), 0);

        await tools.each(members, async (member) => {
          const other = member === "mediaType" ? "application/vnd.another+json" : `another ${member}`;
          const attachment = { format: { ...upload.format, [member]: other } };
          const body = { ...upload.requestBody, attachment };
          const answer = await tools.registry.createTrustUpload(release, body, { idempotencyKey: key });

          tools.expect.problem(answer, "idempotency-conflict", "unsupported-media-type", "validation-failed");
        });
      },
    },
    {
      id: "idempotency/trust-intents-repeat-the-idempotency-key",
      of: "publish/intents-repeat-their-request",
      rule: "`POST` trust create returns an intent whose `idempotencyKey`, if present, is the key in the header or body of the request.",
      source: "Trust attachment upload intent, idempotencyKey",
      covers: ["member:trust-upload-intent.idempotencyKey"],
      async run(tools) {
        const { release, upload, key } = await keyedTrustUpload(tools.given);
        tools.expect.echo(upload.answer, ["idempotencyKey"], key);
        if (tools.half === "second" && tools.runsInBothForms) return;
        const idempotencyKey = tools.given.key();

        const inBody = await tools.given.trustIntent(release, { body: { idempotencyKey } });

        tools.expect.echo(inBody.answer, ["idempotencyKey"], idempotencyKey);
      },
    },
    {
      id: "idempotency/keys-never-return-trust-uploads-of-other-releases",
      of: "idempotency/keys-never-return-something-else",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "`POST` trust create with a key used for another release returns a different upload and `subject.purl`, or answers 409.",
      source: "Endpoints, idempotency; Trust attachment upload intent",
      reading:
        "The text does not say whether a key applies across paths. On another path it may be a new key or a 409; the subject always matches the path.",
      covers: ["question:6"],
      forms: "each",
      async run(tools) {
        const { upload, key } = await keyedTrustUpload(tools.given);
        const { given, registry, expect, eventually } = tools;
        // of the same volume for scoped names
        const other =
          given.half === "first"
            ? (await attachedRelease(given)).release
            : await releaseWithKeyedTrust(given);

        const answer = await eventually(
          () =>
            registry.createTrustUpload(other, given.trustBody(other, upload.artifact), {
              idempotencyKey: key,
            }),
          { since: other, until: ({ status }) => status !== 404 },
        );

        if (!isSuccess(answer)) return expectConflict(expect, answer);
        expect.that(textAt(answer.body, "subject", "purl") !== toPurl(upload), {
          expected: "the subject of the release in the path",
          got: "the first release's subject",
          answer,
          member: "/subject/purl",
        });
        expect.that(!isSameUpload(answer, upload), {
          expected: "a different upload",
          wanted: { member: "upload", differs: true },
          got: "the upload of another release",
          answer,
        });
      },
    },
  ],
};
