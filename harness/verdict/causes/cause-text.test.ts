import { describe, expect, test } from "vitest";
import type { CaseResult, Exchange, Wanted } from "../../../schemas/report.ts";
import { describeCause } from "./cause-text.ts";
import { exchange } from "./circumstances/made-up-exchange.test.fixture.ts";
import type { Sighting } from "./deviation.ts";
import type { Giver } from "./given-addresses.ts";

const requirement: CaseResult = {
  id: "a/one",
  requirement: "a/one",
  level: "must",
  title: "the rule of a/one",
  chapter: "a",
  section: "",
  operations: ["getRelease"],
  profiles: [],
  verdict: "failed",
  checks: ["a/one"],
  evidence: [],
};

function hintOf(key: string, got: string, expected: string, wanted: Wanted = {}): string {
  const sighting: Sighting = {
    requirement,
    wanted,
    deviation: { key, operation: "getRelease" },
    got,
    expected,
    exchanges: [],
  };
  return describeCause(sighting).hint;
}

test.each([
  ["member externalDependencies", "[]", "the declarations to be 3"],
  ["member externalDependencies", "no such member", "an array at /externalDependencies"],
  ["member attachments", "missing: att_1", "all attachments"],
  ["content searchVolumes", "0 items", "10 items with limit=10 and offset=28"],
  ["content searchVolumes", "2", "the number of index rows to be 1"],
  ["accepted getTrustDetail a 404 not-found", "200 with []", "3 attachments"],
])("%s: what is too short or empty, such as %j, has no hint", (key, got, expected) => {
  expect(hintOf(key, got, expected)).toBe("");
});

test.each([
  [
    "member artifactSize",
    "65535",
    "/attachments/0/artifactSize to be 65537",
    "Find the code that fills this member",
  ],
  [
    "accepted createReleaseUpload a 400 validation-failed",
    "201 with {}",
    "400 validation-failed",
    "This request should be refused; find the missing check",
    { problems: ["validation-failed"] },
  ],
  [
    "refused getRelease not-found",
    "404 not-found",
    "a success (2xx)",
    "This request is valid; find what rejects it",
  ],
  [
    "type 403 of authentication-required",
    "403 authentication-required",
    "a slug of 403 (authorization-failed)",
    "The status is right. Find the code that writes the `type` of this problem",
  ],
] as const)("%s has the hint that fits it", (key, got, expected, hint, wanted?: Wanted) => {
  expect(hintOf(key, got, expected, wanted)).toBe(hint);
});

describe("the request of a cause", () => {
  const wrong = { got: "404", expected: "a success (2xx)" };

  function sentenceOf(shown: Exchange, giver?: Giver): string {
    const sighting: Sighting = {
      requirement,
      ...wrong,
      deviation: { key: "refused", operation: shown.operation, exchange: shown },
      exchanges: [],
    };
    return describeCause(sighting, giver).sentence;
  }

  test("outside the endpoints, it is shown with its own path", () => {
    const shown = exchange("a#1", { operation: "other", path: "search?limit=%FF", status: 404 });
    expect(sentenceOf(shown)).toBe(
      "`GET /api/v1/search?limit=%FF` answers 404 where a success (2xx) is expected",
    );
  });

  test("at an address of a document, it is told by the member that has it", () => {
    const shown = exchange("a#1", { operation: "transferBytes", path: "index/api/1.0.0", status: 404 });
    const giver = exchange("a#0", { operation: "getVersionIndex", path: "index/volumes/v1" });
    expect(sentenceOf(shown, { giver, member: "items.release.url", url: "api/1.0.0" })).toBe(
      '`GET` of `items.release.url` "api/1.0.0", as `GET /index/volumes/{name}` gives it, answers 404 where a success (2xx) is expected',
    );
  });
});
