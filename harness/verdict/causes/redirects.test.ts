import { expect, test } from "vitest";
import type { CaseResult, Exchange } from "../../../schemas/report.ts";
import { readAround } from "./around.ts";
import { describeCause } from "./cause-text.ts";
import { exchange } from "./circumstances/made-up-exchange.test.fixture.ts";
import { toDeviation, type Sighting } from "./deviation.ts";
import { findRedirect } from "./redirects.ts";

/** A read that is redirected once, and then from there to a copy. */
function redirected(): readonly [Exchange, Exchange, Exchange] {
  const hop = (path: string, status: number, location?: string): Exchange => ({
    ...exchange("read", {
      path,
      status,
      ...(location === undefined ? { body: { type: "https://problems.test/not-found" } } : {}),
      ...(location === undefined ? {} : { answered: [["Location", location]] }),
    }),
    actor: "a/one",
  });
  return [
    hop("volumes/v/1.0.0", 307, "/api/v1/copies/1?signature=x"),
    hop("copies/1?signature=y", 302, "https://registry.test/api/v1/copies/2"),
    hop("copies/2", 404),
  ];
}

test("the first request is found through several redirects, and a query may differ", () => {
  const all = redirected();
  expect(findRedirect(all[2], all)).toEqual({ from: all[0], status: 302 });
  expect(findRedirect(all[0], all)).toBeUndefined();
});

test("the sentence names the request that was sent, and that a redirect led on", () => {
  const all = redirected();
  const about = { expected: "a success (2xx)", got: "404 not-found", wanted: { answer: "success" } } as const;
  const shown: Sighting = {
    requirement: { id: "a/one", operations: ["getRelease"] } as unknown as CaseResult,
    deviation: toDeviation("a/one", all[2], about),
    exchanges: [all[2].id],
    ...about,
  };
  expect(describeCause(shown, readAround(shown, all)).sentence).toBe(
    "`GET /volumes/{name}/{version}` at the address that its 302 leads to answers 404 not-found where a success (2xx) is expected",
  );
});
