import { quote } from "../../harness/expect/quote.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { toWantedValue } from "../../harness/expect/expect.ts";
import { type Answer, isSuccess, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { toComparable } from "../inputs/declarations.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import {
  type KeyedFinalize,
  expectConflict,
  finalizesOfAnotherVersion,
  keyedFinalize,
  expectNoConflict,
} from "../situations/idempotency-key.ts";
import { withLongKey } from "../situations/long-keys.ts";

/** The same finalize a second time. */
const repeatedFinalize: Situation<KeyedFinalize & { readonly again: Answer }> = situation(
  "repeated-finalize",
  async ({ given, registry }) => {
    const finalized = await keyedFinalize(given);
    const { upload, key } = finalized;
    return { ...finalized, again: await registry.finalizeReleaseUpload(upload, { idempotencyKey: key }) };
  },
);

const source = "Endpoints, idempotency; Errors, rule 1";

export const finalizeRelease: CheckFile = {
  source,
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "idempotency/repeated-finalizes-do-not-conflict",
      of: "idempotency/equal-requests-with-one-key-never-conflict",
      owns: ["every-response/successes-have-their-stated-status"],
      rule: "A repeated `POST` finalize with the same key never answers `idempotency-conflict`, and a success answers 201.",
      source: `${source}; Finalize release upload: success is 201`,
      covers: ["rule:errors/1", "convention:idempotency-key", "question:5"],
      forms: "each",
      from: "quick",
      async run({ given, expect }) {
        const { again: answer } = await repeatedFinalize(given);

        expectNoConflict(expect, answer);
        if (isSuccess(answer)) expect.success(answer, 201);
      },
    },
    {
      id: "idempotency/repeated-finalizes-return-the-same-release",
      of: "idempotency/equal-requests-with-one-key-have-one-result",
      rule: "A repeated `POST` finalize with the same key succeeds with the same `name`, `version`, `integrity` and external dependencies.",
      reading:
        "The text does not say what a repeated finalize answers, and without a key it may be a conflict. With a key, we read idempotency as the same result.",
      covers: ["convention:idempotency-key", "question:5"],
      forms: "each",
      from: "quick",
      async run({ given, expect }) {
        const { answer: first, again: answer } = await repeatedFinalize(given);

        expect.success(answer);
        const [got, expected] = toComparable(
          valueAt(answer.body, "release", "externalDependencies"),
          valueAt(first.body, "release", "externalDependencies"),
        );
        expect.equal(got, expected, { what: "the release's externalDependencies", answer });
        for (const member of ["name", "version", "integrity"]) {
          expect.equal(valueAt(answer.body, "release", member), valueAt(first.body, "release", member), {
            what: `the release's ${member}`,
            answer,
          });
        }
      },
    },
    {
      id: "idempotency/creates-of-finished-uploads-may-be-repeated",
      of: "idempotency/equal-requests-with-one-key-never-conflict",
      owns: ["every-response/endpoints-answer-their-own-problems"],
      rule: "A `POST` create repeated with its key after finalize succeeds with the same version, or answers 409 `version-conflict` or `invalid-upload-state`.",
      source: `${source}; Create release upload intent: possible errors`,
      reading:
        "The text does not say how long a key is remembered. A remembered key does not conflict with its own request, but its upload has ended; a forgotten one meets an existing version.",
      forms: "either",
      operations: ["createReleaseUpload"],
      covers: ["rule:errors/1", "question:5"],
      async run({ given, registry, expect }) {
        const { upload, creationKey } = await keyedFinalize(given);

        const answer = await registry.createReleaseUpload(upload.volume, upload.requestBody, {
          idempotencyKey: creationKey,
        });

        if (!isSuccess(answer)) expect.problem(answer, "version-conflict", "invalid-upload-state");
        else expect.echo(answer, ["target", "version"], upload.version);
      },
    },
    {
      id: "idempotency/finalizes-never-return-another-release",
      of: "idempotency/keys-never-return-something-else",
      forms: "one",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "`POST` finalize with a key that finalized another upload returns its own release, or answers 409.",
      reading:
        "The text does not say whether a key applies across paths. On another path it may be a new key or a 409.",
      covers: ["question:6", "answers:finalizeReleaseUpload/idempotency-conflict"],
      async run(tools) {
        const { key, upload } = await keyedFinalize(tools.given);
        const { given, registry, expect } = tools;
        const other = await given.uploadedBytes();

        const answer = await registry.finalizeReleaseUpload(other, { idempotencyKey: key });

        if (!isSuccess(answer)) return expectConflict(expect, answer);
        const name = textAt(answer.body, "release", "name") ?? "";
        expect.that(name !== toFullName(upload.volume), {
          expected: `the release's name to be ${quote(toFullName(other.volume))}`,
          wanted: { member: "name", ...toWantedValue("/release/name", toFullName(other.volume)) },
          got: `${quote(name)}, that of the first finalize with the key`,
          answer,
          member: "/release/name",
        });
      },
    },
    {
      id: "idempotency/finalizes-never-return-another-version",
      of: "idempotency/keys-never-return-something-else",
      forms: "unscoped",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "`POST` finalize with a key that finalized another version of the volume returns its own version, or answers 409.",
      reading:
        "The text does not say whether a key applies across paths. On another path it may be a new key or a 409.",
      covers: ["question:6"],
      async run({ given, expect }) {
        const { upload, other, same: answer } = await finalizesOfAnotherVersion(given);

        if (!isSuccess(answer)) return expectConflict(expect, answer);
        const version = textAt(answer.body, "release", "version") ?? "";
        expect.that(version !== upload.version, {
          expected: `the release's version to be ${quote(other.version)}`,
          wanted: { member: "version", ...toWantedValue("/release/version", other.version) },
          got: `${quote(version)}, that of the first finalize with the key`,
          answer,
          member: "/release/version",
        });
      },
    },
    {
      id: "idempotency/finalizes-never-return-a-create-response",
      of: "idempotency/keys-never-return-something-else",
      forms: "one",
      owns: ["every-response/finalize-release-results-are-well-formed"],
      rule: "`POST` finalize with the key of its own create request returns the release, or answers 409.",
      reading:
        "The text does not say whether a key applies across paths. On another path it may be a new key or a 409.",
      operations: ["createReleaseUpload", "finalizeReleaseUpload"],
      covers: ["question:6"],
      async run({ given, registry, expect }) {
        const { upload, answer } = await withLongKey(given, async (idempotencyKey) => {
          const created = await given.uploadedBytes({ idempotencyKey });
          return {
            upload: created,
            answer: await registry.finalizeReleaseUpload(created, { idempotencyKey }),
          };
        });

        if (!isSuccess(answer)) return expectConflict(expect, answer);
        expect.equal(textAt(answer.body, "release", "name"), toFullName(upload.volume), {
          what: "the release's name",
          answer,
        });
      },
    },
  ],
};
