import {
  labels,
  labelsWithDoubleHyphen,
  labelsWithForeignCharacter,
  labelsWithHyphenAtEnd,
  labelsWithHyphenAtStart,
  toLabelOfLength,
} from "../../harness/arbitraries/names.ts";
import { constantFrom } from "fast-check";
import type { Check } from "../../harness/check.ts";
import { textAt } from "../../harness/registry/answer.ts";
import { toFullName } from "../../harness/registry/volume.ts";
import { casesAt } from "../cases.ts";
import { createNamed, toNamed } from "./attempts.ts";

const reading =
  "A malformed name is refused as validation-failed, or as not-found where the registry's routing makes the path no volume's.";

/** Short enough to leave room for a prefix of the namespace. */
const longestLabel = 60;

export const wellFormedNamesAreAccepted: Check = {
  id: "identity/well-formed-names-are-accepted",
  level: "must",
  rule: "A name segment of lowercase letters, digits and single hyphens inside is accepted and kept.",
  source: "Resources, Shared formats: name segment",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["format:name-segment", "format:volume-name"],
  async run(tools) {
    // those with a digit in front are tried in scoped names, where no prefix of the namespace stands before them
    const examples = ["a-1-b-2", "x", "7", "a-b-c-d-e-f-g-9lives", "9lives"];

    await tools.property(
      {
        input: labels(longestLabel),
        examples: casesAt(tools, examples),
        runs: { quick: 0, standard: 1, deep: 30 },
      },
      async (label) => {
        const volume = toNamed(tools, label);

        const answer = await createNamed(tools, volume);

        tools.expect.success(answer);
        const named = textAt(answer.body, "target", "name") ?? toFullName(volume);
        tools.expect.equal(named, toFullName(volume), { what: "the target's name", answer });
      },
    );
  },
};

export const theLongestNamesAreAccepted: Check = {
  id: "identity/the-longest-names-are-accepted",
  level: "must",
  rule: "A name segment of exactly 128 characters is accepted.",
  source: "Limits: name segment length",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["limit:name-segment-length", "format:name-segment"],
  async run(tools) {
    const { segment, ...scope } = tools.given.volume();

    const answer = await createNamed(tools, { ...scope, segment: toLabelOfLength(segment, 128) });

    tools.expect.success(answer);
  },
};

export const longerNamesAreRefused: Check = {
  id: "identity/longer-names-are-refused",
  level: "must",
  rule: "A name segment of more than 128 characters is refused.",
  source: "Limits: name segment length",
  reading,
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  covers: [
    "limit:name-segment-length",
    "limit:volume-name-length",
    "answers:createReleaseUpload/validation-failed",
  ],
  async run(tools) {
    const { segment, ...scope } = tools.given.volume();

    await tools.property(
      { input: constantFrom(130, 160, 193, 195), examples: [129], runs: { quick: 0, standard: 0, deep: 4 } },
      async (length) => {
        const answer = await createNamed(tools, { ...scope, segment: toLabelOfLength(segment, length) });

        tools.expect.problem(answer, "validation-failed", "not-found");
      },
    );
  },
};

export const doubleHyphensAreRefused: Check = {
  id: "identity/names-with-two-hyphens-in-a-row-are-refused",
  level: "must",
  rule: "A name with two or more hyphens in a row is refused.",
  source: "Limits: rejected names",
  reading,
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["limit:rejected-names", "format:name-segment"],
  async run(tools) {
    const examples = ["a--b", "a-b-c--d", "a---b", `${"a-".repeat(25)}-a`];

    await tools.property(
      {
        input: labelsWithDoubleHyphen(longestLabel),
        examples: casesAt(tools, examples),
        runs: { quick: 0, standard: 1, deep: 20 },
      },
      async (label) => {
        const answer = await createNamed(tools, toNamed(tools, label));

        tools.expect.problem(answer, "validation-failed", "not-found");
      },
    );
  },
};

export const hyphensAtEdgesAreRefused: Check = {
  id: "identity/names-with-a-hyphen-at-an-edge-are-refused",
  level: "must",
  rule: "A name segment that starts or ends with a hyphen is refused.",
  source: "Resources, Shared formats: name segment",
  reading: `${reading} An unscoped name with a hyphen in front lies in nobody's namespace, so that authorization-failed is right there too.`,
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["format:name-segment"],
  async run(tools) {
    await tools.property(
      {
        input: labelsWithHyphenAtEnd(longestLabel),
        examples: casesAt(tools, ["a-", "a-7-"]),
        runs: { quick: 0, standard: 0, deep: 10 },
      },
      async (label) => {
        const answer = await createNamed(tools, toNamed(tools, label));

        tools.expect.problem(answer, "validation-failed", "not-found");
      },
    );

    await tools.property(
      {
        input: labelsWithHyphenAtStart(longestLabel),
        examples: ["-a"],
        runs: { quick: 0, standard: 0, deep: 10 },
      },
      async (label) => {
        const { segment: _, ...scope } = tools.given.volume();

        const answer = await createNamed(tools, { ...scope, segment: label });

        if (tools.form === "scoped") tools.expect.problem(answer, "validation-failed", "not-found");
        else tools.expect.problem(answer, "validation-failed", "not-found", "authorization-failed");
      },
    );
  },
};

export const foreignCharactersAreRefused: Check = {
  id: "identity/names-with-other-characters-are-refused",
  level: "must",
  rule: "A name segment with any character but lowercase ASCII letters, digits and hyphens is refused.",
  source: "Resources, Shared formats: name segment",
  reading,
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["format:name-segment", "question:16"],
  async run(tools) {
    const examples = ["a_b", "aB", "Z", "a.b", "aé", "a b", "a\n", "a٣", "a~b", "a+b", "a@b", "a!b"];

    await tools.property(
      {
        input: labelsWithForeignCharacter(longestLabel),
        examples: casesAt(tools, examples, 2),
        runs: { quick: 0, standard: 1, deep: 30 },
      },
      async (label) => {
        const answer = await createNamed(tools, toNamed(tools, label));

        // a character in front of an unscoped name stands behind the namespace's prefix, so that no right is lacking
        tools.expect.problem(answer, "validation-failed", "not-found");
      },
    );
  },
};
