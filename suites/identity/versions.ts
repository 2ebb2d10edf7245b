import type { CheckFile } from "../../harness/check-file.ts";
import {
  versions as anyVersion,
  versionsOfOtherShape,
  versionsWithEmptyIdentifier,
  versionsWithForeignCharacter,
  versionsWithLeadingZero,
} from "../inputs/versions.ts";
import type { Tools } from "../../harness/check.ts";
import { textAt } from "../../harness/exchange/answer.ts";
import { casesAt } from "../inputs/cases.ts";
import { createForVersion } from "./create-requests.ts";

const maxPrereleaseLength = `1.0.0-${"a".repeat(57)}`;

const wellFormed: readonly string[] = [
  "0.0.0",
  "1.0.0-0A.00a.-.x-Y--z.0+001.-.B",
  "10.20.30-alpha.1",
  "9007199254740991.4294967296.2147483648",
  "1.0.0-9007199254740991",
  "1.0.0--",
  "1.0.0-RC.0",
  "0.0.1+20130313144700.5114f85",
  maxPrereleaseLength,
];

interface Malformed {
  readonly input: ReturnType<typeof anyVersion>;
  readonly examples: readonly string[];
  /** For a deep run only. */
  readonly rarer?: readonly string[];
}

/** Each version is rejected; a release that differs only in its version was published before. */
async function expectRefused(tools: Tools, { input, examples, rarer }: Malformed): Promise<void> {
  await tools.property(
    { input, examples: casesAt(tools, examples, 1, rarer), runs: { quick: 0, standard: 0, deep: 25 } },
    async (version) => {
      const answer = await createForVersion(tools, version);

      tools.expect.problem(answer, "validation-failed");
    },
  );
}

export const versions: CheckFile = {
  source: "Resources, Shared formats: version; Versioning, rule 4",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "identity/well-formed-versions-are-accepted",
      rule: "`POST` create with a `version` in SemVer 2.0.0 syntax answers 2xx; `target.version`, if present, is the same version.",
      reading:
        "The text gives no limit for versions. We stay under 64 characters and below 2^53, and only observe what a registry does beyond that.",
      covers: ["format:version", "rule:versioning/4", "member:create-release-request.version"],
      async run(tools) {
        const { given, registry, expect } = tools;
        const { archive } = await given.sharedRelease();

        await tools.property(
          {
            input: anyVersion(),
            examples: casesAt(tools, wellFormed, 3),
            runs: { quick: 0, standard: 0, deep: 40 },
          },
          async (version) => {
            // a new volume for each version, because an open upload may reserve its version
            const answer = await registry.createReleaseUpload(
              given.volume(),
              given.createBody(version, archive),
            );

            expect.success(answer);
            expect.equal(textAt(answer.body, "target", "version") ?? version, version, {
              what: "target.version",
              answer,
            });
          },
        );
      },
    },
    {
      id: "identity/versions-with-leading-zeros-are-refused",
      of: "identity/versions-are-semantic-versions",
      rule: "`POST` create with a leading zero in major, minor, patch or a numeric prerelease identifier of `version` answers 400 `validation-failed`.",
      covers: ["format:version", "answers:createReleaseUpload/validation-failed"],
      run: (tools) =>
        expectRefused(tools, {
          input: versionsWithLeadingZero(),
          examples: ["01.0.0", "1.0.0-01", "1.02.0", "1.0.03", "1.0.0-a.00+b"],
        }),
    },
    {
      id: "identity/versions-with-empty-identifiers-are-refused",
      of: "identity/versions-are-semantic-versions",
      rule: "`POST` create with an empty prerelease or build identifier in `version` answers 400 `validation-failed`.",
      covers: ["format:version"],
      run: (tools) =>
        expectRefused(tools, {
          input: versionsWithEmptyIdentifier(),
          examples: ["1.0.0-", "1.0.0+", "1.0.0-a..b", "1.0.0-a.", "1.0.0-+b", "1.0.0+a..b"],
          rarer: ["1.0.0-.a"],
        }),
    },
    {
      id: "identity/versions-without-three-numbers-are-refused",
      of: "identity/versions-are-semantic-versions",
      rule: "`POST` create with a `version` that does not have the form MAJOR.MINOR.PATCH (`1.0`, `v1.0.0`, `latest`) answers 400 `validation-failed`.",
      covers: ["format:version"],
      run: (tools) =>
        expectRefused(tools, {
          input: versionsOfOtherShape(),
          examples: [
            "1.0",
            "v1.0.0",
            "1.0.0\n",
            "1.0.0.0",
            " 1.0.0",
            "1.0.0 ",
            "",
            "1.0.x",
            "^1.0.0",
            "latest",
            "=1.0.0",
          ],
          rarer: ["-1.0.0", "1.-1.0", "+1.0.0", "1,0,0", "1.0.0,1.0.1", "1e0.0.0", "0x1.0.0"],
        }),
    },
    {
      id: "identity/versions-with-invalid-characters-are-refused",
      of: "identity/versions-are-semantic-versions",
      rule: "`POST` create with a character other than ASCII letters, digits and hyphens in an identifier of `version` answers 400 `validation-failed`.",
      covers: ["format:version"],
      run: (tools) =>
        expectRefused(tools, {
          input: versionsWithForeignCharacter(),
          examples: ["1.0.0-a_b", "1.0.0+a+b", "1.0.0-é", "1.0.0+a_b", "1.0.٣"],
          rarer: ["1.0.0-a b", "1.0.1٣", "1٣.0.0", "1.0.0-1٣"],
        }),
    },
  ],
};
