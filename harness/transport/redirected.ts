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
  const keepsMethod = request.method === "GET" || request.method === "HEAD" || status >= 307;
  const location = received.find(([name]) => name.toLowerCase() === "location")?.[1];
  if (!keepsMethod || location === undefined || !URL.canParse(location, request.url)) return undefined;
  const target = new URL(location, request.url);
  if (target.protocol !== "http:" && target.protocol !== "https:") return undefined;
  const leaves = target.origin !== new URL(request.url).origin;
  const headers = leaves ? withoutCredentials(request.headers) : request.headers;
  return { ...request, url: target.href, headers };
}

/** The header fields that may be sent to a different origin: as in browsers, all but those that identify the caller. */
function withoutCredentials(headers: readonly HeaderField[]): readonly HeaderField[] {
  return headers.filter(([name]) => !/^(?:authorization|proxy-authorization|cookie)$/i.test(name));
}
