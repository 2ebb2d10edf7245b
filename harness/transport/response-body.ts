/** Reads the body of a response, within a limit, and says where it broke off. */
import type { HeaderField } from "../../schemas/report.ts";
import { toBrokenOff } from "./connection-errors.ts";
import { describeNetworkError } from "./network-error.ts";

interface BodyOptions {
  readonly maxBytes: number;
  readonly headers: readonly HeaderField[];
  /** Aborted where we do not wait any longer: then nothing broke off. */
  readonly signal?: AbortSignal;
}

/** @throws RangeError if the body is longer than the limit, BrokenOff if it does not come whole */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, headers, signal }: BodyOptions,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let whole = toRoom(headers, maxBytes);
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) throw new RangeError(`the response body is longer than ${maxBytes} bytes`);
      const start = size - chunk.length;
      if (whole !== undefined && size > whole.length) {
        chunks.push(whole.subarray(0, start));
        whole = undefined;
      }
      if (whole === undefined) chunks.push(chunk);
      else whole.set(chunk, start);
    }
  } catch (error) {
    if (error instanceof RangeError || signal?.aborted === true || isOwnTimeout(error)) throw error;
    throw toBrokenOff(size, announcedLength(headers), describeNetworkError(error));
  }
  return whole?.subarray(0, size) ?? Buffer.concat(chunks);
}

/** A smaller body is not held twice for long. */
const minRoom = 256 * 1024;

/** Room for the announced length of a large body, so that its parts need not be held until it is whole. */
function toRoom(headers: readonly HeaderField[], maxBytes: number): Buffer | undefined {
  const announced = announcedLength(headers) ?? 0;
  return announced >= minRoom && announced <= maxBytes ? Buffer.allocUnsafeSlow(announced) : undefined;
}

/** A body that is only slow: undici waits so long for its next bytes. */
function isOwnTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "UND_ERR_BODY_TIMEOUT";
}

/** What `Content-Length` says; undefined without one. */
export function announcedLength(headers: readonly HeaderField[]): number | undefined {
  const value = headers.find(([name]) => name.toLowerCase() === "content-length")?.[1];
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
