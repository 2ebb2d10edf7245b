import { expect, it } from "vitest";
import type { CaseResult, Exchange, Finding, Wanted } from "../schemas/report.ts";
import { indexReport } from "./evidence-list.ts";
import { conformantReport } from "./lab/examples/example-report.ts";
import { describeAcceptedRequest } from "./wrong-acceptance.ts";

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
  declaredDigest: `sha256:${"a".repeat(64)}`,
});

interface Parts {
  /** By default `validation-failed`. */
  readonly problem?: string;
  readonly wanted?: Wanted;
  readonly input?: string;
  readonly right?: Exchange;
  readonly sentence?: string;
  readonly others?: readonly Exchange[];
  readonly counterexample?: unknown;
}

/** The lines about a request of a check that has also sent the right one; `label: text`. */
function describe(wrong: Exchange, parts: Parts = {}): readonly string[] {
  const report = conformantReport();
  const [first] = report.cases;
  const [check] = report.checks;
  if (first === undefined || check === undefined) throw new Error("expected a case");
  const { right: other = right, others = [] } = parts;
  const finding: Finding = {
    rule: "r",
    expected: "a refusal",
    wanted: parts.wanted ?? { problems: [parts.problem ?? "validation-failed"] },
    got: "201",
    exchange: wrong.id,
    ...(parts.input === undefined ? {} : { input: parts.input }),
  };
  const broken: CaseResult = {
    ...first,
    title: "the rule",
    evidence: [{ check: check.id, verdict: "failed", exchanges: [wrong.id], finding }],
  };
  const index = indexReport({
    ...report,
    cases: [broken],
    checks: [
      {
        ...check,
        exchanges: [other, ...others, wrong].map(({ id }) => id),
        ...(parts.counterexample === undefined ? {} : { counterexample: parts.counterexample }),
      },
    ],
    exchanges: [other, ...others, wrong],
  });
  const cause = { breaks: broken.id, exchange: wrong.id, sentence: parts.sentence ?? "" };
  return describeAcceptedRequest(cause, index).map(({ label, text }) => `${label}: ${text}`);
}

const same = { version: "1.0.0", declaredSize: 12, declaredDigest: `sha256:${"a".repeat(64)}` };
const digest = `sha256:${"b".repeat(64)}`;

function withToken(id: string, token: string, body: object = same): Exchange {
  return toExchange(id, 201, body, [["Authorization", `Bearer ~redacted.${token}~`]]);
}

