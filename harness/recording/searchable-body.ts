/** Which response bodies can be recorded without the risk of a secret in them: those that can be searched, and are. */
import { createGunzip, gunzipSync } from "node:zlib";
import { countByte } from "../exchange/json-body.ts";
import type { Redaction } from "./redaction.ts";

/** Each escape is read several times when secrets are searched. No document of the API has a tenth of these. */
const maxEscapes = 100_000;
const escapeBytes = [0x25, 0x5c, 0x26] as const;

/** Maximum bytes of an archive that are searched for secrets; no archive of the suite unpacks to more. */
const maxUnpackedBytes = 48 * 1024 * 1024;

/** Bytes that are searched again with the next piece, since a secret may be in both. */
const overlap = 8_192;

/** Why a body is kept as size and digest only; undefined if it can be recorded. */
export async function refuseUnsearchable(
  body: Uint8Array,
  redaction: Redaction,
): Promise<string | undefined> {
  const escapes = countEscapes(body);
  if (escapes > maxEscapes)
    return `the response body of ${body.length} bytes has ${escapes} escapes, and at most ${maxEscapes} are searched for secrets`;
  if (!isGzip(body)) return undefined;
  return (await holdsSecret(body, redaction))
    ? `the response body of ${body.length} bytes is compressed and contains a secret of the run`
    : undefined;
}

export function isGzip(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

/** How many characters begin an escape: `%`, a backslash, `&`. */
function countEscapes(body: Uint8Array): number {
  return body.length <= maxEscapes ? 0 : sumEscapes(body);
}

function sumEscapes(bytes: Uint8Array): number {
  return escapeBytes.reduce((sum, byte) => sum + countByte(bytes, byte), 0);
}

/** An archive up to this size, unpacked to at most the second, is looked into at once: a stream costs ten times as much. */
const maxSmallBytes = 4 * 1024 * 1024;
const maxSmallUnpacked = 8 * 1024 * 1024;

/** Looks into a gzip stream as far as it can be unpacked. What is damaged behind, nobody else can read either. */
async function holdsSecret(body: Uint8Array, redaction: Redaction): Promise<boolean> {
  const small = unpackSmall(body);
  if (small !== undefined && sumEscapes(small) <= maxEscapes) {
    const text = small.toString("latin1");
    return redaction.text(text) !== text;
  }
  const unpacking = createGunzip();
  unpacking.end(body);
  let before = "";
  let unpacked = 0;
  let escapes = 0;
  try {
    for await (const chunk of unpacking as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      escapes += sumEscapes(chunk);
      const text = before + chunk.toString("latin1");
      if (redaction.text(text) !== text) return true;
      if (unpacked > maxUnpackedBytes || escapes > maxEscapes) return false;
      before = text.slice(-overlap);
    }
    return false;
  } catch {
    return false;
  } finally {
    unpacking.destroy();
  }
}

/** The content of a small archive; undefined if it is larger, or damaged. */
function unpackSmall(body: Uint8Array): Buffer | undefined {
  if (body.length > maxSmallBytes) return undefined;
  try {
    return gunzipSync(body, { maxOutputLength: maxSmallUnpacked });
  } catch {
    return undefined;
  }
}
