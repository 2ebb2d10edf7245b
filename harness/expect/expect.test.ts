import type { Finding } from "../../schemas/report.ts";
import { describe, expect as expectThat, test } from "vitest";
import type { Slug } from "../../schemas/problems.ts";
import { ExpectationFailed } from "../outcome.ts";
import type { Answer } from "../exchange/answer.ts";
import { createExpect, describeAnswer, isSameJson, type Validator } from "./expect.ts";
import { createQuotes, quote, quoteBeside, quoting, shorten } from "./quote.ts";

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
const absent: string[] = [];
const expect = createExpect("scoped", {
  onAssert: () => (asserted += 1),
  onReview: () => {},
  onOptional: (path, isPresent) => {
    if (!isPresent) absent.push(path);
  },
});

function findingOf(run: () => void): Omit<Finding, "rule"> {
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
      "echo",
      () => expect.echo(answer(200, { a: { b: [1] } }), ["a", "b"], [1]),
      () => expect.echo(answer(200, { a: { b: 2 } }), ["a", "b"], 1),
    ],
    [
      "echo of what is not there",
      () => expect.echo(answer(200, {}), ["a", "b"], 1),
      () => expect.echo(answer(200, { a: { b: null } }), ["a", "b"], 1),
    ],
    ["refusal at its lower bound", () => expect.refusal(answer(400)), () => expect.refusal(answer(399))],
    ["refusal at its upper bound", () => expect.refusal(answer(499)), () => expect.refusal(answer(204))],
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

/** A validator that refuses everything, and says so. */
function refusing(
  ...errors: readonly { readonly instancePath: string; readonly message?: string }[]
): Validator {
  return Object.assign(() => false, { errors });
}

const text = { ...answer(200), bytes: Buffer.from("plain"), isJson: false };
const labelled: Answer = {
  ...text,
  exchange: { ...text.exchange, response: { status: 200, headers: [["Content-Type", "text/plain"]] } },
};
const what = "the size";

test.each<readonly [expected: string, got: string, run: () => void]>([
  [
    "404 not-found",
    "409 version-conflict",
    () => expect.problem(problem(409, "version-conflict"), "not-found"),
  ],
  [
    "404 not-found or 410 upload-expired",
    "400 with an empty body",
    () => expect.problem(answer(400), "not-found", "upload-expired"),
  ],
  ["a success (2xx)", "400 validation-failed", () => expect.success(problem(400, "validation-failed"))],
  ["a success (2xx)", "500 with a body of no content type", () => expect.success({ ...text, status: 500 })],
  ["status 201", '200 with {"a":1}', () => expect.success(answer(200, { a: 1 }), 201)],
  ["status 201", "200 with a body of text/plain", () => expect.success(labelled, 201)],
  [
    "status 201",
    '200 with {"type":"https://p.test/x","title":"t","status":200}',
    () => expect.success(problem(200, "x"), 201),
  ],
  ["a client error (4xx)", "503 with an empty body", () => expect.refusal(answer(503))],
  ["the size to be 1", "2", () => expect.equal(2, 1, { what, answer: answer(200) })],
  [
    'the size to be ["b"] and an equal one',
    '["c","a"] and an equal one',
    () => expect.equal(["a", "c", "a"], ["a", "b"], { what, answer: answer(200) }),
  ],
  [
    'the size to be ["b","a"]',
    '["a","b"]',
    () => expect.equal(["a", "b"], ["b", "a"], { what, answer: answer(200) }),
  ],
  ["/a/b to be 1", '"1"', () => expect.echo(answer(200, { a: { b: "1" } }), ["a", "b"], 1)],
  ["a string at /a/0", "7", () => expect.text(answer(200, { a: [7] }), "a", 0)],
  ["an array at /a/b", "no such member", () => expect.list(answer(200, { a: {} }), "a", "b")],
  ["an array at /items", "404 not-found", () => expect.list(problem(404, "not-found"), "items")],
  [
    "the size to be valid against its schema",
    "1.5: /a must be integer",
    () =>
      expect.valid(1.5, refusing({ instancePath: "/a", message: "must be integer" }), { what, answer: text }),
  ],
  [
    "the size to be a whole number",
    "1.5",
    () =>
      expect.valid(1.5, refusing({ instancePath: "", message: "must be a whole number" }), {
        what,
        answer: text,
      }),
  ],
  [
    "the size to be valid against its schema",
    "null: it is invalid",
    () => expect.valid(null, refusing({ instancePath: "" }), { what, answer: text }),
  ],
  [
    "the size to be valid against its schema",
    "null",
    () => expect.valid(null, refusing(), { what, answer: text }),
  ],
])("a failure says that it expected %s and got %s, where, and in which form", (expected, got, run) => {
  const { member: _member, wanted: _wanted, ...finding } = findingOf(run);
  expectThat(finding).toEqual({ expected, got, exchange: "a#0", form: "scoped" });
});

