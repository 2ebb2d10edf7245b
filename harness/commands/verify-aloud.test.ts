import { expect, it } from "vitest";
import { createTeller } from "./verify-aloud.ts";

const state = {
  checksDone: 10,
  checksTotal: 100,
  chapter: "trust",
  requests: 50,
  failed: 2,
  limiterWaitMs: 0,
  elapsedMs: 0,
};

/** What a log gets, with a clock that the test sets. */
function listen(
  count: number,
): { readonly lines: string[]; readonly at: (ms: number) => void } & ReturnType<typeof createTeller> {
  const lines: string[] = [];
  let nowMs = 0;
  const teller = createTeller(count, { write: (text) => lines.push(text.trimEnd()) }, () => nowMs);
  return { ...teller, lines, at: (ms) => void (nowMs = ms) };
}

it("says in a log what begins, and how far it is after five seconds of silence", () => {
  const { lines, at, begin, show } = listen(1);
  begin("a");
  at(4_000);
  show("a", state);
  at(6_000);
  show("a", state);
  expect(lines).toEqual(["verifying a", "[##--------------] 10 %, 2 cases failed, 50 requests, trust"]);
});

it("says how far several reports are, as one", () => {
  const { lines, at, begin, show } = listen(4);
  begin("a");
  begin("b");
  show("a", { ...state, checksDone: 100 });
  at(6_000);
  show("b", state);
  expect(lines.at(-1)).toBe("[####------------] 27 %, 100 requests, 1 of 4 reports");
});
