/** Takes content codings off a body (RFC 9110 section 8.4), without unpacking more than we asked for. */
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from "node:zlib";
import type { HeaderField } from "../../schemas/report.ts";

const decoders: Readonly<Record<string, (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>>> = {
  gzip: promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  "x-gzip": promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  deflate: promisify<Buffer, ZlibOptions, Buffer>(inflate),
  br: promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress),
};

/** More codings than this on one body are an attack: an archive can be made that unpacks to itself. */
const maxCodings = 3;

/**
 * The body without its codings, last applied first.
 * @param maxBytes most bytes after each step
 * @throws TypeError for an unknown coding or too many, RangeError where more comes out than asked for
 */
export async function decodeContent(
  bytes: Buffer,
  headers: readonly HeaderField[],
  maxBytes: number,
): Promise<Buffer> {
  const codings = headers
    .filter(([name]) => name.toLowerCase() === "content-encoding")
    .flatMap(([, value]) => value.toLowerCase().split(","))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > maxCodings)
    throw new TypeError(
      `the response has ${codings.length} content codings, more than the ${maxCodings} we undo`,
    );
  let decoded = bytes;
  for (const coding of codings.toReversed()) {
    const decoder = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
    if (decoder === undefined)
      throw new TypeError(`the response has the unknown content coding "${coding.slice(0, 80)}"`);
    if (decoded.length > 0) decoded = await decodeOne(decoder, decoded, { coding, maxBytes });
  }
  return decoded;
}

async function decodeOne(
  decoder: (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>,
  bytes: Buffer,
  { coding, maxBytes }: { readonly coding: string; readonly maxBytes: number },
): Promise<Buffer> {
  try {
    return await decoder(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError)
      throw new RangeError(`the response body is longer than ${maxBytes} bytes once "${coding}" is undone`, {
        cause: error,
      });
    throw new TypeError(`the response body is damaged ${coding}`, { cause: error });
  }
}
