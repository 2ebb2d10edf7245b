import { expect, test } from "vitest";
import { chapters } from "../../suites/index.ts";
import { nearestId } from "../target-file/nearest.ts";
import { countLevels, listRequirements } from "./catalogue.ts";
import { readExamples, renderExample } from "./examples.ts";
import { endpointsOf, listEndpoints } from "./operations.ts";

const examples = readExamples();
const judged = chapters.flatMap(({ checks, invariants = [] }) => [...checks, ...invariants]);

test("every judged requirement has an example (npm run record writes them)", () => {
  expect(judged.filter(({ id }) => examples[id] === undefined).map(({ id }) => id)).toEqual([]);
});

test("an example of a problem that the rule alone allows has that problem and its status", () => {
  for (const { id, rule } of judged) {
    const [slug, ...others] = [...rule.matchAll(/answers (\d{3}) `([a-z-]+)`/gu)];
    if (slug === undefined || others.length > 0 || / or /u.test(rule)) continue;
    const response = examples[id]?.response;
    expect(response?.status, id).toBe(Number(slug[1]));
  }
});

test("no example has a secret or an address of the machine that recorded it", () => {
  const texts = judged.map(({ id }) => JSON.stringify(examples[id] ?? {}));
  expect(texts.filter((text) => /127\.0\.0\.1|localhost|~redacted/u.test(text))).toEqual([]);
  const sent = texts.flatMap((text) => [...text.matchAll(/Bearer ([^"\\]+)/gu)].map(([, token]) => token));
  // a check makes up a token that no registry knows
  expect(sent.filter((token) => !/^(?:<\w+>|realm=|unknown-example$)/u.test(token ?? ""))).toEqual([]);
});

test("an example is shown as HTTP shows it", () => {
  const lines = renderExample({
    request: { method: "GET", path: "/api/v1/capabilities", headers: { accept: "*/*" } },
    response: { status: 200, body: { a: [1] } },
  });
  expect(lines).toEqual([
    "GET /api/v1/capabilities",
    "accept: */*",
    "",
    "200",
    "{",
    '  "a": [',
    "    1",
    "  ]",
    "}",
  ]);
});

test("every operation that a requirement names has a method and a path", () => {
  const named = new Set(listRequirements().flatMap(({ operations }) => operations));
  const known = new Set(listEndpoints().map(({ operation }) => operation));
  expect([...named].filter((operation) => !known.has(operation))).toEqual([]);
  expect(endpointsOf(["getCapabilities"])).toMatchObject([{ method: "GET", path: "/api/v1/capabilities" }]);
});

test("levels are counted in words", () => {
  const [first] = listRequirements();
  if (first === undefined) throw new Error("the catalogue is empty");
  expect(countLevels([first, { ...first, level: "gap" }])).toBe(`1 ${first.level}, 1 gap`);
});

test.each([
  ["publish/bytes-have-arrived", "finalize/bytes-have-arrived"],
  ["finalize/bytes-have-arived", "finalize/bytes-have-arrived"],
  ["arrived-bytes-have", "finalize/bytes-have-arrived"],
  ["finalise", "finalize"],
  ["finalise/*", "finalize"],
  ["wholly different", undefined],
])("the id nearest to %s is %s", (id, expected) => {
  expect(nearestId(id, ["finalize/bytes-have-arrived", "search/paging", "finalize"])).toBe(expected);
});