test.each([
  [{ problems: ["not-found"] }, () => expect.problem(answer(400), "not-found")],
  [{ status: 201 }, () => expect.success(answer(200), 201)],
  [{ answer: "success" }, () => expect.success(answer(400))],
  [{ answer: "refusal" }, () => expect.refusal(answer(200))],
  [{ member: "size" }, () => expect.equal(2, 1, { what, wanted: { member: "size" } })],
  [
    { member: "size", value: { at: "/size", is: 1 } },
    () =>
      expect.equal(2, 1, { what, answer: answer(200, { size: 2 }), at: "/size", wanted: { member: "size" } }),
  ],
  [
    { value: { at: "/a/name", is: "one" } },
    () => expect.equal("other", "one", { what, answer: answer(200, { a: { name: "other" } }) }),
  ],
  [
    undefined,
    () => expect.equal("other", "1".repeat(300), { what, answer: answer(200, { a: "other" }), at: "/a" }),
  ],
  [{ value: { at: "/a/b", is: 1 } }, () => expect.echo(answer(200, { a: { b: "1" } }), ["a", "b"], 1)],
] as const)("a failure says as values that it wanted %o", (wanted, run) => {
  expectThat(findingOf(run).wanted).toEqual(wanted);
});

test.each([
  ["/a/b", () => expect.echo(answer(200, { a: { b: "1" } }), ["a", "b"], 1)],
  ["/a/0", () => expect.text(answer(200, { a: [7] }), "a", 0)],
  ["/a/name", () => expect.equal("other", "one", { what, answer: answer(200, { a: { name: "other" } }) })],
  [undefined, () => expect.equal("other", "one", { what, answer: answer(200, { a: 1 }) })],
  [undefined, () => expect.list(problem(404, "not-found"), "items")],
  [
    "/a/digest",
    () =>
      expect.that(false, {
        expected: "a digest",
        got: '"not a digest"',
        answer: answer(200, { a: { digest: "not a digest" } }),
      }),
  ],
  [
    "/a/digest",
    () =>
      expect.valid("not a digest", () => false, {
        what: "the digest",
        answer: answer(200, { a: { digest: "not a digest" } }),
      }),
  ],
])("a failure about the content of a success names the member %s", (member, run) => {
  expectThat(findingOf(run).member).toBe(member);
});

test("a value that came from no answer, in a scenario of no form, fails without either", () => {
  const formless = createExpect(undefined, { onAssert: () => {}, onOptional: () => {}, onReview: () => {} });
  expectThat({ ...findingOf(() => formless.equal(1, 2, { what })) }).toEqual({
    expected: "the size to be 2",
    got: "1",
  });
});

test("each assertion is counted", () => {
  const before = asserted;
  expect.success(answer(200));
  expectThat(asserted).toBe(before + 1);
});

test("an absent member is no assertion, and is told by its path", () => {
  const before = asserted;
  expect.echo(answer(200, {}), ["a", "b"], 1);
  expectThat(asserted).toBe(before);
  expectThat(absent).toContain("a.b");
});

test.each([
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [[1, 2], [2, 1], false],
  [{ a: undefined }, {}, false],
  [null, {}, false],
  [[], {}, false],
  [0, -0, true],
  ["1", 1, false],
  [0, 1, false],
  [1, 0, false],
  [{}, 1, false],
  [1, {}, false],
  [{}, null, false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1, b: 2 }, { a: 1 }, false],
  [{ toString: 1 }, { b: 1 }, false],
  [{ a: undefined }, { b: undefined }, false],
])("%j and %j are the same JSON: %s", (left, right, same) => {
  expectThat(isSameJson(left, right)).toBe(same);
});

test("a value of any depth is compared and quoted without harm", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 200_000; level++) deep = [deep];
  expectThat(isSameJson(deep, deep)).toBe(true);
  expectThat(quote(deep)).toBe("a deeply nested array");
  expectThat(quote({ deep })).toBe("a deeply nested object");
});

