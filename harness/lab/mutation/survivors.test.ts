import { expect, test } from "vitest";
import { describeSurvivors } from "./describe-survivors.ts";
import type { Named } from "./kinds.ts";
import { type MutationReport, ruleAt, scoreOf, toScores } from "./survivors.ts";

const source = `/** Rules. */
export const rules = {
  isFree: (name) => name !== taken,
  refuse: () => {
    throw new ProblemError("not-found", "there is nothing");
  },
};
`;

/** A mutant that replaces a text of one line. */
function mutant(status: string, text: string, replacement: string, mutatorName = "ConditionalExpression") {
  const lines = source.split("\n");
  const index = lines.findIndex((one) => one.includes(text));
  const column = (lines[index] ?? "").indexOf(text) + 1;
  const start = { line: index + 1, column };
  const end = { line: index + 1, column: column + text.length };
  return { status, mutatorName, replacement, location: { start, end } };
}

const report: MutationReport = {
  files: {
    "reference-server/rules/names.ts": {
      source,
      mutants: [
        mutant("Killed", "name !== taken", "false"),
        mutant("Timeout", "name !== taken", "loop()"),
        mutant("Survived", "name !== taken", "true"),
        mutant("Survived", '"there is nothing"', '""', "StringLiteral"),
        mutant("Survived", '"not-found"', '""', "StringLiteral"),
        mutant("Ignored", "name !== taken", "undefined"),
      ],
    },
  },
};

const named: readonly Named[] = [
  { file: "rules/names.ts", rules: ["isFree"], change: /=> true/, kind: "open", why: "who has a name" },
];

test("survivors are named by their rule, and the words of problems are never judged", () => {
  const [names] = toScores(report, named);
  expect(names?.killed).toBe(2);
  expect(names?.survivors.map(({ rule, kind }) => [rule, kind])).toEqual([
    ["isFree", "open"],
    ["refuse", "wording"],
    ["refuse", "judged"],
  ]);
});

test("the score is of what may be judged, rounded down", () => {
  expect(scoreOf(toScores(report, named))).toBe(66);
  expect(scoreOf(toScores(report, []))).toBe(50);
  expect(scoreOf([])).toBe(100);
});

test("a mutant belongs to the rule that begins before it", () => {
  const lines = source.split("\n");
  expect([1, 3, 5].map((line) => ruleAt(lines, line))).toEqual(["", "isFree", "refuse"]);
});

test("the document names each survivor, and why it is not judged", () => {
  const text = describeSurvivors(toScores(report, named), named);
  expect(text).toContain("| rules/names | 5 | 2 | 40 % | 2 | 1 | 66 % |");
  expect(text).toContain("- rules/names: `isFree`");
  expect(text).toContain("- rules/names `isFree` (open): who has a name");
  expect(text).toContain('becomes `` throw new ProblemError("", "there is nothing"); ``');
});
