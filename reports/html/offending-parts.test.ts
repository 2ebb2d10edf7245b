import { expect, it } from "vitest";
import type { Exchange, Finding } from "../../schemas/report.ts";
import { failingReport } from "../lab/examples/example-report.ts";
import { findOffendingParts } from "./offending-parts.ts";
import { findPositiveTwin } from "../positive-twin.ts";
import { toShortGot, toShortReason } from "./short-got.ts";

const [example] = failingReport().exchanges;

function answer(status: number, body: unknown): Exchange {
  if (example === undefined) throw new Error("The example report has no exchanges");
  const text = JSON.stringify(body);
  return {
    ...example,
    response: {
      status,
      headers: [["www-authenticate", "Bearer"]],
      body: { size: text.length, digest: "sha256:0", text },
    },
  };
}

function finding(expected: string, got: string): Finding {
  return { rule: "a rule", expected, got };
}

it.each([
  [
    "by a pointer",
    "a valid document",
    'member "/release/purl": got "x"',
    { release: { purl: "x" } },
    "/release/purl",
  ],
  [
    "by a path with dots",
    "subject.integrity to be 1",
    "2",
    { subject: { integrity: 2 } },
    "/subject/integrity",
  ],
  ["by its value", "the purl pkg:a", "pkg:b", { name: "n", purl: "pkg:b" }, "/purl"],
  ["by name and value", "offset in the result to be 0", "1", { total: 1, offset: 1 }, "/offset"],
  ["by its name", "expiresAt to be a date-time", "nothing", { expiresAt: null }, "/expiresAt"],
])("finds the offending member %s", (_name, expected, got, body, pointer) => {
  const parts = findOffendingParts(finding(expected, got), answer(200, body));
  expect(parts).toEqual({ status: false, headers: [], pointers: [pointer] });
});

it("marks a wrong status, not the members of the body", () => {
  const parts = findOffendingParts(
    finding("400 validation-failed", '201 with {"name":"a"}'),
    answer(201, { name: "a" }),
  );
  expect(parts).toEqual({ status: true, headers: [], pointers: [] });
});

it("marks the type of a wrong problem with the right status", () => {
  const parts = findOffendingParts(
    finding("404 not-found", "404 gone"),
    answer(404, { type: "/problems/gone" }),
  );
  expect(parts).toEqual({ status: false, headers: [], pointers: ["/type"] });
});

it("marks a header that the demand names", () => {
  const parts = findOffendingParts(
    finding("a WWW-Authenticate header with a realm", "Bearer"),
    answer(401, {}),
  );
  expect(parts.headers).toEqual(["www-authenticate"]);
});

it("takes the most similar accepted request of the same operation as the positive twin", () => {
  const refused = { ...answer(201, {}), id: "a#1", actor: "a", startedAtMs: 9 };
  const twin = { ...answer(201, {}), id: "given#1", actor: "given", startedAtMs: 1 };
  const other = { ...twin, id: "given#2", operation: "getRelease" as const };
  expect(findPositiveTwin(finding("400 validation-failed", "201"), refused, [other, twin, refused])).toBe(
    twin,
  );
  expect(findPositiveTwin(finding("a success", "201"), refused, [twin])).toBeUndefined();
});

it("leaves a body out of the headline", () => {
  expect(toShortGot('201 with {"uploadId":"u"}')).toBe("201");
  expect(toShortGot("410 not-found")).toBe("410 not-found");
  expect(toShortGot('["a"]')).toBe("another body");
  expect(toShortReason('got 201 with {"a":"b… (498 characters), expected 400')).toBe("got 201, expected 400");
  expect(toShortReason('got 201 with {"a":{}}, expected 400')).toBe("got 201, expected 400");
});
