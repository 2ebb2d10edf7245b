/** Requests whose header and body have different keys. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import type { UploadIntent } from "../../harness/given/given.ts";
import type { Slug } from "../../schemas/problems.ts";
import {
  keyedTrustFinalize,
  keyedTrustUpload,
  keyedUpload,
  releaseWithKeyedTrust,
  isUuid,
  swapCase,
} from "../situations/idempotency-key.ts";
import { withLongKey } from "../situations/long-keys.ts";
import { casesAt } from "../inputs/cases.ts";

const covers: readonly string[] = [
  "rule:errors/1",
  "convention:idempotency-key",
  "slug:idempotency-conflict",
];

/** A character that no header can have, and at which some languages end a text. */
const endOfText = "\u0000";

/**
 * Pairs of different keys, one for the header and one for the body; most pairs are similar.
 * @param key the one that the others are like
 */
function unequalPairs(
  given: Tools["given"],
  key = given.key(),
): readonly (readonly [header: string, body: string])[] {
  return [
    [given.key(), given.key()],
    [key, swapCase(key)],
    [key, `${key}0`],
    [`"${key}"`, key],
    [key, `${key}${endOfText}0`],
    // begins with the other one, and ends with it
    [`${key}-${key}`, key],
    // what some languages take for no key, and for the same number
    ["0", "00"],
    [key, `${key} `],
  ];
}

/** The pairs of a form for the trust operations, which hardly differ from create: at depth standard only the first. */
function pairsOfTrust(tools: Tools, key?: string): ReturnType<typeof unequalPairs> {
  return casesAt(tools, unequalPairs(tools.given, key).slice(0, tools.depth === "deep" ? undefined : 5), 0);
}

/** True in one half, not in a quick run: one key of each pair is known from an equal request. */
function areKnown({ half, depth }: Tools): boolean {
  return half === "second" && depth !== "quick";
}

/** A valid create that nobody has sent. */
async function newCreate(given: Tools["given"]): Promise<Pick<UploadIntent, "volume" | "requestBody">> {
  const { volume, archive } = await given.sharedRelease();
  return { volume, requestBody: given.createBody(given.version("8.0.0"), archive) };
}

/**
 * Asserts the conflict. A registry may refuse a key that is not a UUID before it compares.
 * @param also further problems that pass
 */
function expectUnequal(
  { expect }: Tools,
  answer: Answer,
  keys: readonly string[],
  ...also: readonly Slug[]
): void {
  const unusual = keys.every(isUuid) ? [] : (["validation-failed"] as const);
  expect.problem(answer, "idempotency-conflict", ...unusual, ...also);
}

const unequalReading =
  "The text requires an exact match and does not define it further. We compare every character, including its case. A registry may answer 400 `validation-failed` to a key that is not a UUID.";

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
        const known = areKnown(tools) ? await keyedUpload(given) : undefined;
        const { volume, requestBody } = known?.upload ?? (await newCreate(given));
        // a registry may take one upload of a version at a time
        const also = known === undefined ? [] : (["version-conflict"] as const);

        await tools.each(
          casesAt(tools, unequalPairs(given, known?.key), 2),
          async ([header, idempotencyKey]) => {
            const answer = await registry.createReleaseUpload(
              volume,
              { ...requestBody, idempotencyKey },
              { idempotencyKey: header },
            );
            expectUnequal(tools, answer, [header, idempotencyKey], ...also);
          },
        );
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
        const known = areKnown(tools) ? await keyedTrustUpload(given) : undefined;
        const release = known?.release ?? (await given.sharedRelease());
        const body = known?.upload.requestBody ?? given.trustBody(release, given.artifact());

        await tools.each(pairsOfTrust(tools, known?.key), async ([header, idempotencyKey]) => {
          const answer = await registry.createTrustUpload(
            release,
            { ...body, idempotencyKey },
            { idempotencyKey: header },
          );
          expectUnequal(tools, answer, [header, idempotencyKey]);
        });
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

        await tools.each(pairsOfTrust(tools), async ([header, idempotencyKey]) => {
          const answer = await registry.finalizeTrustUpload(
            upload,
            { idempotencyKey },
            { idempotencyKey: header },
          );
          expectUnequal(tools, answer, [header, idempotencyKey]);
        });
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
  ],
};
