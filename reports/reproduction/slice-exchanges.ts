import type { Exchange } from "../../schemas/report.ts";
import { isSuccess } from "../exchange-summary.ts";
import { parseJson } from "../json-text.ts";
import type { JsonPath } from "./reproduction.ts";

/** Where a value came into the run: in a response, before any request had it. */
export interface Origin {
  readonly exchange: Exchange;
  readonly path: JsonPath;
}

const isDate = /^\d{4}-\d\d-\d\dT/u;

/** Shorter values are words that anybody may send. */
const minMadeCharacters = 8;

/**
 * The strings that the registry or its hook made: ids, addresses and tokens, each with its first response.
 * @param exchanges in the order in which they began
 * @param isOwn true for a value that follows from the names of the run
 */
export function findOrigins(
  exchanges: readonly Exchange[],
  isOwn: (value: string) => boolean,
): ReadonlyMap<string, Origin> {
  const origins = new Map<string, Origin>();
  const sent = new Set<string>();
  for (const exchange of exchanges) {
    for (const value of valuesOf(exchange)) if (!origins.has(value)) sent.add(value);
    for (const [value, path] of leavesOf(parseJson(exchange.response?.body?.text))) {
      const isMade =
        value.length >= minMadeCharacters &&
        /^[\x21-\x7e]+$/u.test(value) &&
        /[\d~]|[a-z].*[A-Z]|[A-Z].*[a-z]/u.test(value) &&
        !isDate.test(value);
      if (isMade && !sent.has(value) && !origins.has(value) && !isOwn(value))
        origins.set(value, { exchange, path });
    }
  }
  return origins;
}

/** What a request sends: its address, the parts of it, the values of its headers and of its JSON body. */
export function valuesOf({ request }: Exchange): readonly string[] {
  const parts = request.url.split(/[/?&=]/u);
  return [
    request.url,
    ...parts,
    ...parts.map(decode),
    ...request.headers.map(([, value]) => value.replace(/^\S+ (?=\S+$)/u, "")),
    ...[...leavesOf(parseJson(request.body?.text))].map(([value]) => value),
  ];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function* leavesOf(value: unknown, path: JsonPath = []): Generator<readonly [value: string, path: JsonPath]> {
  if (typeof value === "string") yield [value, path];
  if (value === null || typeof value !== "object") return;
  for (const [name, member] of Object.entries(value) as [string, unknown][])
    yield* leavesOf(member, [...path, Array.isArray(value) ? Number(name) : name]);
}

interface Slicing {
  readonly exchanges: readonly Exchange[];
  readonly origins: ReadonlyMap<string, Origin>;
  /** What the check that found it has seen; writes of other checks are not needed. */
  readonly seen: ReadonlySet<string>;
  /** Values of the assertion, which a response before must give. */
  readonly expected: readonly string[];
  /** True if requests of the same check that were refused may matter too. */
  readonly hasRefusals: boolean;
}

/** The last exchange with all that has to come before it, in the order of the run. */
export function sliceExchanges(last: Exchange, slicing: Slicing): readonly Exchange[] {
  const { exchanges, origins, expected } = slicing;
  const before = exchanges.filter(({ id, startedAtMs }) => id !== last.id && startedAtMs <= last.startedAtMs);
  const needed = new Set<Exchange>([last]);
  let size = 0;
  while (needed.size > size) {
    size = needed.size;
    const values = [...expected, ...[...needed].flatMap(valuesOf)];
    for (const value of values) {
      const origin = origins.get(value)?.exchange;
      if (origin !== undefined && before.includes(origin)) needed.add(origin);
    }
    const context: Context = {
      ...slicing,
      last,
      needed,
      values: new Set(values),
      volumes: new Set([...needed].map(volumeOf)),
    };
    for (const one of before) if (isNeeded(one, context)) needed.add(one);
  }
  return exchanges.filter((exchange) => needed.has(exchange));
}

interface Context extends Slicing {
  readonly last: Exchange;
  /** What is known to come first. */
  readonly needed: ReadonlySet<Exchange>;
  readonly values: ReadonlySet<string>;
  readonly volumes: ReadonlySet<string | undefined>;
}

/** True if the registry has to meet the exchange first: a write of a volume, the bytes of an upload, or a state. */
function isNeeded(
  one: Exchange,
  { last, needed, values, volumes, origins, seen, hasRefusals }: Context,
): boolean {
  if (one.request.method === "GET" || one.request.method === "HEAD") return false;
  if (one.operation === "state") return isSuccess(one) && isStateOf(one, values, volumes);
  const origin = origins.get(one.request.url);
  if (origin !== undefined) return isSuccess(one) && needed.has(origin.exchange);
  if (!seen.has(one.id)) return false;
  const isOfActor = one.actor === last.actor;
  if (isSuccess(one) && isOfActor) return true;
  const volume = volumeOf(one);
  return volume !== undefined && volumes.has(volume) && (isSuccess(one) || (hasRefusals && isOfActor));
}

/** The full name of the volume that a request is for. */
export function volumeOf({ about }: Exchange): string | undefined {
  const { scope, segment } = about?.volume ?? {};
  return scope === undefined ? segment : `@${scope}/${segment}`;
}

/** True for a call to the states hook that changes what is needed; a token is needed only where it is sent. */
function isStateOf(
  call: Exchange,
  values: ReadonlySet<string>,
  volumes: ReadonlySet<string | undefined>,
): boolean {
  const body = parseJson(call.request.body?.text) as
    { readonly state?: string; readonly params?: Readonly<Record<string, unknown>> } | undefined;
  if (body?.state === undefined || body.state === "token") return false;
  const { name, volume, version, uploadId } = body.params ?? {};
  if (typeof uploadId === "string") return values.has(uploadId);
  if (typeof version === "string" && !values.has(version)) return false;
  const about = [name, volume].find((one) => typeof one === "string");
  return about !== undefined && volumes.has(about);
}
