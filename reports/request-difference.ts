import type { Exchange, HeaderField, RecordedBody } from "../schemas/report.ts";
import { headerValue, toPathBelow } from "./exchange-summary.ts";
import { renderJsonLine } from "./json-text.ts";
import { derivedHeaders, drawnHeaders } from "./request-headers.ts";

/** One place in which two requests differ, with both values; undefined where a request has none. */
export interface RequestDifference {
  readonly place: string;
  readonly own: string | undefined;
  readonly twin: string | undefined;
}

/**
 * What is different between a request and a similar one that was accepted: first members of the body, query and headers, last
 * the path, because names and ids are different in any two requests.
 */
export function compareRequests(
  own: Exchange,
  twin: Exchange,
  baseUrl: string,
): readonly RequestDifference[] {
  const [ownUrl, twinUrl] = [own, twin].map(({ request }) => splitUrl(toPathBelow(baseUrl, request.url)));
  const all = [
    ...compareBodies(own.request.body, twin.request.body),
    ...compareMaps(toParameters(ownUrl?.query), toParameters(twinUrl?.query), "query "),
    ...compareHeaders(own.request.headers, twin.request.headers),
  ];
  const meant = all.filter(
    ({ place }) => !(place.startsWith("header ") && drawnHeaders.has(place.slice("header ".length))),
  );
  return [
    ...(meant.length > 0 ? meant : all),
    ...compareMaps(new Map([["path", ownUrl?.path ?? ""]]), new Map([["path", twinUrl?.path ?? ""]]), ""),
  ];
}

function splitUrl(url: string): { readonly path: string; readonly query: string } {
  const at = url.indexOf("?");
  return at === -1 ? { path: url, query: "" } : { path: url.slice(0, at), query: url.slice(at + 1) };
}

/** The query as sent, without decoding: an escape may be the difference. Repeated parameters are one value. */
function toParameters(query: string | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of (query ?? "").split("&").filter((text) => text !== "")) {
    const at = part.indexOf("=");
    const name = at === -1 ? part : part.slice(0, at);
    const value = at === -1 ? "" : part.slice(at + 1);
    const known = found.get(name);
    found.set(name, known === undefined ? value : `${known}, ${value}`);
  }
  return found;
}

function compareHeaders(
  own: readonly HeaderField[],
  twin: readonly HeaderField[],
): readonly RequestDifference[] {
  const names = new Set([...own, ...twin].map(([name]) => name.toLowerCase()));
  return [...names].flatMap((name) => {
    if (derivedHeaders.has(name)) return [];
    const [a, b] = [headerValue(own, name), headerValue(twin, name)];
    return a === b ? [] : [{ place: `header ${name}`, own: a, twin: b }];
  });
}

function compareBodies(
  own: RecordedBody | undefined,
  twin: RecordedBody | undefined,
): readonly RequestDifference[] {
  if (own?.digest === twin?.digest) return [];
  const [a, b] = [toMembers(own), toMembers(twin)];
  if (a === undefined || b === undefined)
    return [{ place: "body", own: describeBody(own), twin: describeBody(twin) }];
  return compareMaps(a, b, "body ");
}

function describeBody(body: RecordedBody | undefined): string | undefined {
  if (body === undefined) return undefined;
  return body.text === undefined ? `${body.size} bytes, ${body.digest}` : body.text;
}

/** The leaves of a JSON object by their pointers; undefined if the body is not a JSON object. */
export function toMembers(body: RecordedBody | undefined): ReadonlyMap<string, string> | undefined {
  if (body?.text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(body.text);
    if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
    const members = new Map<string, string>();
    addMembers(value, "", members);
    return members;
  } catch {
    return undefined;
  }
}

function addMembers(value: object, pointer: string, members: Map<string, string>): void {
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const own = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (member !== null && typeof member === "object" && Object.keys(member).length > 0)
      addMembers(member, own, members);
    else members.set(own, renderJsonLine(member));
  }
}

function compareMaps(
  own: ReadonlyMap<string, string>,
  twin: ReadonlyMap<string, string>,
  label: string,
): readonly RequestDifference[] {
  return [...new Set([...own.keys(), ...twin.keys()])].flatMap((key) => {
    const [a, b] = [own.get(key), twin.get(key)];
    return a === b ? [] : [{ place: `${label}${key}`, own: a, twin: b }];
  });
}
