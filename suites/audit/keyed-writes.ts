/** Requests with an idempotency key, sent once more at the end of the run: after all that happened since. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { isSuccess, slugOf } from "../../harness/exchange/answer.ts";
import { openBooks } from "./books.ts";
import { eventsAfter, inRounds, type KeyedWrite, repeatable, resend } from "./keyed-requests.ts";
import { ledger } from "./ledger.ts";

/** How many requests are sent again below depth deep. */
const atMost = 17;

/**
 * Requests that together show every answer to each operation, and everything that happened after one: at each step the one that shows
 * most that the others do not.
 */
function chooseWrites(tools: Tools): readonly KeyedWrite[] {
  const books = openBooks(tools);
  const writes = repeatable(books, tools)
    .toSorted((a, b) => (a.exchange < b.exchange ? -1 : 1))
    .map((write) => {
      const { operation, answered } = write;
      const events = eventsAfter(write, books).map((one) => `${operation} ${one}`);
      return { write, events, shows: [`${operation} ${answered}`, ...events] };
    });
  const chosen: KeyedWrite[] = [];
  const seen = new Set<string>();
  while (tools.depth === "deep" || chosen.length < atMost) {
    const newOf = (some: readonly string[]): number => new Set(some.filter((one) => !seen.has(one))).size;
    // a key is forgotten or taken for another one where something happened after it, more than by how it was answered
    const newIn = writes.map(({ events, shows }) => newOf(events) + newOf(shows));
    const most = Math.max(0, ...newIn);
    // of equal ones, that of the operation which was chosen least
    const countOf = ({ write: { operation } }: (typeof writes)[number]): number =>
      chosen.filter((one) => one.operation === operation).length;
    const [best] = writes
      .filter((_, place) => newIn[place] === most)
      .toSorted((a, b) => countOf(a) - countOf(b));
    if (best === undefined || most === 0) break;
    chosen.push(best.write);
    for (const one of best.shows) seen.add(one);
  }
  if (chosen.length === 0) throw tools.given.nothingToJudge("the run sent no request with a key of its own");
  return chosen;
}

const operations = [
  "createReleaseUpload",
  "finalizeReleaseUpload",
  "createTrustUpload",
  "finalizeTrustUpload",
] as const;

export const keyedWrites: CheckFile = {
  source: "Errors, rule 1",
  operations,
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "audit/keyed-writes-never-conflict-with-themselves",
      of: "idempotency/equal-requests-with-one-key-never-conflict",
      rule: "The same `POST` with its `Idempotency-Key`, at the end of the run, never answers 409 `idempotency-conflict`. That holds after a refusal, a finalize, a change of state and an unpublish.",
      reading:
        "A conflict needs request parameters that conflict. The text does not say what the repeated request answers, so any other response passes. We send a key again only if the run used it for this one request.",
      covers: ["rule:errors/1", "question:6"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { registry, expect } = tools;
        const writes = chooseWrites(tools);
        const answers = await inRounds(
          writes,
          ({ name }) => name,
          async (write) => ({ write, answer: await resend(registry, write) }),
        );
        for (const { write, answer } of answers) {
          expect.that(isSuccess(answer) || slugOf(answer) !== "idempotency-conflict", {
            expected: `the ${write.answered} that the same request with this key was answered before`,
            wanted: { otherStatus: true },
            got: `${answer.status} ${slugOf(answer) ?? ""}`.trimEnd(),
            answer,
          });
        }
      },
    },
  ],
};
