import { expect, test } from "vitest";
import type { RequirementResult } from "../schemas/report.ts";
import { renderNothingToJudge } from "./nothing-to-judge.ts";

function skipped(id: string, reason: string, notOffered = true): RequirementResult {
  return { id, reason, notOffered, verdict: "skipped" } as unknown as RequirementResult;
}

test("a requirement that found nothing to judge is named with its reason, and no other one is", () => {
  const requirements = [
    skipped(
      "download/a",
      'download/b and 2 more of 3 cases: nothing to judge: dist.url has the scheme "oci:"',
    ),
    skipped("trust/b", "the target declares trust as not offered"),
    skipped("search/c", "nothing to judge: no volume", false),
  ];
  expect(renderNothingToJudge({ requirements })).toEqual([
    'download/a was not judged: dist.url has the scheme "oci:"',
  ]);
});

test("of many, the first are named", () => {
  const requirements = ["a", "b", "c", "d", "e"].map((id) => skipped(id, `nothing to judge: no ${id}`));
  expect(renderNothingToJudge({ requirements })).toEqual([
    "a was not judged: no a",
    "b was not judged: no b",
    "c was not judged: no c",
    "2 more requirements had nothing to judge: see the full report",
  ]);
});
