/** Where bytes begin to differ from those that were sent, in words. */
import { escapeLetters, holdsSecret } from "../expect/quote.ts";

/** So many bytes are shown from the first difference on. */
const maxShown = 8;
/** So many bytes before and after may hold the secret of which those are a part. */
const maxSecret = 4096;

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
  const near = bytes.subarray(Math.max(0, from - maxSecret), from + maxShown + maxSecret);
  if (holdsSecret(Buffer.from(near).toString("latin1"))) return "a secret";
  const shown = Buffer.from(bytes.subarray(from, from + maxShown)).toString("latin1");
  return `${escapeLetters(JSON.stringify(shown))}${bytes.length > from + maxShown ? "…" : ""}`;
}
