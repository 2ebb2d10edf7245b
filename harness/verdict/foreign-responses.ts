/** Finds responses that something in front of the registry sent: a gateway, a proxy, a CDN, a firewall or a login page. */
import type { Exchange, ForeignResponses, HeaderField } from "../../schemas/report.ts";
import { mediaTypeIn } from "../exchange/answer.ts";

const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Header fields by which something on the way names itself. */
const signs: readonly string[] = ["server", "via", "x-cache", "age", "cf-ray", "x-amz-cf-id"];

/** Server errors of the registry itself: a page that comes with one is written by its framework. */
const ownErrors: ReadonlySet<number> = new Set([500, 501]);

/**
 * True for a response that cannot come from the API itself: a page, or a gateway's error that is not a problem document. A crash of the
 * registry is its own, also with a page.
 */
export function isForeign({ operation, response }: Exchange): boolean {
  if (response === undefined || operation === "state" || operation === "transferBytes") return false;
  if (ownErrors.has(response.status)) return false;
  const type = mediaTypeIn(response.headers);
  if (type === "text/html" || type === "application/xhtml+xml") return operation !== "other";
  return gatewayStatuses.has(response.status) && !/\bjson$/.test(type ?? "");
}

/** What one line says about all of them; undefined if there are none. */
export function findForeignResponses(exchanges: readonly Exchange[]): ForeignResponses | undefined {
  const found = exchanges
    .filter(isForeign)
    .toSorted((a, b) => a.startedAtMs - b.startedAtMs || (a.id < b.id ? -1 : 1));
  const first = found[0];
  if (first === undefined) return undefined;
  const statuses = [...new Set(found.map(({ response }) => response?.status ?? 0))].toSorted((a, b) => a - b);
  const details = [`status ${statuses.join(", ")}`, ...detailsOf(first)].join("; ");
  return {
    sentence: `${found.length === 1 ? "1 response" : `${found.length} responses`} came from ${sourceOf(first)} as ${mediaTypeIn(first.response?.headers ?? []) ?? "a body without a media type"} (${details}): something in front of the registry answered for it`,
    hint: hintFor(found),
    count: found.length,
    exchange: first.id,
  };
}

function sourceOf({ response }: Exchange): string {
  const headers = response?.headers ?? [];
  const sign = signs.find((name) => valueOf(headers, name) !== undefined);
  if (sign === undefined) return "an unknown server";
  const value = valueOf(headers, sign) ?? "";
  return sign === "server" ? value : `a server with \`${sign}: ${value}\``;
}

/** Header fields in which a gateway or a forward proxy tells more. */
const telling: readonly string[] = ["X-Squid-Error", "Retry-After", "Location"];

function detailsOf({ response }: Exchange): readonly string[] {
  return telling.flatMap((name) => {
    const value = valueOf(response?.headers ?? [], name.toLowerCase());
    // a query may hold anything
    return value === undefined ? [] : [`${name}: ${value.split("?")[0] ?? ""}`];
  });
}

function hintFor(found: readonly Exchange[]): string {
  if (found.some(({ response }) => gatewayStatuses.has(response?.status ?? 0)))
    return "Look at the log of the gateway. If it protects the registry from load, run again with a lower --rate or --concurrency";
  if (found.some(({ response }) => [301, 302, 303, 307, 308, 200, 401, 403].includes(response?.status ?? 0)))
    return "Check that baseUrl is the address of the API and not of a website, and that no login page or firewall is in front of it";
  return "Check baseUrl, and what is in front of the registry";
}

function valueOf(headers: readonly HeaderField[], name: string): string | undefined {
  return headers.find(([field]) => field.toLowerCase() === name)?.[1];
}
