/** Bodies as JSON, within the limits of what the suite can process. */
import type { Exchange } from "../../schemas/report.ts";
import { Blocked } from "../outcome.ts";

/** Maximum size of a JSON answer that is read, in bytes. */
export const maxJsonBytes: number = 4 * 1024 * 1024;

/** No document of the API nests deeper than a dozen levels. RFC 8259 section 9 lets a reader set such a limit. */
const maxDepth = 256;

/** Maximum values in one document. A short text can hold a million of them, and each takes twenty times its bytes in memory. */
const maxValues = 250_000;

/**
 * The body as JSON, or undefined if it is empty or not valid JSON. A byte order mark is ignored, as RFC 8259 section 8.1
 * allows.
 * @throws Blocked if it nests too deeply, or holds too many values, to be judged
 */
export function parseJson(bytes: Uint8Array, exchange: Exchange): { readonly value: unknown } | undefined {
  if (holdsMoreThan(bytes, maxValues)) {
    throw new Blocked(`the answer to ${exchange.operation} holds more than ${maxValues} values`, {
      exchange: exchange.id,
    });
  }
  const nesting = measureNesting(bytes);
  if (nesting.deepest > maxDepth) {
    // parsing it would take fifty times its bytes
    if (!nesting.isClosed) return undefined;
    throw new Blocked(`the answer to ${exchange.operation} nests more than ${maxDepth} levels deep`, {
      exchange: exchange.id,
    });
  }
  const value = readMeasured(bytes);
  return value === undefined ? undefined : { value };
}

/** The value of a body, or undefined if it is empty, not valid JSON, or beyond what `parseJson` takes. */
export function readJson(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined) return undefined;
  if (holdsMoreThan(bytes, maxValues) || measureNesting(bytes).deepest > maxDepth) return undefined;
  return readMeasured(bytes);
}

/** The value of a body that is known to be within the limits. */
function readMeasured(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** The smallest of the brackets: white space, digits and commas are below it. */
const leastBracket = 0x5b;

/** White space in JSON (RFC 8259 section 2), and the three bytes of a byte order mark, which a reader may ignore. */
const ignored: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** True if the first byte that counts begins an object or an array. */
export function isStructured(bytes: Uint8Array): boolean {
  return opening.has(bytes.find((byte) => !ignored.has(byte)) ?? 0);
}

/** Counts commas before anything is parsed, in what begins as an object or array does. */
function holdsMoreThan(bytes: Uint8Array, most: number): boolean {
  if (bytes.length <= most || !isStructured(bytes)) return false;
  return countByte(bytes, comma) > most;
}

/** How often a byte is in a body. */
export function countByte(bytes: Uint8Array, wanted: number): number {
  let count = 0;
  for (let index = 0; index < bytes.length; index++) if (bytes[index] === wanted) count += 1;
  return count;
}

interface Nesting {
  readonly deepest: number;
  /** False if a bracket has no partner, so that it is not valid JSON. */
  readonly isClosed: boolean;
}

/** Counts the brackets outside of strings before anything is parsed, in what begins as an object or array does. */
function measureNesting(bytes: Uint8Array): Nesting {
  let depth = 0;
  let most = 0;
  let isText = false;
  if (bytes.length <= maxDepth || !isStructured(bytes)) return { deepest: 0, isClosed: true };
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (isText) {
      if (byte === backslash) index += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte < leastBracket) continue;
    else if (opening.has(byte)) most = Math.max(most, ++depth);
    else if (closing.has(byte)) depth -= 1;
  }
  return { deepest: most, isClosed: depth === 0 };
}
