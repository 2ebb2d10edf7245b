import { derivedHeaders, drawnHeaders } from "../../request-headers.ts";
import type { ShownExchange } from "../shown-exchange.ts";

/** What to mark in one message. */
export interface MessageMarks {
  /** The characters of the first line, which has method and URL or the status: from, up to. */
  readonly firstLine?: readonly [from: number, to: number];
  /** Header names in lowercase. */
  readonly headers: readonly string[];
  /** JSON pointers into the body. */
  readonly pointers: readonly string[];
}

export const noMarks: MessageMarks = { headers: [], pointers: [] };

/** The first line of a request, as the page shows it. */
export function firstLineOf({ method, url }: ShownExchange["request"]): string {
  return `${method} ${url}`;
}

/** The characters of a text that are between what it has in common with another at both ends. */
function findDifference(one: string, other: string): readonly [from: number, to: number] {
  const shorter = Math.min(one.length, other.length);
  let from = 0;
  while (from < shorter && one[from] === other[from]) from += 1;
  let common = 0;
  while (common < shorter - from && one.at(-1 - common) === other.at(-1 - common)) common += 1;
  return [from, one.length - common];
}

/** The JSON of a request's body; undefined if it is not JSON. */
function parseRequestBody({ request }: ShownExchange): unknown {
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

function differingHeaders(one: ShownExchange, other: ShownExchange): readonly string[] {
  const values = new Map(other.request.headers.map(([name, value]) => [name.toLowerCase(), value]));
  return one.request.headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name, value]) => name !== "date" && !derivedHeaders.has(name) && values.get(name) !== value)
    .map(([name]) => name);
}

/** What of the request of `one` differs from the request of `other`. */
export function findRequestDifference(one: ShownExchange, other: ShownExchange): MessageMarks {
  const own = firstLineOf(one.request);
  const others = firstLineOf(other.request);
  const headers = differingHeaders(one, other);
  const pointers = differingPointers(parseRequestBody(one), parseRequestBody(other));
  const meant = headers.filter((name) => !drawnHeaders.has(name));
  return {
    ...(own === others ? {} : { firstLine: findDifference(own, others) }),
    headers: meant.length + pointers.length > 0 ? meant : headers,
    pointers,
  };
}
