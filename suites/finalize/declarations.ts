/** What finalize says of a manifest that declares an external dependency as none can be. */
import type { Observation } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import type { ExpectedDependency } from "../../harness/target-file/target.ts";
import { isSuccess, listAt, textAt } from "../../harness/registry/answer.ts";
import { renderManifest } from "../../harness/given/archive.ts";
import { attempt, type Tools } from "./attempt.ts";

/** A member of a declaration, and a value that it may not have. */
interface Case {
  readonly id: string;
  readonly member: keyof ExpectedDependency;
  readonly bad: string;
}

const cases: readonly Case[] = [
  { id: "volume-purl", member: "purl", bad: "pkg:volume/somebody/else" },
  { id: "bare-constraint", member: "constraint", bad: "newest" },
];

/** The target file's manifest with the first value of this member replaced wherever it stands, in whatever dialect. */
function replaceIn({ target, given }: Tools, { member, bad }: Case): string {
  const { template = "", expect = [] } = target.archive.manifests.externalDependencies ?? {};
  const good = expect.map((declared) => declared[member]).find((value) => template.includes(value));
  if (good === undefined) {
    throw given.skipped(
      `needs a ${member} in "archive.manifests.externalDependencies.expect" that stands in its template`,
    );
  }
  return template.replaceAll(good, bad);
}

export const malformedDeclarations: Observation = {
  id: "finalize/malformed-declarations",
  question: "What becomes of a declared dependency that no declaration can hold?",
  source: "Release metadata: External dependency declaration; Errors, invalid-manifest",
  operations: ["createReleaseUpload", "transferBytes", "finalizeReleaseUpload"],
  needs: ["token:publisher", "manifest:externalDependencies"],
  covers: ["question:9"],
  from: "deep",
  forms: "either",
  async observe(tools) {
    const answers: string[] = [];
    for (const one of cases) {
      const template = replaceIn(tools, one);
      const { answer } = await attempt(tools.given, `declaration-${one.id}`, (release) => ({
        manifestText: renderManifest(template, release),
      }));
      const shown = listAt(answer.body, "release", "externalDependencies");
      // a document that shows it breaks the table, which is judged on every response
      const fate = shown.some((declared) => textAt(declared, one.member) === one.bad) ? "shown" : "left out";
      answers.push(`the ${one.member} "${one.bad}": ${isSuccess(answer) ? fate : describeAnswer(answer)}`);
    }
    return answers.join("; ");
  },
};
