import { describe, expect, test } from "vitest";
import type { CaseResult, Cause, Report, Verdict } from "../../schemas/report.ts";
import { fixOneByOne, idsOf, listOpenCauses } from "./fix-loop.ts";

function cause(breaks: string, explains: readonly string[] = []): Cause {
  return {
    id: `cause-of-${breaks}`,
    sentence: `${breaks} is broken`,
    breaks,
    explains,
    blocks: [],
    operations: [],
    count: 1,
    repeat: `npx volume-registry-conformance run --target t.json --only ${breaks} --seed 1`,
    hint: "",
  };
}

/** A report in which these ids failed, and all other ids have the verdict `others`. */
function report(
  failed: readonly string[],
  exitCode = failed.length > 0 ? 1 : 0,
  others: Verdict = "passed",
): Report {
  const cases = ["a/one", "a/two", "a/three"].map((id): Partial<CaseResult> => {
    return { id, verdict: failed.includes(id) ? "failed" : others };
  });
  const found = { cases, causes: failed.map((id) => cause(id)), exitCode };
  return { ...found, run: { interrupted: false, strict: false } } as unknown as Report;
}

interface Script {
  /** What each run of everything gives. */
  readonly whole: (Report | Error)[];
  /** What each run of one cause gives. */
  readonly again: (Report | Error)[];
  /** How many changes there are before the user ends the command. */
  readonly changes: number;
}

async function follow({ whole, again, changes }: Script, first?: Report): Promise<readonly string[]> {
  const lines: string[] = [];
  let left = changes;
  const next = (results: (Report | Error)[], what: string): Promise<Report> => {
    lines.push(what);
    const result = results.shift();
    if (result === undefined) throw new Error(`no result for ${what}`);
    return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
  };
  const runWhole = (): Promise<Report> => next(whole, "everything");
  const exitCode = await fixOneByOne(
    {
      runWhole,
      runAgain: (ids) => next(again, `again ${ids.join(" ")}`),
      untilChanged() {
        left -= 1;
        lines.push(left < 0 ? "ended" : "changed");
        return Promise.resolve(left >= 0);
      },
      show: (open, count) => lines.push(`show ${open.cause.breaks} of ${count}`),
      tell: (event) => lines.push(event),
      fail: (error) => {
        lines.push(String(error));
        return 3;
      },
    },
    async () =>
      first === undefined ? { report: await runWhole(), isWhole: true } : { report: first, isWhole: false },
  );
  return [...lines, String(exitCode)];
}

describe("one cause at a time", () => {
  test("nothing to fix ends at once", async () => {
    expect(await follow({ whole: [report([])], again: [], changes: 0 })).toEqual(["everything", "0"]);
  });

  test("each cause after the other, then everything once more", async () => {
    const script = {
      whole: [report(["a/one", "a/two"]), report([])],
      again: [report(["a/one"]), report([]), report(["a/two"]), report([])],
      changes: 3,
    };
    expect(await follow(script)).toEqual([
      "everything",
      "show a/one of 2",
      "changed",
      "again a/one",
      "still-there",
      "show a/one of 2",
      "changed",
      "again a/one",
      "fixed",
      "again a/two",
      "still-there",
      "show a/two of 1",
      "changed",
      "again a/two",
      "fixed",
      "confirming",
      "everything",
      "0",
    ]);
  });

  test("what one change fixes together is not shown again", async () => {
    const script = {
      whole: [report(["a/one", "a/two"]), report([])],
      again: [report([]), report([])],
      changes: 1,
    };
    expect((await follow(script)).filter((line) => line.startsWith("show"))).toEqual(["show a/one of 2"]);
  });

  test("a failure that comes and goes runs nothing twice without a change", async () => {
    const unsteady = [report(["a/one"]), report(["a/one"]), report(["a/one"])];
    const script = { whole: unsteady, again: [report([]), report([])], changes: 2 };
    const lines = await follow(script);
    expect(lines.filter((line) => line === "everything")).toHaveLength(3);
    expect(lines.at(-2)).toBe("ended");
    expect(lines.at(-1)).toBe("1");
  });

  test("a case that is not decided any more is not fixed", async () => {
    const script = {
      whole: [report(["a/one"]), report([])],
      again: [report([], 4, "blocked"), report([])],
      changes: 2,
    };
    expect(await follow(script)).toEqual([
      "everything",
      "show a/one of 1",
      "changed",
      "again a/one",
      "undecided",
      "show a/one of 1",
      "changed",
      "again a/one",
      "fixed",
      "confirming",
      "everything",
      "0",
    ]);
  });

  test("a registry that cannot be reached is waited for", async () => {
    const script = {
      whole: [new Error("not reachable"), report(["a/one"]), report([])],
      again: [new Error("not reachable"), report([])],
      changes: 3,
    };
    const lines = await follow(script);
    expect(lines.filter((line) => line === "Error: not reachable")).toHaveLength(2);
    expect(lines.at(-1)).toBe("0");
  });

  test("a part of a report first, then everything", async () => {
    const script = { whole: [report([], 4)], again: [report([])], changes: 1 };
    expect(await follow(script, report(["a/two"]))).toEqual([
      "show a/two of 1",
      "changed",
      "again a/two",
      "fixed",
      "confirming",
      "everything",
      "4",
    ]);
  });
});

test("a cause is open if any of its cases failed and is not accepted", () => {
  const found = report(["a/one", "a/two"]);
  const cases = found.cases.map((one) =>
    one.id === "a/one" ? { ...one, accepted: { reason: "known", expires: "2027-01-01" } } : one,
  );
  expect(listOpenCauses({ ...found, cases }).map(({ breaks }) => breaks)).toEqual(["a/two"]);
});

test("what runs again is what repeats the cause, and all that it breaks", () => {
  const { repeat } = cause("b/carrier");
  expect(idsOf({ ...cause("a/one", ["a/two"]), repeat })).toEqual(["b/carrier", "a/one", "a/two"]);
});
