/** Requests that follow a redirect. */
import type { HeaderField } from "../../schemas/report.ts";
import type { WireOutcome, WireRequest } from "./transport.ts";

/**
 * The request that a redirect leads to, or undefined if the answer is not a redirect that can be followed. The address is
 * the received one, since a signature in it may be redacted in the record.
 */
export function toRedirected(request: WireRequest, { response }: WireOutcome): WireRequest | undefined {
  const { status = 0, headers: received = [] } = response ?? {};
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  if (!keepsMethod(request.method, status)) return undefined;
  const location = received.find(([name]) => name.toLowerCase() === "location")?.[1];
  if (location === undefined || !URL.canParse(location, request.url)) return undefined;
  const target = new URL(location, request.url);
  if (target.protocol !== "http:" && target.protocol !== "https:") return undefined;
  const leaves = target.origin !== new URL(request.url).origin;
  const headers = leaves ? withoutCredentials(request.headers) : request.headers;
  return { ...request, url: target.href, headers };
}

/** RFC 9110 section 15.4: 303 asks for a GET, and after 301 and 302 clients may turn a POST into one, and no other method. */
function keepsMethod(method: string, status: number): boolean {
  if (method === "GET" || method === "HEAD") return true;
  return status >= 307 || (status !== 303 && method !== "POST");
}

/** The header fields that may be sent to a different origin: as in browsers, all but those that identify the caller. */
function withoutCredentials(headers: readonly HeaderField[]): readonly HeaderField[] {
  return headers.filter(([name]) => !/^(?:authorization|proxy-authorization|cookie)$/i.test(name));
}
