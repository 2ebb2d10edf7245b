import type { CheckFile } from "../../harness/check-file.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { constantFrom } from "fast-check";
import {
  labels,
  labelsWithDoubleHyphen,
  labelsWithForeignCharacter,
  labelsWithHyphenAtEnd,
  labelsWithHyphenAtStart,
  toLabelOfLength,
} from "../inputs/names.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, textAt } from "../../harness/exchange/answer.ts";
import { type Volume, toFullName } from "../../harness/exchange/volume.ts";
import { deriveWord } from "../../harness/seed.ts";
import { hasUnseenCharacter } from "../request-path.ts";
import { createForVolume, examplesFor, publish } from "./create-requests.ts";

const reading =
  "The text does not say which problem answers a malformed scope, nor who has authority over it. We accept `validation-failed`, `authorization-failed`, and `not-found` if the router does not match the path.";

const maxLabelLength = 60;

/** Replacements for the digits of a derived word. */
const letters = "abdefghijk";

/** A new volume in a scope other than the namespace's. */
function inScope({ given }: Tools, scope: string): Volume {
  return { scope, segment: given.volume().segment };
}

function expectRefused({ expect }: Tools, answer: Answer): void {
  // a server in front of the API may refuse these in its own words
  if (hasUnseenCharacter(answer)) return expect.refusal(answer);
  expect.problem(answer, "validation-failed", "not-found", "authorization-failed");
}

/** A new scope, or undefined where the publisher has no authority over it. */
const authorizedScope: Situation<string | undefined> = situation(
  "identity/own-scope",
  async ({ given, registry }) => {
    const word = `c${deriveWord(10, given.unique("scope")).replaceAll(/\d/g, (digit) => letters[Number(digit)] ?? "a")}`;
    const volume = { scope: word, segment: given.volume().segment };
    const { archive } = await given.sharedRelease();
    const answer = await registry.createReleaseUpload(volume, given.createBody("0.0.1", archive));
    return answer.status >= 401 && answer.status <= 404 ? undefined : word;
  },
);

/**
 * A short, unused scope of letters in which the publisher may create volumes, which one create request tries. A scope that
 * is rejected as malformed is returned too, so that the check fails and is not skipped.
 * @throws Skipped if the publisher has no authority outside the namespace
 */
async function ownScope(tools: Tools): Promise<string> {
  const scope = await authorizedScope(tools.given);
  if (scope === undefined)
    throw tools.given.skipped(
      'needs a publisher with authority over every scope (the state "token" with resource "*")',
    );
  return scope;
}

