import type { Operation } from "../../call.ts";
import { type Change, isOneOf, replaceRule } from "../../rules/change.ts";

/** Reads the bodies of an operation that are not JSON with another parser; what it does not read either is refused as before. */
export function parsedBy(operation: Operation, read: (text: string) => unknown): Change {
  return replaceRule("body", "parse", (before) => (text, call) => {
    try {
      return before(text, call);
    } catch (error) {
      if (!isOneOf(operation, call)) throw error;
      try {
        return read(text);
      } catch {
        throw error;
      }
    }
  });
}

/** The members of a form; digits are a number. */
export function fromForm(text: string): unknown {
  if (!text.includes("=")) throw new SyntaxError("this is not a form");
  const members = [...new URLSearchParams(text)];
  return Object.fromEntries(
    members.map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]),
  );
}