it("shows the members that a wrongly accepted request does not share with a right one", () => {
  expect(
    describe(toExchange("own#2", 201, { version: "01.0.0", declaredSize: 13, declaredDigest: digest })),
  ).toEqual(['wrong: /version is "01.0.0", right is "1.0.0"']);
  const spaced = { version: "1.0.1", declaredSize: 13, declaredDigest: ` ${digest}` };
  expect(describe(toExchange("own#2", 201, spaced))).toEqual([
    expect.stringMatching(/^wrong: \/declaredDigest is " sha256:bbb/u),
  ]);
  expect(describe(toExchange("own#2", 201, { ...same, declaredSize: -1 }))).toEqual([
    "wrong: /declaredSize is -1, right is 12",
  ]);
  expect(describe(toExchange("own#2", 201, { ...same, more: 1 }))).toEqual([
    "wrong: /more is 1, and absent in a right request",
  ]);
});

it("does not take a key for what is wrong where another member is", () => {
  const keyed = { ...same, version: "01.0.0", idempotencyKey: "k1" };
  expect(describe(toExchange("own#2", 201, keyed))).toEqual([
    'wrong: /version is "01.0.0", right is "1.0.0"',
  ]);
});

it("cuts long values to where they differ", () => {
  const long = { ...same, version: `1.0.0-${"a".repeat(300)}!` };
  const [line = ""] = describe(toExchange("own#2", 201, long));
  expect(line).toMatch(/^wrong: /u);
  expect(line.length).toBeLessThan(120);
});

it("shows headers, but none that say nothing", () => {
  expect(describe(toExchange("own#2", 201, same, [["Content-Type", "text/plain"]]))).toEqual([
    "wrong: the header content-type is text/plain, and absent in a right request",
  ]);
});

it("says what differs in a request that is refused for another reason", () => {
  const wrong = toExchange("own#2", 413, { ...same, declaredSize: -1 });
  expect(describe(wrong)).toEqual(["wrong: /declaredSize is -1, right is 12"]);
  expect(describe(wrong, { problem: "authorization-failed" })).toEqual([]);
});

it("says what was sent where the registry broke", () => {
  const body = { version: "1.0.0", name: "a" };
  expect(describe(toExchange("own#0", 500, body), { wanted: {} })).toEqual([`sent: ${JSON.stringify(body)}`]);
});

it("says what was wrong in words, where the body does not show it", () => {
  expect(describe(toExchange("own#0", 201, {}), { input: 'the entry "../a", a file' })).toEqual([
    'wrong: the entry "../a", a file',
    "rule: the rule",
  ]);
});

it("says nothing where a success is expected", () => {
  expect(describe(toExchange("own#2", 201, {}), { wanted: { answer: "success" } })).toEqual([]);
});

it("shows the rule and what was sent where there is nothing to compare with", () => {
  const first = toExchange("own#0", 201, { version: "01.0.0" });
  expect(describe(first)).toEqual(["rule: the rule", 'sent: {"version":"01.0.0"}']);
});

it("names the wrong token and the right one, and no member", () => {
  const options = { problem: "authorization-failed", right: withToken("set-up#1", "publisher") };
  const other = { ...same, version: "2.0.0" };
  expect(describe(withToken("own#2", "outsider", other), options)).toEqual([
    'wrong: the token is "outsider", right is "publisher"',
  ]);
  expect(describe(toExchange("own#2", 201, other), options)).toEqual([
    'wrong: the token is absent, right is "publisher"',
  ]);
  const two = toExchange("own#2", 201, same, [["Authorization", "Bearer a b"]]);
  expect(describe(two, options)).toEqual([
    "wrong: the header authorization is Bearer a b, right is Bearer ~redacted.publisher~",
  ]);
});

it("says who sent a request that has no accepted twin, unless the sentence says it", () => {
  const refused = { ...withToken("set-up#1", "publisher"), response: { status: 400, headers: [] } };
  const options = { problem: "authorization-failed", right: refused };
  const wrong = withToken("own#2", "outsider");
  expect(describe(wrong, options)[1]).toMatch(/^sent: with the token "outsider": \{"version"/u);
  expect(describe(wrong, { ...options, sentence: 'with the token "outsider"' })[1]).toMatch(
    /^sent: \{"version"/u,
  );
});

it("says which key a request has where another one of the check has another key", () => {
  const refused = toExchange("set-up#1", 400, same, [["Idempotency-Key", "k1"]]);
  const wrong = toExchange("own#2", 201, same, [["Idempotency-Key", "k2"]]);
  expect(describe(wrong, { right: refused })[1]).toMatch(/^sent: with the key "k2": /u);
  const equal = toExchange("own#2", 201, same, [["Idempotency-Key", "k1"]]);
  expect(describe(equal, { right: refused })[1]).toMatch(/^sent: \{/u);
});

it("shows that a key was used before, and what was different then", () => {
  const keyed = toExchange("set-up#1", 201, same, [["Idempotency-Key", "k1"]]);
  const again = toExchange("own#2", 201, { ...same, declaredSize: 13, idempotencyKey: "k1" });
  expect(describe(again, { problem: "idempotency-conflict", right: keyed })).toEqual([
    'wrong: the key "k1" (of 2 characters) was used before, for another request (here in the body, there in the header)',
    "wrong: /declaredSize is 13, before it was 12",
  ]);
});

it.each([
  [{ note: "caf\u00e9 \u{1f30d}" }, /^wrong: \/note is "café 🌍", and absent in a right request$/u],
  [{ note: null }, /^wrong: \/note is null, and absent in a right request$/u],
  [{ declaredSize: "12" }, /^wrong: \/declaredSize is "12", right is 12$/u],
  [{ note: "nothing unusual" }, /^sent: /u],
])("shows what no client would send in a request that broke the registry: %j", (members, line) => {
  const broken = toExchange("own#2", 500, { ...same, ...members });
  const [first] = describe(broken, { wanted: { otherStatus: true } });
  expect(first).toMatch(line);
});

it("shows both keys of a request that has two", () => {
  const two = toExchange("own#2", 201, { ...same, idempotencyKey: "K1" }, [["Idempotency-Key", "k1"]]);
  expect(describe(two, { problem: "idempotency-conflict" })).toEqual([
    'wrong: the key in the header is "k1", and in the body "K1"',
  ]);
});

it("shows other pairs of keys that were rightly refused", () => {
  const two = (id: string, status: number, header: string): Exchange =>
    toExchange(id, status, { ...same, idempotencyKey: "k1" }, [["Idempotency-Key", header]]);
  const others = [two("own#0", 409, "another"), two("own#1", 409, "k1")];
  expect(describe(two("own#2", 201, "k1x"), { others, problem: "idempotency-conflict" })).toEqual([
    'wrong: the key in the header is "k1x", and in the body "k1"',
    'refused: as they should be: the keys "another" and "k1"',
  ]);
});

it("names the inputs in the address that were rightly refused", () => {
  const at = (id: string, status: number, name: string): Exchange => {
    const made = toExchange(id, status, { ...same, version: `1.0.0-${id}` });
    const url = `https://registry.example/api/v1/volumes/${encodeURIComponent(name)}`;
    return { ...made, request: { ...made.request, url } };
  };
  const others = ["a b", "A", "a b"].map((name, place) => at(`own#${place}`, 400, name));
  expect(describe(at("own#9", 201, "a_b"), { others, counterexample: "a_b" })).toEqual([
    'input: "a_b"',
    'refused: as they should be: "a b", "A"',
    "rule: the rule",
  ]);
});

it("names similar requests that were rightly refused", () => {
  const refused = ["1.0.0-01", "1.02.0"].map((version, place) =>
    toExchange(`own#${place}`, 400, { ...same, version }),
  );
  const elsewhere = toExchange("own#2", 400, {
    version: "1.0",
    declaredSize: 12,
    declaredDigest: "b",
    more: 1,
  });
  const wrong = toExchange("own#3", 201, { ...same, version: "1.0.0-a.00" });
  expect(describe(wrong, { others: [...refused, elsewhere] })).toEqual([
    'wrong: /version is "1.0.0-a.00", right is "1.0.0"',
    'refused: as they should be: /version "1.0.0-01", "1.02.0"',
  ]);
});
