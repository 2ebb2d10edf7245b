/** Reads that need a token although the specification opens them to everybody. */
import { Refusal } from "../../refusal.ts";
import { type Change, isOneOf, onlyFor, type Operations, replaceRule } from "../../rules/change.ts";

/** Needs a valid token. */
export function requiringToken(operations: Operations): Change {
  return replaceRule("authorization", "judgeRead", (before) => (call) => {
    before(call);
    if (isOneOf(operations, call)) call.rules.authorization.authenticate(call);
  });
}

/** Needs an `Authorization` header, whatever is in it. */
export function requiringAuthorizationHeader(operations: Operations): Change {
  return onlyFor(
    operations,
    replaceRule("authorization", "judgeRead", () => (call) => {
      if (call.request.headers.has("authorization")) return;
      throw new Refusal("authentication-required", "a token is needed");
    }),
  );
}
