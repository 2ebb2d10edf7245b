/** What of one request differs from another. */
import type { Exchange } from "../schemas/report.ts";

/** The members, headers and address that two requests do not share. */
export interface RequestDifference {
  readonly hasOtherAddress: boolean;
  /** Names in lowercase. */
  readonly headers: readonly string[];
  /** JSON pointers into the body. */
  readonly pointers: readonly string[];
}

/** Headers that differ between any two requests. */
const ignoredHeaders: ReadonlySet<string> = new Set(["content-length", "date", "host", "connection"]);

/** The JSON of a request's body; undefined if it is not JSON. */
export function parseRequestBody({ request }: Exchange): unknown {
  try {
    return JSON.parse(request.body?.text ?? "");
  } catch {
    return undefined;
  }
}

function isContainer(value: unknown): value is object {
  return value !== null && typeof value === "object";
}

/** The pointers of the members of `one` that `other` does not have or has with another value. */
function differingPointers(one: unknown, other: unknown, pointer = ""): readonly string[] {
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  if (!isContainer(one) || !isContainer(other)) return pointer === "" ? [] : [pointer];
  const others = new Map(Object.entries(other));
  return Object.entries(one).flatMap(([name, value]) => {
    const own = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return others.has(name) ? differingPointers(value, others.get(name), own) : [own];
  });
}

function differingHeaders(one: Exchange, other: Exchange): readonly string[] {
  const values = new Map(other.request.headers.map(([name, value]) => [name.toLowerCase(), value]));
  return one.request.headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name, value]) => !ignoredHeaders.has(name) && values.get(name) !== value)
    .map(([name]) => name);
}

/** What of the request of `one` differs from the request of `other`. */
export function compareRequests(one: Exchange, other: Exchange): RequestDifference {
  return {
    hasOtherAddress: one.request.method !== other.request.method || one.request.url !== other.request.url,
    headers: differingHeaders(one, other),
    pointers: differingPointers(parseRequestBody(one), parseRequestBody(other)),
  };
}

/** The value at a JSON pointer; undefined if there is none. */
export function valueAtPointer(value: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((at, name) => (isContainer(at) ? Reflect.get(at, name) : undefined), value);
}
