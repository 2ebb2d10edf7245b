import { expect, test } from "vitest";
import type { Exchange } from "../../schemas/report.ts";
import { findForeignResponses, isForeign } from "./foreign-responses.ts";

function page(status: number, operation: Exchange["operation"] = "getRelease"): Exchange {
  return {
    id: `a/one#${status}`,
    actor: "a/one",
    operation,
    request: { method: "GET", url: "http://registry.test/api/v1/volumes/tool/1.0.0", headers: [] },
    response: { status, headers: [["content-type", "text/html; charset=utf-8"]] },
    startedAtMs: 0,
    durationMs: 1,
  };
}

test.each([500, 501])("a page with status %d is a crash of the registry itself", (status) => {
  expect(isForeign(page(status))).toBe(false);
  expect(findForeignResponses([page(status)])).toBeUndefined();
});

test.each([200, 302, 401, 403, 404, 502, 503, 504])(
  "a page with status %d is from something in front",
  (status) => {
    expect(isForeign(page(status))).toBe(true);
  },
);

test("a gateway's error without a page is foreign, and one that is a JSON document is the registry's", () => {
  const { response, ...about } = page(503);
  const withType = (type: string): Exchange => ({
    ...about,
    response: { status: response?.status ?? 0, headers: [["content-type", type]] },
  });

  expect(isForeign(withType("text/plain"))).toBe(true);
  expect(isForeign(withType("application/problem+json"))).toBe(false);
});
