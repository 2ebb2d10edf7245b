/** Answers that a broken cache gives again. */
import type { Answer } from "../../answer.ts";
import type { Operation } from "../../call.ts";
import { type Change, onlyFor, replaceRule } from "../../rules/change.ts";
import { perRegistry } from "./memory.ts";

/**
 * Keeps the first response to each read, also a refusal.
 * @param keptMs for how long, in milliseconds; for ever by default
 */
export function keepingFirst(
  operation: Operation,
  isKept: (status: number) => boolean,
  keptMs: number = Infinity,
): Change {
  const answers = perRegistry(() => new Map<string, { readonly answer: Answer; readonly untilMs: number }>());
  return onlyFor(
    operation,
    replaceRule("respond", "finish", (before) => (answer, call) => {
      const kept = answers(call).get(call.url.pathname);
      if (kept !== undefined && kept.untilMs > call.now) return kept.answer;
      const finished = before(answer, call);
      if (isKept(finished.status))
        answers(call).set(call.url.pathname, { answer: finished, untilMs: call.now + keptMs });
      return finished;
    }),
  );
}
