import { describe, expect, test } from "vitest";
import type { CaseResult, Exchange, Wanted } from "../../../schemas/report.ts";
import { describeCause } from "./cause-text.ts";
import { exchange } from "./circumstances/made-up-exchange.test.fixture.ts";
import type { Sighting } from "./deviation.ts";
import type { Wrong } from "./wrong.ts";
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

function hintOf(wrong: Wrong, got: string, expected: string, wanted: Wanted = {}): string {
  const sighting: Sighting = {
    requirement,
    wanted,
    deviation: { wrong, key: wrong.kind, operation: "getRelease" },
    got,
    expected,
    exchanges: [],
  };
  return describeCause(sighting).hint;
}

test.each([
  [{ kind: "member", member: "externalDependencies" }, "[]", "the declarations to be 3"],
  [{ kind: "member", member: "externalDependencies" }, "no such member", "an array at /externalDependencies"],
  [{ kind: "member", member: "attachments" }, "missing: att_1", "all attachments"],
  [{ kind: "content", operation: "searchVolumes" }, "0 items", "10 items with limit=10 and offset=28"],
  [{ kind: "content", operation: "searchVolumes" }, "2", "the number of index rows to be 1"],
  [
    { kind: "accepted", operation: "getTrustDetail", chapter: "a", refusal: "404 not-found" },
    "200 with []",
    "3 attachments",
  ],
] as const)("%j: what is too short or empty, such as %j, has no hint", (wrong, got, expected) => {
  expect(hintOf(wrong, got, expected)).toBe("");
});

test.each([
  [
    { kind: "member", member: "artifactSize" },
    "65535",
    "/attachments/0/artifactSize to be 65537",
    "Find the code that fills this member",
  ],
  [
    { kind: "accepted", operation: "createReleaseUpload", chapter: "a", refusal: "400 validation-failed" },
    "201 with {}",
    "400 validation-failed",
    "This request should be refused; find the check that is missing, or that lets it through",
    { problems: ["validation-failed"] },
  ],
  [
    { kind: "refused", operation: "getRelease", slug: "not-found" },
    "404 not-found",
    "a success (2xx)",
    "This request is valid; find what rejects it",
  ],
  [
    { kind: "problem", slug: "idempotency-conflict", expected: "validation-failed" },
    "409 idempotency-conflict",
    "400 validation-failed",
    "This is taken for another request with the same key: check how keys and requests are compared, and what is stored of one that did not succeed",
  ],
  [
    { kind: "refused", operation: "createReleaseUpload", slug: "idempotency-conflict" },
    "409 idempotency-conflict",
    "a success (2xx)",
    "This is taken for another request with the same key: check how keys and requests are compared, and what is stored of one that did not succeed",
  ],
  [
    { kind: "type", status: 403, slug: "authentication-required" },
    "403 authentication-required",
    "a slug of 403 (authorization-failed)",
    "The status is right. Find the code that writes the `type` of this problem",
  ],
] as const)("%j has the hint that fits it", (wrong, got, expected, hint, wanted?: Wanted) => {
  expect(hintOf(wrong, got, expected, wanted)).toBe(hint);
});

describe("the request of a cause", () => {
  const words = { got: "404", expected: "a success (2xx)" };

  function sentenceOf(
    shown: Exchange,
    giver?: Giver,
    wrong: Wrong = { kind: "refused", operation: shown.operation, slug: "not-found" },
  ): string {
    const sighting: Sighting = {
      requirement,
      ...words,
      deviation: { wrong, key: wrong.kind, operation: shown.operation, exchange: shown },
      exchanges: [],
    };
    return describeCause(sighting, { giver }).sentence;
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
  test("without an answer of the registry, it is shown with an Authorization that no client sends", () => {
    const sent = { operation: "getCapabilities", path: "capabilities", status: 404 } as const;
    const headers = [["authorization", "Bearer"]] as const;
    const [unusual, usual] = ["other", "publisher"].map((credential) =>
      exchange("a#1", { ...sent, headers, credential }),
    );
    const end = "answers 404 where a success (2xx) is expected";
    expect(unusual && sentenceOf(unusual, undefined, { kind: "foreign response" })).toBe(
      `\`GET /capabilities\` with \`Authorization: Bearer\` ${end}`,
    );
    expect(usual && sentenceOf(usual, undefined, { kind: "foreign response" })).toBe(
      `\`GET /capabilities\` ${end}`,
    );
    const scheme = exchange("a#1", {
      ...sent,
      headers: [["authorization", "Token ~redacted.publisher~"]],
      credential: "other",
    });
    expect(sentenceOf(scheme, undefined, { kind: "foreign response" })).toBe(
      `\`GET /capabilities\` with \`Authorization: Token <token of publisher>\` ${end}`,
    );
  });
});

test("an accepted search that had the body of another one has the hint that names it", () => {
  const shown = exchange("a#1", { operation: "searchVolumes", path: "search?limit=0" });
  const wrong: Wrong = {
    kind: "accepted",
    operation: "searchVolumes",
    chapter: "search",
    refusal: "400 validation-failed",
  };
  const sighting: Sighting = {
    requirement,
    got: "200",
    expected: "400 validation-failed",
    deviation: { wrong, key: wrong.kind, operation: shown.operation, exchange: shown },
    exchanges: [],
  };
  expect(describeCause(sighting, { query: "?limit=100" }).hint).toBe(
    "`GET /search?limit=100` had the same body before: a parameter is not used, or not part of a cache's key",
  );
});
