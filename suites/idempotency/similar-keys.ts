/** Keys that are similar to a used key are other keys. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, slugOf, textAt } from "../../harness/exchange/answer.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import { casesAt } from "../inputs/cases.ts";
import {
  finalizesOfAnotherVersion,
  isUuid,
  keyedTrustUpload,
  keyedUpload,
  swapCase,
  expectNoConflict,
} from "../situations/idempotency-key.ts";
import { createsWithLongKeys } from "../situations/long-keys.ts";

const covers: readonly string[] = [
  "rule:errors/1",
  "convention:idempotency-key",
  "slug:idempotency-conflict",
];

const reading =
  "The text requires the two keys of one request to match exactly. We read every comparison of keys as exact. A registry may answer 400 `validation-failed` to a key that is not a UUID.";

/** Asserts that a similar key made another upload. A registry may refuse a key that is not a UUID. */
function expectAnotherUpload(
  { expect }: Pick<Tools, "expect">,
  { answer, key, first }: { readonly answer: Answer; readonly key: string; readonly first: string },
): void {
  if (!isUuid(key) && slugOf(answer) === "validation-failed")
    return expect.problem(answer, "validation-failed");
  expect.success(answer);
  expect.that(textAt(answer.body, "uploadId") !== first, {
    expected: "a different uploadId",
    wanted: { member: "uploadId", differs: true },
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
  (key) => `${key} `,
  // far from both ends
  (key) => key.replace(/^(.{13})-/, "$1_"),
  // a text of a structured field (RFC 8941) has quotes, a plain one has none
  (key) => `"${key}"`,
];

/** The body and the options of a request with a key: in its header, or in its body, since a header loses its outer blanks on the way. */
function withKey(body: object, key: string): readonly [body: object, options: RequestOptions] {
  return key === key.trim() ? [body, { idempotencyKey: key }] : [{ ...body, idempotencyKey: key }, {}];
}

export const similarKeys: CheckFile = {
  source: "Endpoints, idempotency; Errors, rule 1",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "idempotency/similar-keys-are-different-keys",
      of: "idempotency/keys-are-compared-exactly",
      rule: "`POST` create with a key that differs from a used key in case or by one character succeeds with a different `uploadId`.",
      reading,
      covers,
      async run(tools) {
        const { given, registry } = tools;
        const { upload: first, key } = await keyedUpload(given);

        await tools.each(casesAt(tools, variants, 0), async (toVariant) => {
          const similar = toVariant(key);
          const body = given.createBody(`1.1.${variants.indexOf(toVariant)}`, first.archive);
          const answer = await registry.createReleaseUpload(first.volume, ...withKey(body, similar));
          expectAnotherUpload(tools, { answer, key: similar, first: first.uploadId });
        });
      },
    },
    {
      id: "idempotency/keys-are-not-normalized",
      of: "idempotency/keys-are-compared-exactly",
      rule: "`POST` create with a key that differs from a used key only in its Unicode normalization succeeds with a different `uploadId`.",
      reading,
      covers,
      forms: "one",
      async run(tools) {
        const { given, registry, expect } = tools;
        const { volume, archive } = await given.sharedRelease();
        const key = `${given.key()}-\u00e9\u{1f30d}`;
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
      reading,
      operations: ["createTrustUpload"],
      covers,
      forms: "one",
      async run(tools) {
        const { given, registry, depth } = tools;
        const { release, upload: first, key } = await keyedTrustUpload(given);

        await tools.each(depth === "deep" ? variants : variants.slice(0, 2), async (toVariant) => {
          const similar = toVariant(key);
          const body = given.trustBody(release, given.artifact());
          const answer = await registry.createTrustUpload(release, ...withKey(body, similar));
          expectAnotherUpload(tools, { answer, key: similar, first: first.uploadId });
        });
      },
    },
    {
      id: "idempotency/similar-keys-of-finalizes-are-different-keys",
      of: "idempotency/keys-are-compared-exactly",
      rule: "`POST` finalize with a key that differs in case from a key of another upload never answers `idempotency-conflict`. It succeeds if the equal key has that answer.",
      reading,
      operations: ["finalizeReleaseUpload"],
      covers,
      forms: "unscoped",
      async run({ given, expect }) {
        const { same, similar } = await finalizesOfAnotherVersion(given);

        expectNoConflict(expect, similar);
        if (slugOf(same) === "idempotency-conflict") expect.success(similar);
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
          expectNoConflict(expect, second);
        }
      },
    },
  ],
};
