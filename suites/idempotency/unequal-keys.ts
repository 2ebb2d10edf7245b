import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { type Answer, isSuccess, slugOf, textAt } from "../../harness/registry/answer.ts";
import {
  keyedTrustFinalize,
  keyedTrustUpload,
  keyedUpload,
  releaseWithKeyedTrust,
  isUuid,
  swapCase,
} from "../situations/idempotency-key.ts";
import { createsWithLongKeys, withLongKey } from "../situations/long-keys.ts";
import { casesAt } from "../inputs/cases.ts";
const covers: readonly string[] = [
  "rule:errors/1",
  "convention:idempotency-key",
  "slug:idempotency-conflict",
];

/** A character that no header can have, and at which some languages end a text. */
const endOfText = "\u0000";

/** Pairs of different keys, one for the header and one for the body; most pairs are similar. */
function unequalPairs(given: Tools["given"]): readonly (readonly [header: string, body: string])[] {
  const key = given.key();
  return [
    [given.key(), given.key()],
    [key, swapCase(key)],
    [key, `${key}0`],
    [`"${key}"`, key],
    [key, `${key}${endOfText}0`],
    [`${key}0`, key],
    [key, key.slice(1)],
    [key, `${key} `],
  ];
}

/** The pairs of a form for the trust operations, which hardly differ from create: at depth standard only the first. */
function pairsOfTrust(tools: Tools): ReturnType<typeof unequalPairs> {
  return casesAt(tools, unequalPairs(tools.given).slice(0, tools.depth === "deep" ? undefined : 5), 0);
}

/** Asserts the conflict. A registry may refuse a key that is not a UUID before it compares. */
function expectUnequal({ expect }: Tools, answer: Answer, keys: readonly string[]): void {
  if (keys.every(isUuid)) expect.problem(answer, "idempotency-conflict");
  else expect.problem(answer, "idempotency-conflict", "validation-failed");
}

const unequalReading =
  "The text requires an exact match and does not define it further. We compare every character, including its case. A registry may answer 400 `validation-failed` to a key that is not a UUID.";

/** Asserts that a similar key made another upload. A registry may refuse a key that is not a UUID. */
function expectAnotherUpload(
  { expect }: Pick<Tools, "expect">,
  { answer, key, first }: { readonly answer: Answer; readonly key: string; readonly first: string },
): void {
  if (!isUuid(key) && !isSuccess(answer)) return expect.problem(answer, "validation-failed");
  expect.success(answer);
  expect.that(textAt(answer.body, "uploadId") !== first, {
    expected: "a different uploadId",
    got: "the uploadId of the other key",
    answer,
  });
}

/** Keys that are similar to a used key but different. */
const variants: readonly ((key: string) => string)[] = [
  swapCase,
  (key) => `${key}0`,
  (key) => key.slice(0, -1),
  (key) => key.replaceAll("-", ""),
  // far from both ends
  (key) => key.replace(/^(.{13})-/, "$1_"),
];

