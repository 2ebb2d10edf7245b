/** What finalize says of a manifest that declares an external dependency as none can be. */
import type { Check } from "../../harness/check.ts";
import type { ExpectedDependency } from "../../harness/target/target.ts";
import { isSuccess, listAt, textAt } from "../../harness/registry/answer.ts";
import { renderManifest } from "../../harness/given/archive.ts";
import { casesAt } from "../cases.ts";
import { attempt, expectRefused, type Tools } from "./attempt.ts";

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

export const declarationsStayWellFormed: Check = {
  id: "finalize/malformed-declarations-are-not-published",
  level: "must",
  rule: "A manifest that declares an external dependency with a purl of the type volume, or with a constraint that is no vers range, is refused with 400 invalid-manifest or validation-failed, or its release does not show that value.",
  source: "Release metadata: External dependency declaration; Errors, invalid-manifest",
  reading:
    "The table says what a declaration may hold, and that it is derived from the manifest. The manifest format is not given: the value is replaced in the one of the target file, and a registry that leaves the declaration out is as right as one that refuses it.",
  operations: ["createReleaseUpload", "transferBytes", "finalizeReleaseUpload", "getRelease"],
  needs: ["token:publisher", "manifest:externalDependencies"],
  covers: [
    "member:external-dependency.purl",
    "member:external-dependency.constraint",
    "slug:invalid-manifest",
    "question:9",
  ],
  from: "standard",
  async run(tools) {
    const { given, registry, expect, settle } = tools;
    for (const one of casesAt(tools, cases, 0)) {
      const template = replaceIn(tools, one);
      const tried = await attempt(given, `declaration-${one.id}`, (release) => ({
        manifestText: renderManifest(template, release),
      }));
      if (!isSuccess(tried.answer)) {
        expectRefused(expect, tried, "invalid-manifest", "validation-failed");
        continue;
      }
      const metadata = await settle({ sinceMs: tried.answer.endedAtMs }, () =>
        registry.getRelease(tried.intent),
      );
      const shown = [
        ...listAt(tried.answer.body, "release", "externalDependencies"),
        ...listAt(metadata.body, "externalDependencies"),
      ];
      expect.that(!shown.some((declared) => textAt(declared, one.member) === one.bad), {
        expected: `no declaration with the ${one.member} "${one.bad}"`,
        got: "one",
        answer: metadata,
      });
    }
  },
};
