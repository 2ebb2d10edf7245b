import type { Exchange, HeaderField, RecordedBody } from "../schemas/report.ts";
import { formatDuration, formatSize } from "./measures.ts";
import { toShortText } from "./visible-text.ts";

/** The value of the first header field of that name, whatever its case. */
export function headerValue(headers: readonly HeaderField[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([field]) => field.toLowerCase() === wanted)?.[1];
}

/** What came back, in short: `500 application/json, 34 ms`, or why nothing did. */
export function summarizeAnswer(exchange: Exchange): string {
  const took = formatDuration(exchange.durationMs);
  if (exchange.response === undefined) return `no response (${exchange.failure ?? "cause unknown"}), ${took}`;
  const mediaType = headerValue(exchange.response.headers, "content-type");
  const status = String(exchange.response.status);
  return mediaType === undefined ? `${status}, ${took}` : `${status} ${mediaType}, ${took}`;
}

/** The address without the registry's own base, which every reader knows; whole where it leads elsewhere. */
export function toPathBelow(baseUrl: string, url: string): string {
  const base = baseUrl.replace(/\/+$/u, "");
  return url.startsWith(`${base}/`) ? url.slice(base.length) : url;
}

/** One exchange on one line: `POST /api/v1/… -> 500 application/json, 34 ms`. */
export function summarizeExchange(exchange: Exchange, baseUrl: string): string {
  const { method, url } = exchange.request;
  return `${method} ${toPathBelow(baseUrl, url)} -> ${summarizeAnswer(exchange)}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A recorded body on one line, at most so many characters: JSON without its white space, text as it is, anything else as its
 * size and digest. Nothing for an absent or empty body.
 */
export function summarizeBody(body: RecordedBody | undefined, characters: number): string | undefined {
  if (body === undefined || body.size === 0) return undefined;
  if (body.text === undefined) return `${formatSize(body.size)} that are not text, ${body.digest}`;
  const json = parseJson(body.text);
  return toShortText(json === undefined ? body.text : JSON.stringify(json), characters);
}