export const unequalKeys: CheckFile = {
  source: "Endpoints, idempotency; Errors, rule 1",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "idempotency/unequal-keys-of-a-create-conflict",
      of: "idempotency/unequal-keys-in-header-and-body-conflict",
      rule: "`POST` create with different keys in the header and in the body answers 409 `idempotency-conflict`.",
      reading: unequalReading,
      covers: [...covers, "answers:createReleaseUpload/idempotency-conflict"],
      from: "quick",
      async run(tools) {
        const { given, registry } = tools;
        const { volume, archive } = await given.sharedRelease();
        const body = given.createBody(given.version("8.0.0"), archive);

        for (const [header, idempotencyKey] of casesAt(tools, unequalPairs(given), 2)) {
          const answer = await registry.createReleaseUpload(
            volume,
            { ...body, idempotencyKey },
            { idempotencyKey: header },
          );
          expectUnequal(tools, answer, [header, idempotencyKey]);
        }
      },
    },
    {
      id: "idempotency/unequal-keys-of-a-trust-create-conflict",
      of: "idempotency/unequal-keys-in-header-and-body-conflict",
      rule: "`POST` trust create with different keys in the header and in the body answers 409 `idempotency-conflict`.",
      reading: unequalReading,
      operations: ["createTrustUpload"],
      covers: [...covers, "answers:createTrustUpload/idempotency-conflict"],
      async run(tools) {
        const { given, registry } = tools;
        const release = await given.sharedRelease();
        const body = given.trustBody(release, given.artifact());

        for (const [header, idempotencyKey] of pairsOfTrust(tools)) {
          const answer = await registry.createTrustUpload(
            release,
            { ...body, idempotencyKey },
            { idempotencyKey: header },
          );
          expectUnequal(tools, answer, [header, idempotencyKey]);
        }
      },
    },
    {
      id: "idempotency/unequal-keys-of-a-trust-finalize-conflict",
      of: "idempotency/unequal-keys-in-header-and-body-conflict",
      rule: "`POST` trust finalize with different keys in the header and in the body answers 409 `idempotency-conflict`, and a later finalize with one key succeeds.",
      reading: unequalReading,
      operations: ["finalizeTrustUpload"],
      covers: [
        ...covers,
        "answers:finalizeTrustUpload/idempotency-conflict",
        "member:finalize-trust-request.idempotencyKey",
      ],
      async run(tools) {
        const { given, registry, expect } = tools;
        const release = await releaseWithKeyedTrust(given);
        const upload = await given.trustUploaded(release);

        for (const [header, idempotencyKey] of pairsOfTrust(tools)) {
          const answer = await registry.finalizeTrustUpload(
            upload,
            { idempotencyKey },
            { idempotencyKey: header },
          );
          expectUnequal(tools, answer, [header, idempotencyKey]);
        }
        // on the release of a finalize whose key begins alike
        const { key } = await keyedTrustFinalize(given);
        const { answer: control } = await withLongKey(given, async (unused) => {
          const idempotencyKey = isUuid(unused) ? unused : `${key}0`;
          return {
            answer: await registry.finalizeTrustUpload(upload, { idempotencyKey }, { idempotencyKey }),
          };
        });
        expect.success(control);
      },
    },
    {
      id: "idempotency/similar-keys-are-different-keys",
      of: "idempotency/keys-are-compared-exactly",
      rule: "`POST` create with a key that differs from a used key in case or by one character succeeds with a different `uploadId`.",
      reading:
        "The text requires the two keys of one request to match exactly. We read every comparison of keys as exact. A registry may answer 400 `validation-failed` to a key that is not a UUID.",
      covers,
      async run(tools) {
        const { given, registry } = tools;
        const { upload: first, key } = await keyedUpload(given);

        for (const toVariant of casesAt(tools, variants, 0)) {
          const similar = toVariant(key);
          const body = given.createBody(`1.1.${variants.indexOf(toVariant)}`, first.archive);
          const answer = await registry.createReleaseUpload(first.volume, body, {
            idempotencyKey: similar,
          });
          expectAnotherUpload(tools, { answer, key: similar, first: first.uploadId });
        }
      },
    },
    {
      id: "idempotency/keys-are-not-normalized",
      of: "idempotency/keys-are-compared-exactly",
      rule: "`POST` create with a key that differs from a used key only in its Unicode normalization succeeds with a different `uploadId`.",
      reading:
        "The text requires the two keys of one request to match exactly. We read every comparison of keys as exact. A registry may answer 400 `validation-failed` to a key that is not a UUID.",
      covers,
      forms: "one",
      async run(tools) {
        const { given, registry, expect } = tools;
        const { volume, archive } = await given.sharedRelease();
        const key = `${given.key()}-\u00e9`;
        const createWith = (version: string, idempotencyKey: string): Promise<Answer> =>
          registry.createReleaseUpload(volume, {
            ...given.createBody(given.version(version), archive),
            idempotencyKey,
          });

        const first = await createWith("8.8.0", key);
        if (!isSuccess(first)) return expect.problem(first, "validation-failed");
        const decomposed = key.normalize("NFD");
        expectAnotherUpload(tools, {
          answer: await createWith("8.9.0", decomposed),
          key: decomposed,
          first: expect.text(first, "uploadId"),
        });
      },
    },
    {
      id: "idempotency/similar-keys-of-trust-creates-are-different-keys",
      of: "idempotency/keys-are-compared-exactly",
      rule: "`POST` trust create with a key that differs from a used key in case or by one character succeeds with a different `uploadId`.",
      reading:
        "The text requires the two keys of one request to match exactly. We read every comparison of keys as exact. A registry may answer 400 `validation-failed` to a key that is not a UUID.",
      operations: ["createTrustUpload"],
      covers,
      forms: "one",
      async run(tools) {
        const { given, registry, depth } = tools;
        const { release, upload: first, key } = await keyedTrustUpload(given);

        for (const toVariant of depth === "deep" ? variants : variants.slice(0, 2)) {
          const similar = toVariant(key);
          const answer = await registry.createTrustUpload(
            release,
            given.trustBody(release, given.artifact()),
            { idempotencyKey: similar },
          );
          expectAnotherUpload(tools, { answer, key: similar, first: first.uploadId });
        }
      },
    },
    {
      id: "idempotency/long-keys-are-compared-in-full",
      of: "idempotency/keys-are-compared-exactly",
      rule: "If `POST` create accepts a key of 256 characters, or else of 200, it also accepts a key that differs only in the last character.",
      reading:
        "The text does not state a maximum key length. A registry may answer 400 `validation-failed` to both keys, but never `idempotency-conflict`.",
      covers,
      forms: "either",
      async run({ given, expect }) {
        for (const { first, second } of await createsWithLongKeys(given)) {
          if (isSuccess(first)) {
            expect.success(second);
            return;
          }
          expect.problem(first, "validation-failed");
          expect.that(slugOf(second) !== "idempotency-conflict", {
            expected: "no idempotency-conflict",
            got: describeAnswer(second),
            answer: second,
          });
        }
      },
    },
  ],
};
