import type { CheckFile } from "../../harness/check-file.ts";
import {
  labels,
  labelsWithDoubleHyphen,
  labelsWithForeignCharacter,
  labelsWithHyphenAtEnd,
  labelsWithHyphenAtStart,
  toLabelOfLength,
} from "../inputs/names.ts";
import { constantFrom } from "fast-check";
import { textAt } from "../../harness/exchange/answer.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { hasUnseenCharacter } from "../request-path.ts";
import { casesAt } from "../inputs/cases.ts";
import { createForVolume, toVolumeInNamespace } from "./create-requests.ts";

const reading =
  "The text does not say which problem answers a malformed name in a path. We accept `validation-failed`, or `not-found` if the router does not match the path.";

/** Short enough to leave room for the namespace's prefix. */
const maxLabelLength = 60;

export const names: CheckFile = {
  source: "Resources, Shared formats: name segment",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "identity/well-formed-names-are-accepted",
      of: "identity/well-formed-volume-names-are-accepted",
      owns: [
        "every-response/release-upload-intents-are-well-formed",
        "every-response/documents-name-the-release-of-their-path",
      ],
      rule: "`POST` create with a name segment of lowercase letters, digits and single inner hyphens answers 2xx; `target.name`, if present, is the volume's full name.",
      reading: "The text reserves no word, so a segment of the API's paths is a name like any other.",
      covers: ["format:name-segment", "format:volume-name"],
      async run(tools) {
        // a leading digit, and a word of the API's paths, in scoped names only: unscoped names begin with the namespace's prefix
        const examples = ["a-1-b-2", "x", "7", "a-b-c-d-e-f-g-9lives", "uploads"];

        await tools.property(
          {
            input: labels(maxLabelLength),
            examples: casesAt(tools, examples, 1, ["9lives", "trust", "index"]),
            runs: { quick: 0, standard: 0, deep: 30 },
          },
          async (label) => {
            const volume = toVolumeInNamespace(tools, label);

            const answer = await createForVolume(tools, volume);

            tools.expect.success(answer);
            const named = textAt(answer.body, "target", "name") ?? toFullName(volume);
            tools.expect.equal(named, toFullName(volume), { what: "target.name", answer });
          },
        );
      },
    },
    {
      id: "identity/the-longest-names-are-accepted",
      of: "identity/well-formed-volume-names-are-accepted",
      rule: "`POST` create with a name segment of exactly 128 characters answers 2xx.",
      source: "Limits: name segment length",
      covers: ["limit:name-segment-length", "format:name-segment"],
      async run(tools) {
        const { segment, ...scope } = tools.given.volume();

        const answer = await createForVolume(tools, { ...scope, segment: toLabelOfLength(segment, 128) });

        tools.expect.success(answer);
      },
    },
    {
      id: "identity/longer-names-are-refused",
      of: "identity/malformed-names-are-refused",
      rule: "`POST` create with a name segment of more than 128 characters answers 400 `validation-failed` or 404 `not-found`.",
      source: "Limits: name segment length",
      reading,
      covers: [
        "limit:name-segment-length",
        "limit:volume-name-length",
        "answers:createReleaseUpload/validation-failed",
      ],
      async run(tools) {
        const { segment, ...scope } = tools.given.volume();

        await tools.property(
          {
            input: constantFrom(130, 160, 193, 195),
            examples: [129],
            runs: { quick: 0, standard: 0, deep: 4 },
          },
          async (length) => {
            const answer = await createForVolume(tools, {
              ...scope,
              segment: toLabelOfLength(segment, length),
            });

            tools.expect.problem(answer, "validation-failed", "not-found");
          },
        );
      },
    },
    {
      id: "identity/names-with-two-hyphens-in-a-row-are-refused",
      of: "identity/malformed-names-are-refused",
      rule: "`POST` create with two or more consecutive hyphens in the name segment answers 400 `validation-failed` or 404 `not-found`.",
      source: "Limits: rejected names",
      reading,
      covers: ["limit:rejected-names", "format:name-segment"],
      async run(tools) {
        const examples = ["a--b", "a---b", `${"a-".repeat(25)}-a`];

        await tools.property(
          {
            input: labelsWithDoubleHyphen(maxLabelLength),
            examples: casesAt(tools, examples, 1, ["a-b-c--d"]),
            runs: { quick: 0, standard: 0, deep: 20 },
          },
          async (label) => {
            const answer = await createForVolume(tools, toVolumeInNamespace(tools, label));

            tools.expect.problem(answer, "validation-failed", "not-found");
          },
        );
      },
    },
    {
      id: "identity/names-with-a-hyphen-at-an-edge-are-refused",
      of: "identity/malformed-names-are-refused",
      rule: "`POST` create with a leading or trailing hyphen in the name segment answers 400 `validation-failed`, 404 `not-found` or, for an unscoped leading hyphen, 403 `authorization-failed`.",
      reading:
        "The text does not say which problem answers a malformed name in a path. We accept `validation-failed`, `not-found` and, for an unscoped leading hyphen, `authorization-failed`, since that name is outside the namespace.",
      covers: ["format:name-segment"],
      async run(tools) {
        await tools.property(
          {
            input: labelsWithHyphenAtEnd(maxLabelLength),
            examples: casesAt(tools, ["a-", "a-7-"]),
            runs: { quick: 0, standard: 0, deep: 10 },
          },
          async (label) => {
            const answer = await createForVolume(tools, toVolumeInNamespace(tools, label));

            tools.expect.problem(answer, "validation-failed", "not-found");
          },
        );

        await tools.property(
          {
            input: labelsWithHyphenAtStart(maxLabelLength),
            examples: ["-a"],
            runs: { quick: 0, standard: 0, deep: 10 },
          },
          async (label) => {
            const { segment: _, ...scope } = tools.given.volume();

            const answer = await createForVolume(tools, { ...scope, segment: label });

            if (tools.form === "scoped") tools.expect.problem(answer, "validation-failed", "not-found");
            else tools.expect.problem(answer, "validation-failed", "not-found", "authorization-failed");
          },
        );
      },
    },
    {
      id: "identity/names-with-invalid-characters-are-refused",
      of: "identity/malformed-names-are-refused",
      rule: "`POST` create with a character other than lowercase ASCII letters, digits and hyphens in the name segment answers 400 `validation-failed` or 404 `not-found`. With a control or invisible character, any 4xx passes.",
      reading: `${reading} A server in front of the API may refuse control and invisible characters in its own words.`,
      covers: ["format:name-segment", "question:16"],
      async run(tools) {
        // a store may drop a dot at the end, or take letters in their compatible form
        const examples = ["a_b", "aB", "a.", "aａ", "a b", "a\n", "a٣", "a+b"];

        await tools.property(
          {
            input: labelsWithForeignCharacter(maxLabelLength),
            examples: casesAt(tools, examples, 2, ["Z", "a!b"]),
            runs: { quick: 0, standard: 0, deep: 30 },
          },
          async (label) => {
            const answer = await createForVolume(tools, toVolumeInNamespace(tools, label));

            // even a leading character comes after the namespace's prefix in an unscoped name, so 403 is not correct
            if (hasUnseenCharacter(answer)) tools.expect.refusal(answer);
            else tools.expect.problem(answer, "validation-failed", "not-found");
          },
        );
      },
    },
  ],
};
