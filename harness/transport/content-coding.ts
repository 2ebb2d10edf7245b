/** Takes content codings off a body (RFC 9110 section 8.4), without unpacking more than we asked for. */
import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from "node:zlib";
import type { HeaderField } from "../../schemas/report.ts";
import { NetworkFailure, toBrokenOff } from "./connection-errors.ts";

type Decoder = (bytes: Buffer, options: ZlibOptions) => Buffer;

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** What begins the failure of a whole response whose body is not in the coding of its header. */
const notInCoding = "the response body is not in its content coding ";

/** A body that is not in the coding of its header. It is not damaged on the way: what is cut off is a network failure. */
export class WrongCoding extends NetworkFailure {
  override readonly name: string = "WrongCoding";
}

/** The coding that the body of a response does not have, from the failure of its exchange; undefined for any other failure. */
export function codingOfFailure(failure: string | undefined): string | undefined {
  return failure?.startsWith(notInCoding) === true ? failure.slice(notInCoding.length) : undefined;
}

/** More codings than this on one body are an attack: an archive can be made that unpacks to itself. */
const maxCodings = 3;

/**
 * The body without its codings, last applied first.
 * @param maxBytes most bytes after each step
 * @throws TypeError for an unknown coding or too many, BrokenOff for a body that is cut off, WrongCoding for a body that is not in its coding,
 *   RangeError where more comes out than asked for
 */
export function decodeContent(bytes: Buffer, headers: readonly HeaderField[], maxBytes: number): Buffer {
  const codings = headers
    .filter(([name]) => name.toLowerCase() === "content-encoding")
    .flatMap(([, value]) => value.split(","))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding.toLowerCase() !== "identity");
  if (codings.length > maxCodings)
    throw new TypeError(
      `the response has ${codings.length} content codings, more than the ${maxCodings} we undo`,
    );
  let decoded = bytes;
  for (const coding of codings.toReversed()) {
    const name = coding.toLowerCase();
    const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (decoder === undefined)
      throw new TypeError(`the response has the unknown content coding ${describeCoding(coding)}`);
    if (decoded.length > 0) decoded = decodeOne(decoder, decoded, { coding: name, maxBytes });
  }
  return decoded;
}

function decodeOne(
  decoder: Decoder,
  bytes: Buffer,
  { coding, maxBytes }: { readonly coding: string; readonly maxBytes: number },
): Buffer {
  try {
    return decoder(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError)
      throw new RangeError(`the response body is longer than ${maxBytes} bytes once "${coding}" is undone`, {
        cause: error,
      });
    if (isCutOff(error))
      throw toBrokenOff(bytes.length, undefined, `its content coding ${coding} has no end`);
    throw new WrongCoding(`${notInCoding}${coding}`, { cause: error });
  }
}

/** True if the decoder needs more bytes than there are. */
function isCutOff(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "Z_BUF_ERROR";
}

/** As the response has it: whole, so that a secret in it is found and redacted. What is too long for a name is not shown. */
function describeCoding(coding: string): string {
  return coding.length <= 40 ? `"${coding}"` : `of ${coding.length} characters`;
}
