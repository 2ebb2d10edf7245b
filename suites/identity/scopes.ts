import { type Situation, situation } from "../../harness/given/situation.ts";
import { constantFrom } from "fast-check";
import {
  labels,
  labelsWithDoubleHyphen,
  labelsWithForeignCharacter,
  labelsWithHyphenAtEnd,
  labelsWithHyphenAtStart,
  toLabelOfLength,
} from "../../harness/arbitraries/names.ts";
import type { Check, Tools } from "../../harness/check.ts";
import { type Answer, textAt } from "../../harness/registry/answer.ts";
import { toFullName, type Volume } from "../../harness/registry/volume.ts";
import { deriveWord } from "../../harness/seed.ts";
import { createNamed, examplesFor, publish } from "./attempts.ts";

const source = "Resources, Shared formats: scope";

const reading =
  "A malformed scope is refused as validation-failed, or as not-found where routing makes the path no volume's. It lies in nobody's namespace, so that authorization-failed is right too.";

const longestLabel = 60;

/** Stand for the digits of a derived word. */
const letters = "abdefghijk";

/** A fresh volume in another scope than the namespace's. */
function inScope({ given }: Tools, scope: string): Volume {
  return { scope, segment: given.volume().segment };
}

function expectRefused({ expect }: Tools, answer: Answer): void {
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
 * A short scope of letters that nobody has, in which the publisher may create volumes: that it may is seen by trying. One
 * that is refused as malformed is returned all the same: what follows is to fail then, not to be passed over.
 * @throws Skipped where the publisher's authority ends at the namespace
 */
async function ownScope(tools: Tools): Promise<string> {
  const scope = await authorizedScope(tools.given);
  if (scope === undefined)
    throw tools.given.skipped(
      'needs a publisher with authority over every scope (the state "token" with resource "*")',
    );
  return scope;
}

export const wellFormedScopesAreAccepted: Check = {
  id: "identity/well-formed-scopes-are-accepted",
  level: "must",
  rule: "A scope of lowercase letters, digits and single hyphens inside is accepted and kept.",
  source,
  operations: ["createReleaseUpload"],
  forms: "scoped",
  needs: ["token:publisher", "state:token"],
  covers: ["format:scope"],
  async run(tools) {
    const base = await ownScope(tools);
    const examples = ["0-9-a", "7"];

    await tools.property(
      {
        input: labels(30),
        examples: examplesFor(tools.depth, examples, 1),
        runs: { quick: 0, standard: 1, deep: 15 },
      },
      async (label) => {
        const volume = inScope(tools, `${label}-${base}`);

        const answer = await createNamed(tools, volume);

        tools.expect.success(answer);
        const named = textAt(answer.body, "target", "name") ?? toFullName(volume);
        tools.expect.equal(named, toFullName(volume), { what: "the target's name", answer });
      },
    );
  },
};

export const theLongestScopesAreAccepted: Check = {
  id: "identity/the-longest-scopes-are-accepted",
  level: "must",
  rule: "A scope of exactly 64 characters is accepted.",
  source: "Limits: scope length",
  operations: ["createReleaseUpload"],
  forms: "scoped",
  needs: ["token:publisher", "state:token"],
  covers: ["limit:scope-length", "format:scope"],
  async run(tools) {
    const base = await ownScope(tools);

    const answer = await createNamed(tools, inScope(tools, toLabelOfLength(base, 64)));

    tools.expect.success(answer);
  },
};

export const theLongestVolumeNamesAreAccepted: Check = {
  id: "identity/the-longest-volume-names-are-accepted",
  level: "must",
  rule: "A volume name of 194 characters, with a scope of 64 and a segment of 128, is accepted and kept, and found by every read.",
  source: "Limits: volume name length",
  operations: [
    "createReleaseUpload",
    "finalizeReleaseUpload",
    "getRelease",
    "getVersionIndex",
    "getTrustSummary",
  ],
  forms: "scoped",
  needs: ["token:publisher", "state:token"],
  from: "standard",
  covers: ["limit:volume-name-length", "format:volume-name"],
  async run(tools) {
    const { given, registry, expect, settle } = tools;
    const base = await ownScope(tools);
    const volume = {
      scope: toLabelOfLength(base, 64),
      segment: toLabelOfLength(given.volume().segment, 128),
    };

    const release = await publish(tools, { volume, version: "1.0.0" });
    const metadata = await settle(release, () => registry.getRelease(release));
    expect.success(metadata);
    expect.equal(textAt(metadata.body, "name"), toFullName(volume), {
      what: "the release's name",
      answer: metadata,
    });
    expect.success(await settle(release, () => registry.getVersionIndex(volume)));
    expect.success(await settle(release, () => registry.getTrustSummary(release)), 200);
  },
};

export const longerScopesAreRefused: Check = {
  id: "identity/longer-scopes-are-refused",
  level: "must",
  rule: "A scope of more than 64 characters is refused.",
  source: "Limits: scope length",
  reading,
  operations: ["createReleaseUpload"],
  forms: "scoped",
  needs: ["token:publisher"],
  covers: ["limit:scope-length"],
  async run(tools) {
    await tools.property(
      {
        input: constantFrom(67, 128, 129),
        examples: examplesFor(tools.depth, [65, 300], 1),
        runs: { quick: 0, standard: 0, deep: 3 },
      },
      async (length) => {
        const answer = await createNamed(tools, inScope(tools, toLabelOfLength("c", length)));

        expectRefused(tools, answer);
      },
    );
  },
};

export const scopesWithDoubleHyphensAreRefused: Check = {
  id: "identity/scopes-with-two-hyphens-in-a-row-are-refused",
  level: "must",
  rule: "A scope with two or more hyphens in a row is refused.",
  source,
  reading,
  operations: ["createReleaseUpload"],
  forms: "scoped",
  needs: ["token:publisher"],
  covers: ["format:scope", "limit:rejected-names"],
  async run(tools) {
    await tools.property(
      {
        input: labelsWithDoubleHyphen(longestLabel),
        examples: examplesFor(tools.depth, ["a--b", "a-b---c"], 1),
        runs: { quick: 0, standard: 0, deep: 10 },
      },
      async (scope) => {
        const answer = await createNamed(tools, inScope(tools, scope));

        expectRefused(tools, answer);
      },
    );
  },
};

export const scopesWithHyphensAtEdgesAreRefused: Check = {
  id: "identity/scopes-with-a-hyphen-at-an-edge-are-refused",
  level: "must",
  rule: "A scope that starts or ends with a hyphen is refused.",
  source,
  reading,
  operations: ["createReleaseUpload"],
  forms: "scoped",
  needs: ["token:publisher"],
  covers: ["format:scope"],
  async run(tools) {
    const { scope = "a" } = tools.given.volume();

    for (const [input, example] of [
      [labelsWithHyphenAtEnd(longestLabel), `${scope}-`],
      [labelsWithHyphenAtStart(longestLabel), `-${scope}`],
    ] as const) {
      await tools.property(
        { input, examples: [example], runs: { quick: 0, standard: 0, deep: 10 } },
        async (malformed) => {
          const answer = await createNamed(tools, inScope(tools, malformed));

          expectRefused(tools, answer);
        },
      );
    }
  },
};

export const scopesWithForeignCharactersAreRefused: Check = {
  id: "identity/scopes-with-other-characters-are-refused",
  level: "must",
  rule: "A scope with any character but lowercase ASCII letters, digits and hyphens is refused.",
  source,
  reading,
  operations: ["createReleaseUpload"],
  forms: "scoped",
  needs: ["token:publisher"],
  covers: ["format:scope"],
  async run(tools) {
    const { scope = "a" } = tools.given.volume();
    const near = [scope.toUpperCase(), `${scope}_x`, `${scope}.x`, `${scope}é`, `${scope}\n`];

    await tools.property(
      {
        input: labelsWithForeignCharacter(longestLabel),
        examples: examplesFor(
          tools.depth,
          near.filter((text) => text !== scope),
          1,
        ),
        runs: { quick: 0, standard: 1, deep: 20 },
      },
      async (malformed) => {
        const answer = await createNamed(tools, inScope(tools, malformed));

        expectRefused(tools, answer);
      },
    );
  },
};
