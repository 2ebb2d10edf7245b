/**
 * What a request is about, and its method and path. Its sender says it, and it is read only here: for traffic of others, recordings of
 * earlier versions, addresses that the registry gave, and paths that a check writes by hand.
 */
import type { About, Exchange, Operation } from "../../schemas/report.ts";
import { readPackageFile } from "../package-file.ts";
import { fieldIn, textAt, valueAt } from "../exchange/answer.ts";
import { readJson } from "../exchange/json-body.ts";
import { withoutQuery } from "../exchange/references.ts";
import { toBytes } from "./recorded-body.ts";
import { labelIn } from "./redaction.ts";
import { encodeSegment, percentDecode, toVolume, toVolumePath } from "../exchange/volume.ts";

interface Route {
  readonly operation: Operation;
  readonly method: string;
  readonly template: string;
  readonly path: RegExp;
}

interface OperationTable {
  readonly operations: readonly { readonly id: Operation; readonly method: string; readonly path: string }[];
}

/** The parts of a path template. A scope is sent with `@`, or with its escape. Unpublish is sent in both forms. */
const volumePattern = "(?:(?:@|%40)(?<scope>[^/]+)/)?(?<segment>(?!@|%40)[^/]+)";
const partPatterns: Readonly<Record<string, string>> = { "{volume}": volumePattern, "{name}": volumePattern };

let table: readonly Route[] | undefined;

function routes(): readonly Route[] {
  if (table !== undefined) return table;
  const { operations } = JSON.parse(readPackageFile("schemas/openapi-operations.json")) as OperationTable;
  table = operations.map(({ id, method, path }) => ({
    operation: id,
    method: method.toUpperCase(),
    template: path,
    path: toPathPattern(path),
  }));
  return table;
}

function toPathPattern(template: string): RegExp {
  const source = template.replaceAll(
    /\{(\w+)\}/g,
    (part, name: string) => partPatterns[part] ?? `(?<${name}>[^/]+)`,
  );
  return new RegExp(`^${source}$`);
}

/** The method and the path, below the base URL, of a request for an endpoint. Names are written as they are, malformed ones too. */
export function toRequestLine(about: About): { readonly method: string; readonly path: string } {
  const { method = "GET", template = "" } =
    routes().find(({ operation }) => operation === about.operation) ?? {};
  const { volume, version, uploadId, advisoryId } = about;
  const parts: Readonly<Record<string, string | undefined>> = { version, uploadId, advisoryId };
  const path = template.replaceAll(/\{(\w+)\}/g, (part, name: string) =>
    part in partPatterns && volume !== undefined ? toVolumePath(volume) : encodeSegment(parts[name] ?? ""),
  );
  return { method, path };
}

type Named = Pick<About, "operation" | "volume" | "version" | "uploadId" | "advisoryId">;

/** Segments that servers and gateways take away, so that the rest is another path (RFC 3986 section 5.2.4). */
const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?=\/|$)/iu;

/** What the method and the path of a request name; nothing if they are those of no endpoint. */
function readPath(method: string, path: string): Named {
  if (dotSegment.test(path)) return {};
  for (const route of routes()) {
    const found = route.method === method ? route.path.exec(path) : null;
    if (found === null) continue;
    const { scope, segment, ...parts } = found.groups ?? {};
    const volume = scope === undefined ? {} : { scope: percentDecode(scope) };
    return {
      operation: route.operation,
      ...(segment === undefined ? {} : { volume: { ...volume, segment: percentDecode(segment) } }),
      ...Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, percentDecode(text)])),
    };
  }
  return {};
}

/** Where the paths of the API begin in an address. */
const apiStart = /(?=\/api\/v1\/)/g;

/**
 * What the address of a request names.
 * @param baseUrl without a slash at its end. Below another address, the path of an endpoint may begin anywhere
 */
export function readAddress(method: string, url: string, baseUrl: string): Named {
  const address = withoutQuery(url);
  if (address.startsWith(`${baseUrl}/`)) return readPath(method, address.slice(baseUrl.length));
  const paths = [...address.matchAll(apiStart)].map(({ index }) => readPath(method, address.slice(index)));
  return paths.find(({ operation }) => operation !== undefined) ?? {};
}

/** The operation that a client asks for; undefined if it is no endpoint. Unpublish is stated for names without a scope. */
export function nameOperation(method: string, url: string, baseUrl: string): Operation | undefined {
  if (!url.startsWith(`${baseUrl}/`)) return undefined;
  const { operation, volume } = readAddress(method, url, baseUrl);
  return operation === "unpublishVersion" && volume?.scope !== undefined ? undefined : operation;
}

/** The version that the body of a create request names. */
export function readVersion({ operation }: Named, body: unknown): Pick<About, "version"> {
  const version = operation === "createReleaseUpload" ? textAt(body, "version") : undefined;
  return version === undefined ? {} : { version };
}

/** What a request of somebody else is about. Credentials are recognized by what takes their place in a recording. */
export function readAbout(
  { method, url, headers, body }: Omit<Exchange["request"], "body"> & { readonly body?: Uint8Array },
  baseUrl: string,
): About {
  const named = readAddress(method, url, baseUrl);
  const authorization = fieldIn(headers, "authorization");
  const key = fieldIn(headers, "idempotency-key");
  return {
    ...named,
    ...readVersion(named, readJson(body)),
    ...(authorization === undefined ? {} : { credential: labelIn(authorization) ?? "other" }),
    ...(key === undefined ? {} : { key }),
  };
}

/** The exchange as its sender would have recorded it today. */
export function withAbout<One extends Exchange>(exchange: One, baseUrl: string): One {
  if (exchange.about !== undefined) return exchange;
  const { body, ...request } = exchange.request;
  const sent = { ...request, ...(body === undefined ? {} : { body: toBytes(body) }) };
  const about = exchange.operation === "state" ? readState(sent.body) : readAbout(sent, baseUrl);
  return { ...exchange, about };
}

function readState(body: Uint8Array | undefined): About {
  const sent = readJson(body);
  return toStateAbout(textAt(sent, "state") ?? "", valueAt(sent, "params"));
}

/** What a call of the states hook is about. */
export function toStateAbout(state: string, params: unknown): About {
  const name = textAt(params, "name") ?? textAt(params, "volume");
  const [version, uploadId] = [textAt(params, "version"), textAt(params, "uploadId")];
  return {
    state,
    ...(name === undefined ? {} : { volume: toVolume(name) }),
    ...(version === undefined ? {} : { version }),
    ...(uploadId === undefined ? {} : { uploadId }),
  };
}
