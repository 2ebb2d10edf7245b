/** A body in a packed block of the page. It runs in the renderer and in the page's script. */
import type { RecordedBody } from "../../schemas/report.ts";

type Place = readonly [from: number, to: number];

/** A body that is not text has its bytes in a block of their own: base64 would hide from the compressor what they repeat. */
interface BinaryBody extends Omit<RecordedBody, "base64"> {
  readonly bytes: Place;
}

/** A text that was recorded whole, another body, or null where there is none. */
export type PackedBody = string | RecordedBody | BinaryBody | null;

/** Bodies that are not text, one after the other, each once. */
export interface ByteStore {
  /** The place of the bytes; undefined for what is not base64. */
  readonly add: (base64: string) => Place | undefined;
  readonly join: () => Uint8Array;
}

const encoder = new TextEncoder();

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Undefined for what {@link toBase64} would write in another way. */
function fromBase64(base64: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return toBase64(bytes) === base64 ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** An empty store. */
export function makeByteStore(): ByteStore {
  const places = new Map<string, Place>();
  const all: Uint8Array[] = [];
  let length = 0;
  return {
    add: (base64) => {
      const known = places.get(base64);
      const bytes = known === undefined ? fromBase64(base64) : undefined;
      if (bytes === undefined) return known;
      const place = [length, length + bytes.length] as const;
      places.set(base64, place);
      all.push(bytes);
      length += bytes.length;
      return place;
    },
    join: () => {
      const joined = new Uint8Array(length);
      let at = 0;
      for (const bytes of all) {
        joined.set(bytes, at);
        at += bytes.length;
      }
      return joined;
    },
  };
}

/** Whether the text says everything about the body. */
function isText(body: RecordedBody): body is RecordedBody & { readonly text: string } {
  const { text, digest, cutAt, base64, gzip } = body;
  if (text === undefined || digest !== "" || cutAt !== undefined) return false;
  return base64 === undefined && gzip === undefined && encoder.encode(text).length === body.size;
}

/** A body for a block; the bytes of one that is not text go to the store. */
export function packBody(body: RecordedBody | undefined, bytes: ByteStore): PackedBody {
  if (body === undefined) return null;
  if (isText(body)) return body.text;
  const { base64, ...rest } = body;
  const place = base64 === undefined ? undefined : bytes.add(base64);
  return place === undefined ? body : { ...rest, bytes: place };
}

/** The body of {@link packBody}. */
export function unpackBody(body: PackedBody, bytes: Uint8Array): RecordedBody | undefined {
  if (body === null) return undefined;
  if (typeof body === "string") return { size: encoder.encode(body).length, digest: "", text: body };
  if (!("bytes" in body)) return body;
  const { bytes: place, ...rest } = body;
  return { ...rest, base64: toBase64(bytes.subarray(...place)) };
}
