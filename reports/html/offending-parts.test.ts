import { expect, it } from "vitest";
import type { Exchange, Finding, Wanted } from "../../schemas/report.ts";
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

function finding(expected: string, got: string, wanted: Wanted = {}): Finding {
  return { rule: "a rule", expected, got, wanted };
}

it.each([
  ["by its place", { member: "/release/purl" }, { release: { purl: "x" } }, ["/release/purl"]],
  ["by its right value", { wanted: { value: { at: "/purl", is: "pkg:a" } } }, { purl: "pkg:b" }, ["/purl"]],
  ["by its name", { wanted: { member: "state" } }, { status: { state: "a" } }, ["/status/state"]],
  ["and nothing that is not there", { member: "/purl" }, { name: "n" }, []],
  ["and nothing where no member is named", {}, { name: "n" }, []],
])("finds the offending member %s", (_name, about, body, pointers) => {
  const parts = findOffendingParts({ ...finding("a document", "another"), ...about }, answer(200, body));
  expect(parts).toEqual({ status: false, headers: [], pointers });
});

it("marks a wrong status, not the members of the body", () => {
  const parts = findOffendingParts(
    finding("a refusal", '201 with {"name":"a"}', { problems: ["validation-failed"] }),
    answer(201, { name: "a" }),
  );
  expect(parts).toEqual({ status: true, headers: [], pointers: [] });
});

it("marks the type of a wrong problem with the right status", () => {
  const parts = findOffendingParts(
    finding("another problem", "404 gone", { problems: ["not-found"] }),
    answer(404, { type: "/problems/gone" }),
  );
  expect(parts).toEqual({ status: false, headers: [], pointers: ["/type"] });
});

it("marks a header that the demand names", () => {
  const parts = findOffendingParts(
    {
      rule: "A 401 has a `WWW-Authenticate` header with a realm.",
      expected: "it",
      got: "no",
      aspect: "header",
    },
    answer(401, {}),
  );
  expect(parts.headers).toEqual(["www-authenticate"]);
});

it("takes the most similar accepted request of the same operation as the positive twin", () => {
  const refused = { ...answer(201, {}), id: "a#1", actor: "a", startedAtMs: 9 };
  const twin = { ...answer(201, {}), id: "given#1", actor: "given", startedAtMs: 1 };
  const other = { ...twin, id: "given#2", operation: "getRelease" as const };
  const wrong = finding("a refusal", "201", { problems: ["validation-failed"] });
  expect(findPositiveTwin(wrong, refused, [other, twin, refused])).toBe(twin);
  expect(findPositiveTwin(finding("a success", "201"), refused, [twin])).toBeUndefined();
});

it("leaves a body out of the headline", () => {
  expect(toShortGot('201 with {"uploadId":"u"}')).toBe("201");
  expect(toShortGot("410 not-found")).toBe("410 not-found");
  expect(toShortGot('["a"]')).toBe("another body");
  expect(toShortReason('got 201 with {"a":"b… (498 characters), expected 400')).toBe("got 201, expected 400");
  expect(toShortReason('got 201 with {"a":{}}, expected 400')).toBe("got 201, expected 400");
});
