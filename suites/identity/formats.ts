import * as wire from "../../schemas/compiled/wire.js";
import type { Check, Tools } from "../../harness/check.ts";
import type { ReleaseName } from "../../harness/registry/volume.ts";
import { type Answer, listAt, valueAt } from "../../harness/registry/answer.ts";
import { toPurl } from "../../harness/registry/volume.ts";
import { readDeclaringOnce, readMetadataOnce } from "../release-metadata/reading.ts";
import { readIndexOnce } from "../version-index/rows.ts";
import { readBuildOnce } from "./version-lookup.ts";

/** The purl of the answer is the template's, where a plus sign may stand encoded. */
function expectPurl({ expect }: Tools, answer: Answer, release: ReleaseName, path: readonly string[]): void {
  const purl = expect.text(answer, ...path, "purl");
  const [before = "", after] = toPurl(release).split("+");
  const allowed = after === undefined ? [before] : [`${before}+${after}`, `${before}%2B${after}`];
  expect.that(allowed.includes(purl), { expected: `the purl ${allowed.join(" or ")}`, got: purl, answer });
}

const purlReading =
  "The template is taken literally: pkg:volume/, %40 and the scope, the name, @ and the version. The plus sign of build metadata may stand as + (the template) or as %2B (purl's own rules).";

export const purlsFollowTheTemplate: Check = {
  id: "identity/release-purls-follow-the-template",
  level: "must",
  rule: "A release's purl is pkg:volume/, for a scoped volume %40 with the scope and a slash, then the name, @ and the version.",
  source: "Resources, Shared formats: release purl",
  reading: purlReading,
  operations: ["getRelease"],
  covers: ["format:release-purl", "member:release-metadata.purl"],
  async run(tools) {
    const { release, answer: metadata } = await readMetadataOnce(tools.given);

    tools.expect.success(metadata);
    expectPurl(tools, metadata, release, []);
  },
};

export const purlsHoldTheWholeVersion: Check = {
  id: "identity/release-purls-hold-the-whole-version",
  level: "must",
  rule: "The purl of a release with prerelease and build metadata holds both, letter for letter.",
  source: "Resources, Shared formats: release purl",
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
};

export const digestsAreLowercase: Check = {
  id: "identity/digests-are-sha-in-lowercase",
  level: "must",
  rule: "A release's integrity is sha256: and 64 lowercase hexadecimal digits wherever it is shown.",
  source: "Resources, Shared formats: digest",
  operations: ["getRelease", "getVersionIndex"],
  covers: ["format:digest", "member:release-metadata.integrity", "member:version-index-row.integrity"],
  async run({ given, expect }) {
    const { answer: metadata } = await readMetadataOnce(given);
    const { answer: index } = await readIndexOnce(given);

    expect.valid(valueAt(metadata.body, "integrity"), wire.digest, {
      what: "the release's integrity",
      answer: metadata,
    });
    for (const row of listAt(index.body, "items")) {
      const integrity = valueAt(row, "integrity");
      if (integrity !== undefined)
        expect.valid(integrity, wire.digest, { what: "the row's integrity", answer: index });
    }
  },
};

export const timestampsAreDateTimes: Check = {
  id: "identity/timestamps-are-date-times",
  level: "must",
  rule: "The moment at which an upload intent expires is a date-time.",
  source: "Resources, Shared formats: timestamp; Release upload intent: expiresAt",
  reading:
    "ISO 8601 and RFC 3339 are different sets; what either allows is right. An intent that shows no moment is not judged here.",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["format:timestamp", "question:19", "member:release-upload-intent.expiresAt"],
  async run({ given, expect }) {
    const { intent } = await given.sharedRelease();

    const expiresAt = valueAt(intent.answer.body, "expiresAt");

    expect.that(expiresAt === undefined || wire.timestamp(expiresAt), {
      expected: "expiresAt to be a date-time (ISO 8601 or RFC 3339)",
      got: JSON.stringify(expiresAt) ?? "none",
      answer: intent.answer,
    });
  },
};

/** The keys of a release's external dependencies. */
async function readDeclarationKeys({
  given,
}: Tools): Promise<{ readonly answer: Answer; readonly keys: readonly unknown[] }> {
  const { answer } = await readDeclaringOnce(given);
  const declarations = listAt(answer.body, "externalDependencies");
  if (declarations.length === 0)
    throw given.skipped("the release that declares external dependencies shows none, which it may");
  return { answer, keys: declarations.map((declaration) => valueAt(declaration, "declarationKey")) };
}

export const declarationKeysHaveTheirForm: Check = {
  id: "identity/declaration-keys-have-their-form",
  level: "must",
  rule: "The key of an external dependency declaration is a word, -extdep-v1:sha256: and 64 lowercase hexadecimal digits.",
  source: "Resources, Shared formats: external dependency declaration key",
  operations: ["getRelease"],
  needs: ["release:externalDependencies"],
  covers: ["format:declaration-key", "member:external-dependency.declarationKey"],
  async run(tools) {
    const { answer, keys } = await readDeclarationKeys(tools);

    for (const key of keys)
      tools.expect.valid(key, wire.declarationKey, { what: "the declaration key", answer });
  },
};

export const declarationKeysShareTheirPrefix: Check = {
  id: "identity/declaration-keys-share-their-prefix",
  level: "must",
  rule: "The keys of all external dependency declarations begin with the same word.",
  source: "Resources, Shared formats: external dependency declaration key",
  reading:
    "The prefix is called a fixed word, so that it does not differ from key to key; which word it is, is not said.",
  operations: ["getRelease"],
  needs: ["release:externalDependencies"],
  from: "standard",
  covers: ["format:declaration-key"],
  async run(tools) {
    const { answer, keys } = await readDeclarationKeys(tools);

    const prefixes = new Set(keys.map((key) => String(key).split("-extdep-")[0]));

    tools.expect.equal([...prefixes].slice(1), [], { what: "the list of further prefixes", answer });
  },
};
