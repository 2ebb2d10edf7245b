import { toWantedValue } from "../../harness/expect/expect.ts";
import * as wire from "../../schemas/compiled/wire.js";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type ReleaseName, toPurl } from "../../harness/exchange/volume.ts";
import { type Answer, listAt, valueAt } from "../../harness/exchange/answer.ts";
import { isSamePurl } from "../inputs/equal-values.ts";
import { readDeclaringOnce, readMetadataOnce } from "../situations/release-metadata.ts";
import { readIndexOnce } from "../situations/version-index.ts";
import { readBuildOnce } from "../situations/build-metadata.ts";

/** The response has the purl of the template, with the plus sign literal or as `%2B`. */
function expectPurl({ expect }: Tools, answer: Answer, release: ReleaseName, path: readonly string[]): void {
  const purl = expect.text(answer, ...path, "purl");
  const expected = toPurl(release);
  const inOtherWords = expected.includes("+") ? ", or with the plus sign as %2B" : "";
  expect.that(isSamePurl(purl, expected), {
    expected: `the purl ${expected}${inOtherWords}`,
    ...(expected.includes("+") ? {} : { wanted: toWantedValue(`/${[...path, "purl"].join("/")}`, expected) }),
    got: purl,
    answer,
  });
}

const purlReading =
  "The text gives the template but not how the `+` of build metadata is encoded. We take the template literally and accept both `+` and `%2B`.";

/** The declaration keys of a release's external dependencies. */
async function readDeclarationKeys({
  given,
}: Tools): Promise<{ readonly answer: Answer; readonly keys: readonly unknown[] }> {
  const { answer } = await readDeclaringOnce(given);
  const declarations = listAt(answer.body, "externalDependencies");
  if (declarations.length === 0)
    throw given.skipped("the metadata has no externalDependencies, which is an optional member");
  // that a key is missing is a deviation of its own
  const keys = declarations
    .map((declaration) => valueAt(declaration, "declarationKey"))
    .filter((key) => key !== undefined);
  return { answer, keys };
}

export const formats: CheckFile = {
  source: "Resources, Shared formats: release purl",
  operations: ["getRelease"],
  checks: [
    {
      id: "identity/release-purls-follow-the-template",
      of: "identity/purls-follow-the-template",
      owns: [
        "every-response/documents-name-the-release-of-their-path",
        "every-response/release-metadata-is-well-formed",
        "every-response/finalize-release-results-are-well-formed",
      ],
      rule: "`GET` metadata returns the `purl` `pkg:volume/<name>@<version>`, or `pkg:volume/%40<scope>/<name>@<version>` for a scoped volume.",
      reading: purlReading,
      covers: ["format:release-purl", "member:release-metadata.purl"],
      async run(tools) {
        const { release, answer: metadata } = await readMetadataOnce(tools.given);

        tools.expect.success(metadata);
        expectPurl(tools, metadata, release, []);
      },
    },
    {
      id: "identity/release-purls-hold-the-whole-version",
      of: "identity/purls-follow-the-template",
      owns: [
        "every-response/release-metadata-is-well-formed",
        "every-response/documents-name-the-release-of-their-path",
        "every-response/finalize-release-results-are-well-formed",
      ],
      rule: "For a version with prerelease and build metadata, `POST` finalize and `GET` metadata return a `purl` with the whole version.",
      reading: purlReading,
      operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease"],
      needs: ["token:publisher"],
      covers: ["format:release-purl", "question:10"],
      async run(tools) {
        const { release, metadata } = await readBuildOnce(tools.given);

        expectPurl(tools, release.answer, release, ["release"]);
        tools.expect.success(metadata);
        expectPurl(tools, metadata, release, []);
      },
    },
    {
      id: "identity/digests-match-their-format",
      owns: [
        "every-response/release-metadata-is-well-formed",
        "every-response/finalize-release-results-are-well-formed",
        "every-response/version-indexes-are-well-formed",
      ],
      rule: "`GET` metadata returns `integrity` as `sha256:` and 64 lowercase hexadecimal digits; so does every `GET` index row that has an `integrity`.",
      source: "Resources, Shared formats: digest",
      operations: ["getRelease", "getVersionIndex"],
      covers: ["format:digest", "member:release-metadata.integrity", "member:version-index-row.integrity"],
      async run({ given, expect }) {
        const { answer: metadata } = await readMetadataOnce(given);
        const { answer: index } = await readIndexOnce(given);

        expect.success(metadata);
        expect.valid(valueAt(metadata.body, "integrity"), wire.digest, {
          what: "the integrity in the metadata",
          answer: metadata,
        });
        for (const row of listAt(index.body, "items")) {
          const integrity = valueAt(row, "integrity");
          if (integrity !== undefined)
            expect.valid(integrity, wire.digest, { what: "the integrity in an index row", answer: index });
        }
      },
    },
    {
      id: "identity/timestamps-are-date-times",
      owns: ["every-response/release-upload-intents-are-well-formed"],
      rule: "`POST` create returns an `expiresAt` that, if present, is a date-time (ISO 8601 or RFC 3339).",
      source: "Resources, Shared formats: timestamp; Release upload intent: expiresAt",
      reading:
        "ISO 8601 and RFC 3339 allow different date-times, and the text does not say that `expiresAt` is required. We accept either format, and an absent member.",
      operations: ["createReleaseUpload"],
      needs: ["token:publisher"],
      covers: ["format:timestamp", "question:19", "member:release-upload-intent.expiresAt"],
      async run({ given, expect }) {
        const { intent } = await given.sharedRelease();

        const expiresAt = valueAt(intent.answer.body, "expiresAt");

        expect.that(expiresAt === undefined || wire.timestamp(expiresAt), {
          expected: "expiresAt to be a date-time (ISO 8601 or RFC 3339)",
          wanted: { format: "date-time" },
          got: JSON.stringify(expiresAt) ?? "no expiresAt",
          answer: intent.answer,
          member: "/expiresAt",
        });
      },
    },
    {
      id: "identity/declaration-keys-match-their-format",
      of: "release-metadata/dependencies-are-those-declared",
      owns: [
        "every-response/release-metadata-is-well-formed",
        "every-response/finalize-release-results-are-well-formed",
      ],
      rule: "`GET` metadata returns each `declarationKey` as `<prefix>-extdep-v1:sha256:` and 64 lowercase hexadecimal digits.",
      source: "Resources, Shared formats: external dependency declaration key",
      needs: ["release:externalDependencies"],
      covers: ["format:declaration-key", "member:external-dependency.declarationKey"],
      async run(tools) {
        const { answer, keys } = await readDeclarationKeys(tools);

        for (const key of keys)
          tools.expect.valid(key, wire.declarationKey, { what: "the declarationKey", answer });
      },
    },
    {
      id: "identity/declaration-keys-share-their-prefix",
      of: "release-metadata/dependencies-are-those-declared",
      rule: "`GET` metadata returns the same prefix before `-extdep-v1` in every `declarationKey` of a release.",
      source: "Resources, Shared formats: external dependency declaration key",
      reading:
        "The text calls the prefix a fixed word but does not say which. We accept any prefix that is the same in every key.",
      needs: ["release:externalDependencies"],
      covers: ["format:declaration-key"],
      from: "standard",
      async run(tools) {
        const { answer, keys } = await readDeclarationKeys(tools);

        const prefixes = new Set(keys.map((key) => String(key).split("-extdep-")[0]));

        tools.expect.equal([...prefixes].slice(1), [], { what: "the additional prefixes", answer });
      },
    },
  ],
};
