/** Bodies as they are recorded: whole in `exchanges.ndjson`, cut in the report. */
import { gunzipSync, gzipSync } from "node:zlib";
import type { RecordedBody } from "../../schemas/report.ts";
import { sha256 } from "../seed.ts";

/** Maximum bytes of a body in the report; `exchanges.ndjson` has whole response bodies. */
export const shownBodyBytes = 16_384;

/** No response body is longer: what a recording of a stranger unpacks to is bounded too. */
const maxUnpackedBytes = 8 * 1024 * 1024;

/** A text that takes more than this many times its bytes in JSON is compressed: a control character takes six. */
const maxInflation = 2;

/** Bodies that the budget of the run has compressed, until they are recorded. */
const compressed = new WeakMap<Uint8Array, Buffer>();

/** A body as it is recorded if it is long; compressed once, although its size is asked for before it is recorded. */
export function compressBody(bytes: Uint8Array): Buffer {
  const known = compressed.get(bytes);
  if (known !== undefined) return known;
  const gzip = gzipSync(bytes, { level: 1 });
  compressed.set(bytes, gzip);
  return gzip;
}

/** @param maxPlainBytes a longer body is compressed, if that makes it shorter */
export function toWholeBody(bytes: Uint8Array, maxPlainBytes: number): RecordedBody {
  const plain = { size: bytes.length, digest: sha256(bytes) };
  const text = bytes.length > maxPlainBytes ? undefined : toText(bytes, false);
  if (text !== undefined && JSON.stringify(text).length <= maxInflation * bytes.length + 2)
    return { ...plain, text };
  const gzip = compressBody(bytes);
  compressed.delete(bytes);
  if (gzip.length < bytes.length) return { ...plain, gzip: gzip.toString("base64") };
  return { ...plain, ...toContent(bytes, false) };
}

/** The beginning of a body. */
export function toShownBody(bytes: Uint8Array, most: number): RecordedBody {
  const isCut = bytes.length > most;
  const shown = isCut ? bytes.subarray(0, most) : bytes;
  return {
    size: bytes.length,
    digest: sha256(bytes),
    // in the order of report.json
    ...(isCut ? { cutAt: shown.length } : {}),
    ...toContent(shown, isCut),
  };
}

/** A recorded body, cut to fewer bytes. */
export function cutBody(body: RecordedBody, most: number): RecordedBody {
  const bytes = toBytes(body);
  if (bytes.length <= most) return body;
  const { size, digest } = body;
  return { size, digest, cutAt: most, ...toContent(bytes.subarray(0, most), true) };
}

/** The bytes of a recorded body, as far as they were kept. */
export function toBytes(body: RecordedBody | undefined): Uint8Array {
  if (body === undefined) return new Uint8Array();
  if (body.gzip !== undefined)
    return gunzipSync(Buffer.from(body.gzip, "base64"), { maxOutputLength: maxUnpackedBytes });
  return body.text === undefined ? Buffer.from(body.base64 ?? "", "base64") : Buffer.from(body.text, "utf8");
}

function toContent(bytes: Uint8Array, isCut: boolean): Pick<RecordedBody, "text" | "base64"> {
  const text = toText(bytes, isCut);
  return text === undefined ? { base64: Buffer.from(bytes).toString("base64") } : { text };
}

/** The bytes as text, or undefined if they are not valid UTF-8. If a cut splits a character, its rest is dropped. */
function toText(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}
