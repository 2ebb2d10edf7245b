/** Where bytes begin to differ from those that were sent, in words. */
import { escapeLetters } from "../expect/quote.ts";

/** So many bytes are shown from the first difference on. */
const maxShown = 8;

/** @returns `from byte 9 on: "\n" in place of "\r\n" (10 bytes, 11 were sent)` */
export function describeByteDifference(got: Uint8Array, sent: Uint8Array): string {
  const differing = sent.findIndex((byte, index) => byte !== got[index]);
  const first = differing === -1 ? sent.length : differing;
  const lengths =
    got.length === sent.length ? `${got.length} bytes` : `${got.length} bytes, ${sent.length} were sent`;
  return `from byte ${first + 1} on: ${showBytes(got, first)} in place of ${showBytes(sent, first)} (${lengths})`;
}

function showBytes(bytes: Uint8Array, from: number): string {
  if (from >= bytes.length) return "the end";
  const shown = Buffer.from(bytes.subarray(from, from + maxShown)).toString("latin1");
  return `${escapeLetters(JSON.stringify(shown))}${bytes.length > from + maxShown ? "…" : ""}`;
}
