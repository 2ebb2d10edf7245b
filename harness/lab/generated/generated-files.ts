/** The committed files that are written by machine: `npm run generate` writes them, and a test finds a stale one. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { renderProof, replaceProof } from "../../../reports/proof.ts";
import { chapters } from "../../../suites/index.ts";
import {
  digestOfSet,
  parseSets,
  type RequirementSet,
  requirementsOf,
  setsFile,
} from "../../requirement-sets/requirement-sets.ts";
import { countBinding, toMatrix } from "../../selftest/matrix.ts";
import { sentencesOf } from "../../sentences.ts";
import { planDefaults, toPlan } from "../../selftest/plan.ts";
import type { SelftestAnswer } from "../../selftest/task.ts";
import { readLockedPackages, renderLockedPackages } from "../dependencies/locked-packages.ts";

/** The text that each of these files has to have, by name. */
export async function renderGenerated(root: string): Promise<Readonly<Record<string, string>>> {
  const lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as Parameters<
    typeof readLockedPackages
  >[0];
  return {
    "suites/catalogue.txt": renderCatalogue(),
    [setsFile]: renderSets(
      parseSets(await readFile(join(root, setsFile), "utf8"), setsFile, requirementsOf(chapters)),
    ),
    "DEPENDENCIES.md": renderLockedPackages(readLockedPackages(lock)),
    "suites/trusted-results.md": await renderReadme(join(root, "suites/trusted-results.md")),
  };
}

/** An open set lists nothing. One that was frozen just now gets all requirements and their digest; after that it never changes. */
function renderSets(sets: readonly RequirementSet[]): string {
  const rendered = sets.map((set) => {
    if (set.state === "open") return { ...set, requirements: undefined };
    return { ...set, digest: set.digest ?? digestOfSet(set.requirements) };
  });
  return `${JSON.stringify({ requirementSetsVersion: 1, sets: rendered }, undefined, 2)}\n`;
}

/**
 * Level and id of every requirement, and the ids of its cases where it has several: none of them changes without a change of this file.
 */
function renderCatalogue(): string {
  return sentencesOf(chapters)
    .flatMap(({ id, level, cases }) => [
      `${level.padEnd(6)} ${id}\n`,
      ...cases.filter((one) => one.id !== id).map((one) => `         ${one.id}\n`),
    ])
    .join("");
}

/**
 * README with the numbers of a self-test that finds every fault and blames no choice. The self-test itself compares them with what it
 * measured, and fails where they differ.
 */
async function renderReadme(file: string): Promise<string> {
  const text = await readFile(file, "utf8");
  const plan = toPlan({ ...planDefaults, only: [], full: false });
  const silent = { skipped: [], requests: 0, durationMs: 0 };
  const answers = [
    ...plan.faults.map(({ breaks }): SelftestAnswer => {
      return { ...silent, red: [{ id: breaks, verdict: "failed", reason: "" }] };
    }),
    ...plan.choices.map((): SelftestAnswer => ({ ...silent, red: [] })),
  ];
  const replaced = replaceProof(text, renderProof(toMatrix(plan, answers, new Date()), countBinding()));
  if (replaced === undefined) throw new Error(`Cannot write "${file}": it has no self-test section`);
  return await format(replaced, { ...(await resolveConfig(file)), filepath: file });
}
