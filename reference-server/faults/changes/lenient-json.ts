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

export function withoutComments(text: string): unknown {
  return JSON.parse(text.replace(/\/\*.*?\*\//s, "")) as unknown;
}

export function withNullForNaN(text: string): unknown {
  return JSON.parse(text.replaceAll(":NaN", ":null")) as unknown;
}

export function withoutLastComma(text: string): unknown {
  return JSON.parse(text.replace(",}", "}")) as unknown;
}

/** The first of several values. */
export function firstValue(text: string): unknown {
  const second = text.indexOf("}{");
  return JSON.parse(second === -1 ? text : text.slice(0, second + 1)) as unknown;
}
