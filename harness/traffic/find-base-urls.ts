/** Where the registry is that traffic was for. */
import { nameOperation } from "../recording/read-about.ts";

/** The base URLs below which requests for endpoints were sent, each with the number of them. */
export function findBaseUrls(
  requests: readonly { readonly method: string; readonly url: string }[],
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { method, url } of requests) {
    const path = url.split(/[?#]/, 1)[0] ?? "";
    const at = path.indexOf("/api/v1/");
    const baseUrl = path.slice(0, Math.max(at, 0));
    if (at < 1 || nameOperation(method, url, baseUrl) === undefined) continue;
    found.set(baseUrl, (found.get(baseUrl) ?? 0) + 1);
  }
  return found;
}
