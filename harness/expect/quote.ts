/** Values as short text for findings and messages. */
import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Redacts quoted text. It has to come before the cut, or the beginning of a secret would remain. It is ambient and not a
 * parameter, so that no check can forget it. One of the four doors of redaction; `registry/recorder.ts` names them.
 */
export const quoting: AsyncLocalStorage<(text: string) => string> = new AsyncLocalStorage();

const maxCharacters = 160;

/** A JSON value on one line, strings in quotes, without secrets, cut if it is long. Never throws. */
export function quote(value: unknown): string {
  if (value === undefined) return "nothing";
  const redact = quoting.getStore();
  const text = redact === undefined ? toText(value) : redact(toText(value));
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}… (${text.length} characters)`;
}

function toText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // nested deeper than the stack is high
    return Array.isArray(value) ? "a deeply nested array" : "a deeply nested object";
  }
}
