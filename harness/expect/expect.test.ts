import { describe, expect as expectThat, test } from "vitest";
import type { Slug } from "../../schemas/problems.ts";
import { ExpectationFailed } from "../outcome.ts";
import type { Answer } from "../registry/answer.ts";
import { createExpect, isSameJson } from "./expect.ts";
import { quote } from "./quote.ts";

function answer(status: number, body?: unknown): Answer {
  const bytes = body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
  return {
    exchange: {
      id: "a#0",
      actor: "a",
      operation: "getRelease",
      request: { method: "GET", url: "", headers: [] },
      response: { status, headers: [] },
      startedAtMs: 0,
      durationMs: 0,
    },
    status,
    url: "",
    bytes,
    body,
    isJson: body !== undefined,
    endedAtMs: 0,
  };
}

function problem(status: number, slug: string): Answer {
  return answer(status, { type: `https://p.test/${slug}`, title: "t", status });
}

let asserted = 0;
const expect = createExpect("scoped", () => {
  asserted += 1;
});

function findingOf(run: () => void): {
  readonly expected: string;
  readonly got: string;
  readonly form?: string;
  readonly exchange?: string;
} {
  try {
    run();
  } catch (error) {
    if (error instanceof ExpectationFailed) return error.finding;
    throw error;
  }
  throw new Error("the assertion held");
}

describe("each assertion can hold and can fail", () => {
  test.each([
    ["success", () => expect.success(answer(204)), () => expect.success(answer(302))],
    ["success with a status", () => expect.success(answer(201), 201), () => expect.success(answer(200), 201)],
    [
      "problem",
      () => expect.problem(problem(404, "not-found"), "not-found"),
      () => expect.problem(problem(400, "not-found"), "not-found"),
    ],
    [
      "problem among several",
      () => expect.problem(problem(409, "version-conflict"), "not-found", "version-conflict"),
      () => expect.problem(problem(409, "identity-mismatch"), "version-conflict"),
    ],
    ["problem outside the set", () => {}, () => expect.problem(problem(404, "gone"), "gone" as Slug)],
    ["refusal", () => expect.refusal(answer(422)), () => expect.refusal(answer(500))],
    [
      "equal",
      () => expect.equal({ a: [1] }, { a: [1] }, { what: "x" }),
      () => expect.equal({ a: [1] }, { a: [2] }, { what: "x" }),
    ],
    [
      "that",
      () => expect.that(true, { expected: "", got: "" }),
      () => expect.that(false, { expected: "", got: "" }),
    ],
    [
      "text",
      () => expectThat(expect.text(answer(200, { a: "b" }), "a")).toBe("b"),
      () => expect.text(answer(200, { a: 1 }), "a"),
    ],
    [
      "list",
      () => expectThat(expect.list(answer(200, { a: [1] }), "a")).toEqual([1]),
      () => expect.list(answer(200, {}), "a"),
    ],
    [
      "valid",
      () => expect.valid(1, () => true, { what: "x" }),
      () => expect.valid(1, () => false, { what: "x" }),
    ],
  ])("%s", (_name, holds, fails) => {
    holds();
    expectThat(fails).toThrow(ExpectationFailed);
  });
});

test("a failure says what was expected, what came, where, and in which form", () => {
  expectThat(findingOf(() => expect.problem(problem(409, "version-conflict"), "not-found"))).toEqual({
    expected: "404 not-found",
    got: "409 version-conflict",
    exchange: "a#0",
    form: "scoped",
  });
});

test("each assertion is counted", () => {
  const before = asserted;
  expect.success(answer(200));
  expectThat(asserted).toBe(before + 1);
});

test.each([
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [[1, 2], [2, 1], false],
  [{ a: undefined }, {}, false],
  [null, {}, false],
  [[], {}, false],
  [0, -0, true],
  ["1", 1, false],
])("%j and %j are the same JSON: %s", (left, right, same) => {
  expectThat(isSameJson(left, right)).toBe(same);
});

test("a value of any depth is compared and quoted without harm", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 200_000; level++) deep = [deep];
  expectThat(isSameJson(deep, deep)).toBe(true);
  expectThat(quote(deep)).toBe("a deeply nested array");
  expectThat(quote("x".repeat(1000)).length).toBeLessThan(200);
});
