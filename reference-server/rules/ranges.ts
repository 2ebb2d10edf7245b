/** Parts of downloads (RFC 9110 section 14). The reference registry ignores `Range`, as it may. */
import type { Answer } from "../answer.ts";
import type { Call } from "../call.ts";

/** The places of the first and last byte that a `GET` of bytes asks for; undefined if it asks for all, or for none that are there. */
export function rangeIn(
  { status, body }: Answer,
  { request }: Call,
): { readonly first: number; readonly last: number } | undefined {
  const [, start = "", end = ""] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("range") ?? "") ?? [];
  if (request.method !== "GET" || status !== 200 || !(body instanceof Uint8Array) || start + end === "")
    return undefined;
  const first = start === "" ? Math.max(0, body.byteLength - Number(end)) : Number(start);
  const last = start === "" || end === "" ? body.byteLength - 1 : Math.min(Number(end), body.byteLength - 1);
  return first <= last ? { first, last } : undefined;
}

/**
 * The answer with a part of its bytes.
 * @param part.bytes the places of the bytes that are sent; those of the part by default
 */
export function partial(
  answer: Answer,
  {
    first,
    last,
    bytes: [from, to] = [first, last],
  }: { readonly first: number; readonly last: number; readonly bytes?: readonly [number, number] },
): Answer {
  const { body } = answer;
  if (!(body instanceof Uint8Array)) return answer;
  const range = `bytes ${first}-${last}/${body.byteLength}`;
  return {
    status: 206,
    headers: { ...answer.headers, "content-range": range, "accept-ranges": "bytes" },
    body: body.subarray(from, to + 1),
  };
}