export const scopes: CheckFile = {
  source: "Resources, Shared formats: scope",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  forms: "scoped",
  checks: [
    {
      id: "identity/well-formed-scopes-are-accepted",
      of: "identity/well-formed-volume-names-are-accepted",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "`POST` create with a scope of lowercase letters, digits and single inner hyphens answers 2xx; `target.name`, if present, is the volume's full name.",
      needs: ["token:publisher", "state:token"],
      covers: ["format:scope"],
      async run(tools) {
        const base = await ownScope(tools);
        const examples = ["0-9-a", "7"];

        await tools.property(
          {
            input: labels(30),
            examples: examplesFor(tools.depth, examples, 1),
            runs: { quick: 0, standard: 0, deep: 15 },
          },
          async (label) => {
            const volume = inScope(tools, `${label}-${base}`);

            const answer = await createForVolume(tools, volume);

            tools.expect.success(answer);
            const named = textAt(answer.body, "target", "name") ?? toFullName(volume);
            tools.expect.equal(named, toFullName(volume), { what: "target.name", answer });
          },
        );
      },
    },
    {
      id: "identity/the-longest-scopes-are-accepted",
      of: "identity/well-formed-volume-names-are-accepted",
      rule: "`POST` create with a scope of exactly 64 characters answers 2xx.",
      source: "Limits: scope length",
      needs: ["token:publisher", "state:token"],
      covers: ["limit:scope-length", "format:scope"],
      async run(tools) {
        const base = await ownScope(tools);

        const answer = await createForVolume(tools, inScope(tools, toLabelOfLength(base, 64)));

        tools.expect.success(answer);
      },
    },
    {
      id: "identity/longer-scopes-are-refused",
      of: "identity/malformed-names-are-refused",
      rule: "`POST` create with a scope of more than 64 characters answers 400 `validation-failed`, 404 `not-found` or 403 `authorization-failed`.",
      source: "Limits: scope length",
      reading,
      covers: ["limit:scope-length"],
      async run(tools) {
        await tools.property(
          {
            input: constantFrom(67, 128, 129),
            examples: examplesFor(tools.depth, [65, 300], 1),
            runs: { quick: 0, standard: 0, deep: 3 },
          },
          async (length) => {
            const answer = await createForVolume(tools, inScope(tools, toLabelOfLength("c", length)));

            expectRefused(tools, answer);
          },
        );
      },
    },
    {
      id: "identity/scopes-with-two-hyphens-in-a-row-are-refused",
      of: "identity/malformed-names-are-refused",
      rule: "`POST` create with two or more consecutive hyphens in the scope answers 400 `validation-failed`, 404 `not-found` or 403 `authorization-failed`.",
      reading,
      covers: ["format:scope", "limit:rejected-names"],
      async run(tools) {
        await tools.property(
          {
            input: labelsWithDoubleHyphen(maxLabelLength),
            examples: examplesFor(tools.depth, ["a--b", "a-b---c"], 1),
            runs: { quick: 0, standard: 0, deep: 10 },
          },
          async (scope) => {
            const answer = await createForVolume(tools, inScope(tools, scope));

            expectRefused(tools, answer);
          },
        );
      },
    },
    {
      id: "identity/scopes-with-a-hyphen-at-an-edge-are-refused",
      of: "identity/malformed-names-are-refused",
      rule: "`POST` create with a leading or trailing hyphen in the scope answers 400 `validation-failed`, 404 `not-found` or 403 `authorization-failed`.",
      reading,
      covers: ["format:scope"],
      async run(tools) {
        const { scope = "a" } = tools.given.volume();

        for (const [input, example] of [
          [labelsWithHyphenAtEnd(maxLabelLength), `${scope}-`],
          [labelsWithHyphenAtStart(maxLabelLength), `-${scope}`],
        ] as const) {
          await tools.property(
            { input, examples: [example], runs: { quick: 0, standard: 0, deep: 10 } },
            async (malformed) => {
              const answer = await createForVolume(tools, inScope(tools, malformed));

              expectRefused(tools, answer);
            },
          );
        }
      },
    },
    {
      id: "identity/scopes-with-invalid-characters-are-refused",
      of: "identity/malformed-names-are-refused",
      rule: "`POST` create with a character other than lowercase ASCII letters, digits and hyphens in the scope answers 400 `validation-failed`, 404 `not-found` or 403 `authorization-failed`. With a control or invisible character, any 4xx passes.",
      reading,
      covers: ["format:scope"],
      async run(tools) {
        const { scope = "a" } = tools.given.volume();
        const almostValid = [scope.toUpperCase(), `${scope}_x`, `${scope}.x`, `${scope}é`, `${scope}\n`];

        await tools.property(
          {
            input: labelsWithForeignCharacter(maxLabelLength),
            examples: examplesFor(
              tools.depth,
              almostValid.filter((text) => text !== scope),
              1,
            ),
            runs: { quick: 0, standard: 0, deep: 20 },
          },
          async (malformed) => {
            const answer = await createForVolume(tools, inScope(tools, malformed));

            expectRefused(tools, answer);
          },
        );
      },
    },
    {
      id: "identity/the-longest-volume-names-are-accepted",
      of: "identity/well-formed-volume-names-are-accepted",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "A 64-character scope and a 128-character name segment can be published. `GET` metadata returns the exact `name`; `GET` index and, where it is offered, trust summary find the volume.",
      source: "Limits: volume name length",
      operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease", "getVersionIndex"],
      needs: ["token:publisher", "state:token"],
      covers: ["limit:volume-name-length", "format:volume-name"],
      from: "standard",
      async run(tools) {
        const { given, registry, expect, eventually, target } = tools;
        const base = await ownScope(tools);
        const volume = {
          scope: toLabelOfLength(base, 64),
          segment: toLabelOfLength(given.volume().segment, 128),
        };

        const release = await publish(tools, { volume, version: "1.0.0" });
        const metadata = await eventually(() => registry.getRelease(release), { since: release });
        expect.success(metadata);
        expect.equal(textAt(metadata.body, "name"), toFullName(volume), {
          what: "the name in the metadata",
          answer: metadata,
        });
        expect.success(await eventually(() => registry.getVersionIndex(volume), { since: release }));
        if (target.features.trust)
          expect.success(await eventually(() => registry.getTrustSummary(release), { since: release }), 200);
      },
    },
  ],
};
