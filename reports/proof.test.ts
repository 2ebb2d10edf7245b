import { expect, test } from "vitest";
import type { KillMatrix } from "../schemas/kill-matrix.ts";
import { hasProof, renderProof, replaceProof } from "./proof.ts";

const binding = new Map([
  ["publish", 2],
  ["trust", 1],
]);

function matrixOf(outcomes: readonly KillMatrix["faults"][number]["outcome"][]): KillMatrix {
  const killed = outcomes.filter((outcome) => outcome === "killed").length;
  return {
    killMatrixVersion: 1,
    suite: { name: "suite", version: "1.0.0", digest: "sha256:0", specification: "0" },
    startedAt: "2026-01-01T00:00:00.000Z",
    durationMs: 1,
    seed: 1,
    totals: {
      faults: outcomes.length,
      killed,
      killedByAnother: 0,
      missed: outcomes.length - killed,
      choices: 3,
      clean: 3,
      falseAlarms: 0,
    },
    faults: outcomes.map((outcome, index) => ({
      name: `fault-${index}`,
      summary: "",
      breaks: "publish/a",
      outcome,
      red: [],
      durationMs: 1,
    })),
    choices: [],
    unproven: [],
  };
}

const document = `# Title\n\n${renderProof(matrixOf(["killed"]), binding)}\n\nThe rest\n`;

test("a section has the numbers of the matrix by chapter", () => {
  const proof = renderProof(matrixOf(["killed", "missed"]), binding);
  expect(proof).toContain("1 of 2 faults are detected");
  expect(proof).toContain("| publish | 2 | 2 | 1 |");
  expect(proof).toContain("| trust | 1 | 0 | 0 |");
});

test("a document with the same section is current, with any table alignment", () => {
  const proof = renderProof(matrixOf(["killed"]), binding);
  expect(hasProof(document, proof)).toBe(true);
  expect(hasProof(document.replace("| --- | --: |", "| ------- | ----: |"), proof)).toBe(true);
});

test("a document is out of date when a number differs", () => {
  expect(hasProof(document, renderProof(matrixOf(["killed", "killed"]), binding))).toBe(false);
});

test("replacing the section does not change the rest", () => {
  const replaced = replaceProof(document, renderProof(matrixOf(["killed", "killed"]), binding));
  expect(replaced).toContain("2 of 2 faults are detected");
  expect(replaced).toMatch(/^# Title\n/);
  expect(replaced).toMatch(/\n\nThe rest\n$/);
});

test("a document without the section is not current", () => {
  expect(hasProof("# Title\n", renderProof(matrixOf([]), binding))).toBe(false);
  expect(replaceProof("# Title\n", "")).toBeUndefined();
});
