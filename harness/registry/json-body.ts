/** Bodies as JSON, within what the rest of the suite can walk through. */
import type { Exchange } from "../../schemas/report.ts";
import { Blocked } from "../outcome.ts";

/** No document of the API nests deeper than a dozen levels. RFC 8259 section 9 lets a reader set such a limit. */
const deepest = 256;

/**
 * The body as JSON, or undefined where it is empty or none; a byte order mark is passed over, as RFC 8259 section 8.1
 * allows.
 * @throws Blocked where it nests so deeply that nothing could be said about it
 */
export function parseJson(bytes: Uint8Array, exchange: Exchange): { readonly value: unknown } | undefined {
  const value = parse(bytes);
  if (value !== undefined && nestsDeeperThan(bytes, deepest)) {
    throw new Blocked(`the answer to ${exchange.operation} nests more than ${deepest} levels deep`, {
      exchange: exchange.id,
    });
  }
  return value === undefined ? undefined : { value };
}

function parse(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

const quote = 0x22;
const backslash = 0x5c;
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Counts the brackets outside of strings in what is known to be JSON. */
function nestsDeeperThan(bytes: Uint8Array, levels: number): boolean {
  if (bytes.length <= levels) return false;
  let depth = 0;
  let isText = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (isText) {
      if (byte === backslash) index += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (opening.has(byte)) depth += 1;
    else if (closing.has(byte)) depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}
