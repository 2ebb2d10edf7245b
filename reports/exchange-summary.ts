import type { Exchange, HeaderField, RecordedBody } from "../schemas/report.ts";
import { scanJson } from "../schemas/json-positions.ts";
import { formatDuration, formatSize } from "./measures.ts";
import { toShortText } from "./visible-text.ts";

/** The value of the first header field with a name, in upper or lower case. */
export function headerValue(headers: readonly HeaderField[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([field]) => field.toLowerCase() === wanted)?.[1];
}

/** True if the registry answered with a status 2xx. */
export function isSuccess({ response }: Pick<Exchange, "response">): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

/** The response in short, `500 application/json, 34 ms`, or why there is none. */
export function summarizeResponse(exchange: Exchange): string {
  const took = formatDuration(exchange.durationMs);
  if (exchange.response === undefined) return `${describeFailure(exchange)}, ${took}`;
  const mediaType = headerValue(exchange.response.headers, "content-type");
  const status = String(exchange.response.status);
  return mediaType === undefined ? `${status}, ${took}` : `${status} ${mediaType}, ${took}`;
}

/** What came in place of a response: a part of one is not none. */
function describeFailure({ failure = "cause unknown" }: Exchange): string {
  return failure.startsWith("the response ") ? failure : `no response (${failure})`;
}

/** The URL without the registry's base URL; the whole URL if it is on another server. */
export function toPathBelow(baseUrl: string, url: string): string {
  const base = baseUrl.replace(/\/+$/u, "");
  return url.startsWith(`${base}/`) ? url.slice(base.length) : url;
}

/** One exchange on one line: `POST /api/v1/… -> 500 application/json, 34 ms`. */
export function summarizeExchange(exchange: Exchange, baseUrl: string): string {
  const { method, url } = exchange.request;
  return `${method} ${toPathBelow(baseUrl, url)} -> ${summarizeResponse(exchange)}`;
}

/** JSON without white space, with its numbers as they were written; undefined if it is not valid JSON, or nests too deeply. */
function toCompactJson(text: string): string | undefined {
  try {
    const compact = JSON.stringify(JSON.parse(text));
    return isUnusualNumber.test(text) ? text.replaceAll(betweenTokens, "$1") : compact;
  } catch {
    return undefined;
  }
}

/** A number that JavaScript may write in another way, such as 1e400 and those beyond 2^53. */
const isUnusualNumber = /[:[,]\s*-?(?:[\d.]*[eE.][-+\d]+|\d{16,})\s*[,}\]]/u;

/** A text, or white space outside of one. */
const betweenTokens = /("(?:[^"\\]|\\.)*")|\s+/gu;

/**
 * A recorded body on one line, cut to a number of characters: a problem as its slug and what it says, other JSON without white
 * space, text unchanged, other bodies as size and digest. Undefined if the body is missing or empty.
 */
export function summarizeBody(body: RecordedBody | undefined, characters: number): string | undefined {
  if (body === undefined || body.size === 0) return undefined;
  if (body.text === undefined) return `${formatSize(body.size)}, not text, ${body.digest}`;
  return toShortText(describeProblem(body.text) ?? toCompactJson(body.text) ?? body.text, characters);
}

/** The name of a member, where there is one, and the first character of its value. */
const valueStart = /(?:"(?:[^"\\]|\\.)*":)?./uy;

/** The pointer of the list item that a member belongs to. */
const itemStart = /^.*\/\d+(?=\/|$)/u;

/**
 * The part of a JSON body around one of its members, on one line: what a finding is about may be far from the start.
 * @param member JSON Pointer (RFC 6901)
 * @returns undefined if the body is not JSON, or the start of it shows the member, or it has no such member
 */
export function summarizeBodyAt(
  body: RecordedBody | undefined,
  member: string,
  characters: number,
): string | undefined {
  const text = toCompactJson(body?.text ?? "");
  const places = scanJson(text ?? "").places;
  const place = places.get(member);
  if (text === undefined || place === undefined) return undefined;
  valueStart.lastIndex = place;
  valueStart.exec(text);
  const shown = Array.from(text);
  const toCount = (end: number): number => Array.from(text.slice(0, end)).length;
  const value = toCount(valueStart.lastIndex);
  // which item of a list it is, its start says
  const item = toCount(places.get(itemStart.exec(member)?.[0] ?? "") ?? 0);
  // most of the room is for the value: its end says as much as its start
  const near = value - Math.floor(characters / 4);
  const start = value - item <= characters / 2 ? item : near;
  if (near <= 0 || start === 0) return undefined;
  const end = start + characters;
  return `…${shown.slice(start, end).join("")}${end < shown.length ? "…" : ""}`;
}

/** True for a JSON body that has no member at a JSON Pointer. */
export function lacksMember(body: RecordedBody | undefined, member: string): boolean {
  const text = toCompactJson(body?.text ?? "");
  return text !== undefined && !scanJson(text).places.has(member);
}

/** `validation-failed: "limit" is 0`: what a reader looks for in a problem document. Undefined if it says no more than its type. */
function describeProblem(text: string): string | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { type, title, detail } = (content ?? {}) as Readonly<Record<string, unknown>>;
  const said = typeof detail === "string" && detail !== "" ? detail : title;
  if (typeof type !== "string" || typeof said !== "string" || said === "") return undefined;
  return `${type.split("/").at(-1) ?? type}: ${said}`;
}
