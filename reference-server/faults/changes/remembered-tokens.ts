/** What a registry remembers of the tokens that it allowed or refused something. */
import type { Call } from "../../call.ts";
import { type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import type { Identity } from "../../rules/identity.ts";
import { perRegistry } from "./memory.ts";

/**
 * Once a token was accepted, it is accepted in all these operations.
 * @param keyOf what the registry keeps of the resource: it is accepted where this is the same
 */
export function rememberingAccepted(
  operations: Operations,
  keyOf: (resource: Identity) => string = () => "",
): Change {
  const accepted = perRegistry(() => new Set<string>());
  return replaceRule("authorization", "authorize", (before) => (token, resource, call) => {
    if (!isOneOf(operations, call)) return before(token, resource, call);
    const key = `${token.subject} ${keyOf(resource)}`;
    if (!accepted(call).has(key)) before(token, resource, call);
    accepted(call).add(key);
  });
}

/** Once a token was refused in one of these operations, it is refused in the others. */
export function rememberingRefused(refused: Operations, others: Operations): Change {
  const subjects = perRegistry(() => new Set<string>());
  return replaceRule("authorization", "authorize", (before) => (token, resource, call: Call) => {
    const isKnown = subjects(call).has(token.subject);
    if (isKnown && isOneOf(others, call))
      throw call.rules.authorization.forbidden("the token was refused before", call);
    try {
      before(token, resource, call);
    } catch (error) {
      if (isOneOf(refused, call)) subjects(call).add(token.subject);
      throw error;
    }
  });
}
