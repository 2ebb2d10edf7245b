/** Values as short text for findings and messages. */
import { AsyncLocalStorage } from "node:async_hooks";

/**
 * What takes the secrets of the run out of quoted text. It has to come before the cut, or the beginning of a secret would be
 * left; and it is in the air rather than in every signature, so that no check can forget it.
 */
export const quoting: AsyncLocalStorage<(text: string) => string> = new AsyncLocalStorage();

const mostCharacters = 160;

/** A JSON value on one line, strings in quotes, without secrets, cut where it is long. Never throws, whatever the value. */
export function quote(value: unknown): string {
  if (value === undefined) return "nothing";
  const redact = quoting.getStore();
  const text = redact === undefined ? toText(value) : redact(toText(value));
  return text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters)}… (${text.length} characters)`;
}

function toText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // nested deeper than the stack is high
    return Array.isArray(value) ? "a deeply nested array" : "a deeply nested object";
  }
}
