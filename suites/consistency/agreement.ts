/** Agreement between the finalize result, the metadata and the trust documents of one release. */
import { toComparable } from "../inputs/declarations.ts";
import { toPlainPurl } from "../inputs/equal-values.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { readTrustOnce } from "../situations/trust-documents.ts";
import { readDeclaringOnce, readMetadataOnce, readPublishedOnce } from "../situations/release-metadata.ts";

/** Asserts that metadata and the finalize result list the same declarations, in any order, if both list any. */
function expectSameDeclarations(expect: Tools["expect"], answer: Answer, fromFinalize: unknown): void {
  const listed = valueAt(answer.body, "externalDependencies");
  if (fromFinalize === undefined || listed === undefined) return;
  const [got, expected] = toComparable(listed, fromFinalize);
  expect.equal(got, expected, {
    what: "the declarations of GET metadata, as in the finalize result,",
    answer,
  });
}

export const agreement: CheckFile = {
  source: "Endpoints, Finalize release upload: release; Resources, Release metadata",
  operations: ["getRelease", "finalizeReleaseUpload"],
  checks: [
    {
      id: "consistency/metadata-repeats-finalize",
      of: "integrity/stays-the-same-everywhere",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "`GET` metadata has the same `name`, `version`, `purl`, `integrity` and declaration keys as the `release` that `POST` finalize returned.",
      reading:
        "The text does not say whether `dist` URLs are stable, and declarations are optional. We compare no URLs, and compare declarations only if both responses have them.",
      needs: ["token:publisher"],
      covers: ["member:release-metadata.integrity", "transition:release-finalize"],
      async run({ given, expect }) {
        const { release, answer } = await readPublishedOnce(given);

        expect.success(answer);
        const own = { name: toFullName(release.volume), version: release.version };
        for (const [member, asked] of Object.entries(own))
          // where the metadata has what was asked for, the other document is the wrong one
          if (valueAt(answer.body, member) === asked)
            expect.equal(valueAt(release.answer.body, "release", member), asked, {
              what: `${member} in the finalize result, as in GET metadata,`,
              answer: release.answer,
            });
        for (const member of ["name", "version", "purl", "integrity"]) {
          const fromFinalize = valueAt(release.answer.body, "release", member);
          expect.equal(valueAt(answer.body, member), fromFinalize, {
            what: `${member} of GET metadata, as in the finalize result,`,
            answer,
          });
        }
        expectSameDeclarations(
          expect,
          answer,
          valueAt(release.answer.body, "release", "externalDependencies"),
        );
      },
    },
    {
      id: "consistency/declarations-repeat-finalize",
      of: "release-metadata/dependencies-are-those-declared",
      rule: "`GET` metadata of a release with external dependencies lists the declaration keys that `POST` finalize returned.",
      needs: ["token:publisher", "manifest:externalDependencies"],
      covers: ["member:release-metadata.externalDependencies"],
      from: "standard",
      async run({ given, expect }) {
        const { release, answer } = await readDeclaringOnce(given);
        if (release.answer === undefined) throw given.skipped('needs "tokens.publisher" in the target file');

        expect.success(answer);
        expectSameDeclarations(
          expect,
          answer,
          valueAt(release.answer.body, "release", "externalDependencies"),
        );
      },
    },
    {
      id: "consistency/trust-subjects-name-the-release",
      of: "integrity/stays-the-same-everywhere",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "`subject.purl` and `subject.integrity` in `GET` trust summary and `GET` trust detail, if present, equal `purl` and `integrity` in `GET` metadata.",
      source:
        "Resources, Trust summary and trust detail envelopes: subject; Release metadata: purl, integrity",
      operations: ["getRelease", "getTrustSummary", "getTrustDetail"],
      covers: ["member:trust-summary.subject.purl", "member:trust-detail.subject.integrity"],
      async run({ given, expect }) {
        const { answer: metadata } = await readMetadataOnce(given);
        expect.success(metadata);
        const { summary, detail } = await readTrustOnce(given);

        for (const answer of [summary, detail]) {
          expect.success(answer, 200);
          for (const member of ["purl", "integrity"]) {
            const inSubject = textAt(answer.body, "subject", member);
            if (inSubject === undefined) continue;
            const expected = toPlainPurl(expect.text(metadata, member));
            expect.equal(toPlainPurl(inSubject), expected, { what: `subject.${member}`, answer });
          }
        }
      },
    },
  ],
};
