/** How finalize handles a manifest with an invalid external dependency declaration. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import type { ExpectedDependency } from "../../harness/target-file/target.ts";
import { isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import { renderManifest } from "../../harness/given/archive.ts";
import { attempt } from "./attempt.ts";

/** A member of a declaration and an invalid value for it. */
interface InvalidMember {
  readonly id: string;
  readonly member: Exclude<keyof ExpectedDependency, "components">;
  readonly invalid: string;
}

const cases: readonly InvalidMember[] = [
  { id: "volume-purl", member: "purl", invalid: "pkg:volume/somebody/else" },
  { id: "bare-constraint", member: "constraint", invalid: "newest" },
];

/** The manifest of the target file with the first value of this member replaced everywhere, in any manifest format. */
function withInvalidMember({ target, given }: Tools, { member, invalid }: InvalidMember): string {
  const { template = "", expect = [] } = target.archive.manifests.externalDependencies ?? {};
  const valid = expect.map((declared) => declared[member]).find((value) => template.includes(value));
  if (valid === undefined) {
    throw given.skipped(
      `needs a ${member} in "archive.manifests.externalDependencies.expect" that also occurs in its template`,
    );
  }
  return template.replaceAll(valid, invalid);
}

export const declarations: CheckFile = {
  source: "Release metadata: External dependency declaration; Errors, invalid-manifest",
  operations: ["createReleaseUpload", "transferBytes", "finalizeReleaseUpload"],
  needs: ["token:publisher", "manifest:externalDependencies"],
  forms: "either",
  from: "deep",
  observations: [
    {
      id: "finalize/malformed-declarations",
      question: "How does `POST` finalize handle a manifest with an invalid external dependency declaration?",
      covers: ["question:9"],
      async observe(tools) {
        const outcomes: string[] = [];
        for (const invalidCase of cases) {
          const template = withInvalidMember(tools, invalidCase);
          const { answer } = await attempt(tools.given, `declaration-${invalidCase.id}`, (release) => ({
            manifestText: renderManifest(template, release),
          }));
          const shown = listAt(answer.body, "release", "externalDependencies");
          // showing it breaks the table of declarations, which is judged on every response
          const handling = shown.some(
            (declared) => textAt(declared, invalidCase.member) === invalidCase.invalid,
          )
            ? "shown"
            : "left out";
          outcomes.push(
            `the ${invalidCase.member} "${invalidCase.invalid}": ${isSuccess(answer) ? handling : describeAnswer(answer)}`,
          );
        }
        return outcomes.join("; ");
      },
    },
  ],
};
