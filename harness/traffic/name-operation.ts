/** Which operation of the API a request is for, by its method and path. */
import { readPackageFile } from "../package-file.ts";
import type { Operation } from "../../schemas/report.ts";

interface Route {
  readonly operation: Operation;
  readonly method: string;
  readonly path: RegExp;
}

interface OperationTable {
  readonly operations: readonly { readonly id: Operation; readonly method: string; readonly path: string }[];
}

/** The parts of a path template. A scope is sent with `@`, or with its escape. */
const partPatterns: Readonly<Record<string, string>> = {
  "{volume}": "(?:(?:@|%40)[^/]+/)?(?!@|%40)[^/]+",
  "{name}": "(?!@|%40)[^/]+",
};

let table: readonly Route[] | undefined;

function routes(): readonly Route[] {
  if (table !== undefined) return table;
  const { operations } = JSON.parse(readPackageFile("schemas/openapi-operations.json")) as OperationTable;
  table = operations.map(({ id, method, path }) => ({
    operation: id,
    method: method.toUpperCase(),
    path: toPathPattern(path),
  }));
  return table;
}

function toPathPattern(template: string): RegExp {
  const source = template.replaceAll(/\{\w+\}/g, (part) => partPatterns[part] ?? "[^/]+");
  return new RegExp(`^${source}$`);
}

/**
 * The operation of a request below the base URL, or undefined if it is for no endpoint of the API.
 * @param baseUrl without a slash at its end
 */
export function nameOperation(method: string, url: string, baseUrl: string): Operation | undefined {
  if (!url.startsWith(`${baseUrl}/`)) return undefined;
  const path = url.slice(baseUrl.length).split(/[?#]/, 1)[0] ?? "";
  return routes().find((route) => route.method === method && route.path.test(path))?.operation;
}

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
