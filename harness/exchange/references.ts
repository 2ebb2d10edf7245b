/** URI references in responses: where they lead. */

/** The absolute URL that a reference means at a base URL (RFC 3986 section 5). Undefined if it is not valid. */
export function resolveReference(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

/** True if two absolute URLs have the same scheme, host and port (RFC 6454 section 5). */
export function haveSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

/** The parameters in the query of an address, which may be relative. */
export function queryIn(url: string): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/u.exec(url)?.[1] ?? "");
}

/** An address without its query and its fragment: a query may hold a signature, which is redacted. */
export function withoutQuery(url: string): string {
  return url.split(/[?#]/u)[0] ?? "";
}
