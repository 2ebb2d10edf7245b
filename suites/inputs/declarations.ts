/** The declarations of external dependencies in a document: their keys are compared, and what they say is shown. */
import { isSameJson } from "../../harness/expect/expect.ts";
import { listAt, textAt } from "../../harness/exchange/answer.ts";

/** The declaration keys of a list, in one order: the text states none. None where it is no list. */
function keysOf(declarations: unknown): readonly string[] {
  return listAt(declarations)
    .map((one) => textAt(one, "declarationKey") ?? "")
    .toSorted();
}

/**
 * Two lists, each in one order, that are equal if their keys are. Where these differ, each declaration is shown by what it says: the digest
 * in a key tells nobody which one it is.
 */
export function toComparable(
  one: unknown,
  other: unknown,
): readonly [own: readonly string[], other: readonly string[]] {
  const keys = [keysOf(one), keysOf(other)] as const;
  if (isSameJson(...keys)) return keys;
  const texts = [toTexts(one), toTexts(other)] as const;
  return isSameJson(...texts) ? keys : texts;
}

function toTexts(declarations: unknown): readonly string[] {
  return listAt(declarations)
    .map((one) =>
      ["purl", "constraint", "purpose"].map((member) => textAt(one, member) ?? `no ${member}`).join(" "),
    )
    .toSorted();
}
