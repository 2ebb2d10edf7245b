/** Where bytes begin to differ from those that were expected, in words. */
import { escapeLetters } from "../expect/quote.ts";

/** So many bytes are shown from the first difference on. */
const maxShown = 8;

/** @returns `byte 9 and what follows is "\n", expected "\r\n" (10 bytes, expected 11)` */
export function describeByteDifference(got: Uint8Array, expected: Uint8Array): string {
  const differing = expected.findIndex((byte, index) => byte !== got[index]);
  const first = differing === -1 ? expected.length : differing;
  const lengths =
    got.length === expected.length
      ? `${got.length} bytes`
      : `${got.length} bytes, expected ${expected.length}`;
  return `from byte ${first + 1} on ${showBytes(got, first)}, expected ${showBytes(expected, first)} (${lengths})`;
}

function showBytes(bytes: Uint8Array, from: number): string {
  if (from >= bytes.length) return "the end";
  const shown = Buffer.from(bytes.subarray(from, from + maxShown)).toString("latin1");
  return `${escapeLetters(JSON.stringify(shown))}${bytes.length > from + maxShown ? "…" : ""}`;
}