test.each([
  [undefined, "nothing"],
  [null, "null"],
  [Symbol.for("x"), "Symbol(x)"],
  ["x".repeat(158), `"${"x".repeat(158)}"`],
  ["x".repeat(159), '"x×159"'],
  ["ab".repeat(100), `"${"ab".repeat(59)}a…b${"ab".repeat(19)}" (202 characters)`],
])("%s is quoted whole where it is short, and cut where it is long", (value, quoted) => {
  expectThat(quote(value)).toBe(quoted);
});

test("what is quoted is redacted before it is cut", () => {
  const quotes = createQuotes({
    redact: (whole) => whole.replace("secret", "~"),
    allKnown: () => true,
    afterwards: () => {},
  });
  const redacted = quoting.run(quotes, () => quote(`${"x".repeat(155)}secret`));
  expectThat(redacted).toBe(`"${"x".repeat(155)}~"`);
});

test("what is quoted while a secret may be on its way is redacted once the secret is known, and then cut", () => {
  const secrets: string[] = [];
  const due: (() => void)[] = [];
  const quotes = createQuotes({
    redact: (whole) => secrets.reduce((text, secret) => text.replaceAll(secret, "~"), whole),
    allKnown: () => due.length > 0 && secrets.length > 0,
    afterwards: (work) => due.push(work),
  });
  const value = `${"x".repeat(155)}secret`;
  const [one, same] = quoting.run(quotes, () => [quote(value), quote(value)]);
  expectThat(one).toBe(same);
  secrets.push("secret");
  for (const work of due) work();
  expectThat(quotes.fill(`got ${one ?? ""}`)).toBe(`got "${"x".repeat(155)}~"`);
  expectThat(quotes.fill(`got ${one ?? ""}`)).toBe(`got ${quoting.run(quotes, () => quote(value))}`);
});

test("a long sentence of a finding is cut, and values quoted in it are filled in", () => {
  const due: (() => void)[] = [];
  const secrets: string[] = [];
  const quotes = createQuotes({
    redact: (whole) => secrets.reduce((text, secret) => text.replaceAll(secret, "~"), whole),
    allKnown: () => false,
    afterwards: (work) => due.push(work),
  });
  const sentence = quoting.run(quotes, () => {
    const value = quote("y".repeat(100));
    return shorten(`${value} and ${"x".repeat(2_000)}`);
  });
  for (const work of due) work();
  const filled = quotes.fill(sentence);
  expectThat(filled.startsWith(`"${"y".repeat(100)}" and xxx`)).toBe(true);
  expectThat(filled.length).toBeLessThan(1_200);
  expectThat(shorten("short")).toBe("short");
});

test("a finding never has the whole of a very long text", () => {
  const expect = createExpect(undefined, { onAssert: () => {}, onOptional: () => {}, onReview: () => {} });
  const long = "x".repeat(3_000_000);
  let thrown: unknown;
  try {
    expect.that(false, { expected: long, got: long });
  } catch (error) {
    thrown = error;
  }
  expectThat(thrown).toBeInstanceOf(ExpectationFailed);
  expectThat(JSON.stringify(thrown).length).toBeLessThan(3_000);
  expectThat(String(thrown).length).toBeLessThan(3_000);
});

test.each([
  ["a word that JSON does not have", '{"total":NaN}', 'which stops being JSON at character 10 ("N")'],
  ["a text without its end", '{"items":[', "which stops being JSON at character 11, its end"],
  ["a line break in a string", '{"detail":"a\nb"}', "which has a bare U+000A in a string at character 13"],
  ["bytes that are no text", Buffer.from([0x22, 0xff, 0x22]), "which is not UTF-8"],
])("%s is told by its place", (_name, body, words) => {
  const one = answer(200);
  const { exchange } = one;
  const response = { status: 200, headers: [["Content-Type", "application/json"]] as const };
  const broken = { ...one, exchange: { ...exchange, response }, bytes: Buffer.from(body) };
  expectThat(describeAnswer(broken)).toBe(`200 with a body of application/json, ${words}`);
});

test.each([
  ["a".repeat(191), "a".repeat(400), /^its first 191 characters alone: "a/],
  [`${"a".repeat(300)}b`, `${"a".repeat(300)}c`, /^a text that differs from character 301 on: "a/],
  [`b${"a".repeat(300)}`, `c${"a".repeat(300)}`, /^"b/],
  ["short", "other", /^"short"$/],
])("of two texts that are too long to be shown, it is told where they part", (got, expected, told) => {
  expectThat(quoteBeside(got, expected)).toMatch(told);
});
