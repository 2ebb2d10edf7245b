/** Reads that need a token although the specification opens them to everybody. */
import { ProblemError } from "../../problem-error.ts";
import { type Change, isOneOf, onlyFor, type Operations, replaceRule } from "../../rules/change.ts";

/** Needs a valid token. */
export function requiringToken(operations: Operations): Change {
  return replaceRule("authorization", "assertMayRead", (before) => (call) => {
    before(call);
    if (isOneOf(operations, call)) call.rules.authorization.authenticate(call);
  });
}

/** Needs an `Authorization` header, whatever is in it. */
export function requiringAuthorizationHeader(operations: Operations): Change {
  return onlyFor(
    operations,
    replaceRule("authorization", "assertMayRead", () => (call) => {
      if (call.request.headers.has("authorization")) return;
      throw new ProblemError("authentication-required", "a token is needed");
    }),
  );
}
