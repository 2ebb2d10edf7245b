/** Validators that say nothing of the document. */
import type { Operation } from "../../call.ts";
import { type Change, onlyFor, replaceRule } from "../../rules/change.ts";

/** Gives the documents of an operation an entity tag that is made of their address. */
export function taggingByAddress(operation: Operation): Change {
  return onlyFor(
    operation,
    replaceRule(
      "respond",
      "entityTag",
      () => (_bytes, call) => JSON.stringify(encodeURIComponent(call.url.pathname)),
    ),
  );
}
