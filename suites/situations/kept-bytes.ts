/** Uploads that declare bytes which the registry has from another upload: it may keep bytes by their digest. */
import { type Answer, textAt } from "../../harness/exchange/answer.ts";

export const readingOfKeptBytes =
  "The text does not say that a registry may use bytes that it has from another upload. Where a new upload has the state `uploaded`, the registry says that it has the bytes, and there is nothing to judge.";

/** True if the response to a create says that the bytes are there, though nobody has sent any. */
export function needsNoBytes({ answer }: { readonly answer: Answer }): boolean {
  return textAt(answer.body, "state") === "uploaded";
}

/** Why nothing is judged then. */
export const hasItsBytes = "the new upload has the state `uploaded`: the registry has the declared bytes";
