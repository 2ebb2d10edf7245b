import { expect, it } from "vitest";
import type { CaseResult, Exchange, Finding } from "../schemas/report.ts";
import { indexReport } from "./evidence-list.ts";
import { conformantReport } from "./lab/examples/example-report.ts";
import { describeAcceptedDifference, findWrongAcceptance } from "./wrong-acceptance.ts";

function toExchange(
  id: string,
  status: number,
  body: object,
  headers: readonly [string, string][] = [],
): Exchange {
  const text = JSON.stringify(body);
  return {
    id,
    actor: id.split("#")[0] ?? id,
    operation: "createReleaseUpload",
    request: {
      method: "POST",
      url: "https://registry.example/api/v1/volumes/a",
      headers: [["User-Agent", id], ...headers],
      body: { size: text.length, digest: text, text },
    },
    response: { status, headers: [] },
    startedAtMs: Number(id.split("#")[1]),
    durationMs: 1,
  };
}

const right = toExchange("set-up#1", 201, {
  version: "1.0.0",
  declaredSize: 12,
  declaredDigest: "sha256:aa",
});

function describe(wrong: Exchange, expected = "400 validation-failed"): readonly string[] | undefined {
  const report = conformantReport();
  const [first] = report.cases;
  const [check] = report.checks;
  if (first === undefined || check === undefined) throw new Error("expected a case");
  const finding: Finding = { rule: "r", expected, got: "201", exchange: wrong.id };
  const broken: CaseResult = {
    ...first,
    evidence: [{ check: check.id, verdict: "failed", exchanges: [wrong.id], finding }],
  };
  const index = indexReport({
    ...report,
    checks: [{ ...check, exchanges: [right.id, wrong.id] }],
    exchanges: [right, wrong],
  });
  const acceptance = findWrongAcceptance(broken, wrong);
  return acceptance && describeAcceptedDifference(acceptance, wrong, index);
}

it("shows the members that a wrongly accepted request does not share with a right one", () => {
  expect(
    describe(toExchange("own#2", 201, { version: "01.0.0", declaredSize: 13, declaredDigest: "x" })),
  ).toEqual(['/version is "01.0.0", right is "1.0.0"']);
  expect(
    describe(toExchange("own#2", 201, { version: "1.0.0", declaredSize: -1, declaredDigest: "sha256:aa" })),
  ).toEqual(["/declaredSize is -1, right is 12"]);
  expect(
    describe(
      toExchange("own#2", 201, { version: "1.0.0", declaredSize: 12, declaredDigest: "sha256:aa", more: 1 }),
    ),
  ).toEqual(["/more is 1, and absent in a right request"]);
});

it("cuts long values to where they differ", () => {
  const long = { version: `1.0.0-${"a".repeat(300)}!`, declaredSize: 12, declaredDigest: "sha256:aa" };
  const [line = ""] = describe(toExchange("own#2", 201, long)) ?? [];
  expect(line.length).toBeLessThan(120);
});

it("shows headers, but none that say nothing", () => {
  const body = { version: "1.0.0", declaredSize: 12, declaredDigest: "sha256:aa" };
  expect(describe(toExchange("own#2", 201, body, [["Content-Type", "text/plain"]]))).toEqual([
    "the header content-type is text/plain, and absent in a right request",
  ]);
});

it("says nothing of refused requests, and of those whose token is wrong", () => {
  expect(describe(toExchange("own#2", 400, {}))).toBeUndefined();
  expect(describe(toExchange("own#2", 201, {}), "a success")).toBeUndefined();
  expect(describe(toExchange("own#2", 201, { version: "2" }), "403 authorization-failed")).toEqual([]);
});
