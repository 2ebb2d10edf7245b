import { ProblemError } from "../../problem-error.ts";
import { type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";

/** Refuses bodies whose text matches the pattern. */
export function refusingBodies(operations: Operations, pattern: RegExp): Change {
  return replaceRule("body", "parse", (before) => (text, call) => {
    if (isOneOf(operations, call) && pattern.test(text))
      throw new ProblemError("validation-failed", "the body is laid out in a way that is not liked here");
    return before(text, call);
  });
}
