/** What finalize answered, metadata, and the subjects of trust documents say the same of one release. */
import type { Check, Tools } from "../../harness/check.ts";
import { type Answer, textAt, valueAt } from "../../harness/registry/answer.ts";
import { readTrustOnce } from "../trust/untouched-release.ts";
import { readDeclaringOnce, readMetadataOnce, readPublishedOnce } from "../release-metadata/reading.ts";

const source = "Endpoints, Finalize release upload: release; Resources, Release metadata";

export const metadataRepeatsFinalize: Check = {
  id: "consistency/metadata-repeats-finalize",
  level: "must",
  rule: "The metadata of a release has the name, version, purl, integrity and declarations that finalizing it answered.",
  source,
  reading:
    "Addresses in dist are left out of the comparison, since each answer may sign its own. Declarations are optional in both: no list and an empty one say the same, and an answer without them is not compared.",
  operations: ["getRelease", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["member:release-metadata.integrity", "transition:release-finalize"],
  async run({ given, expect }) {
    const { release, answer } = await readPublishedOnce(given);

    expect.success(answer);
    for (const member of ["name", "version", "purl", "integrity"]) {
      const told = valueAt(release.answer.body, "release", member);
      expect.equal(valueAt(answer.body, member), told, {
        what: `${member}, as finalize answered it,`,
        answer,
      });
    }
    expectSameDeclarations(expect, answer, valueAt(release.answer.body, "release", "externalDependencies"));
  },
};

/** Metadata lists the declarations, in whatever order, that finalize answered, where both tell any. */
function expectSameDeclarations(expect: Tools["expect"], answer: Answer, told: unknown): void {
  const listed = valueAt(answer.body, "externalDependencies");
  if (told === undefined || listed === undefined) return;
  expect.equal(keysOf(listed), keysOf(told), {
    what: "the keys of declarations, as finalize answered them,",
    answer,
  });
}

export const declarationsRepeatFinalize: Check = {
  id: "consistency/declarations-repeat-finalize",
  level: "must",
  rule: "The metadata of a release that declares external dependencies lists the keys that finalizing it answered.",
  source,
  operations: ["getRelease", "finalizeReleaseUpload"],
  needs: ["token:publisher", "manifest:externalDependencies"],
  from: "standard",
  covers: ["member:release-metadata.externalDependencies"],
  async run({ given, expect }) {
    const { release, answer } = await readDeclaringOnce(given);
    if (release.answer === undefined) throw given.skipped('needs "tokens.publisher" in the target file');

    expect.success(answer);
    expectSameDeclarations(expect, answer, valueAt(release.answer.body, "release", "externalDependencies"));
  },
};

function keysOf(declarations: unknown): readonly string[] {
  return Array.isArray(declarations)
    ? declarations.flatMap((one: unknown) => textAt(one, "declarationKey") ?? []).toSorted()
    : [];
}

export const trustSubjectsNameTheRelease: Check = {
  id: "consistency/trust-subjects-name-the-release",
  level: "must",
  rule: "The subjects of a release's trust summary and trust detail have the purl and the integrity of its metadata.",
  source: "Resources, Trust summary and trust detail envelopes: subject; Release metadata: purl, integrity",
  operations: ["getRelease", "getTrustSummary", "getTrustDetail"],
  covers: ["member:trust-summary.subject.purl", "member:trust-detail.subject.integrity"],
  async run({ given, expect }) {
    const { answer: metadata } = await readMetadataOnce(given);
    expect.success(metadata);
    const { summary, detail } = await readTrustOnce(given);

    for (const answer of [summary, detail]) {
      expect.success(answer, 200);
      for (const member of ["purl", "integrity"]) {
        const told = textAt(answer.body, "subject", member)?.replaceAll("%2B", "+");
        const expected = textAt(metadata.body, member)?.replaceAll("%2B", "+");
        if (told !== undefined)
          expect.equal(told, expected, { what: `the ${member} of the subject`, answer });
      }
    }
  },
};
