import type { Exchange } from "../../schemas/report.ts";
import { nameOfVolume } from "../../schemas/volume-name.ts";
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
  return [
    request.url,
    ...partsOf(request.url),
    ...request.headers.map(([, value]) => value.replace(/^\S+ (?=\S+$)/u, "")),
    ...[...leavesOf(parseJson(request.body?.text))].map(([value]) => value),
  ];
}

/** The parts of an address between its delimiters, as they are and decoded. */
export function partsOf(url: string): readonly string[] {
  const parts = url.split(/[/?&=]/u);
  return [...parts, ...parts.map(decode)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Each text in a document, with its place. */
export function* leavesOf(
  value: unknown,
  path: JsonPath = [],
): Generator<readonly [value: string, path: JsonPath]> {
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
  const published = publishedUploads(before);
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
      versions: new Set([...needed].flatMap((one) => versionOf(one) ?? [])),
      published,
    };
    for (const one of before) if (isNeeded(one, context)) needed.add(one);
  }
  return withoutOtherStates(
    exchanges.filter((exchange) => needed.has(exchange)),
    last,
  );
}

/** True for what a release comes from: an upload, or the state hook for one in a git repository. */
export function isBeginningOfRelease({ operation, about }: Exchange): boolean {
  return operation === "createReleaseUpload" || (operation === "state" && about?.state === "git-release");
}

/** Without the states of releases that no step makes, unless the last request is about that release. */
function withoutOtherStates(steps: readonly Exchange[], last: Exchange): readonly Exchange[] {
  const made = new Set(steps.flatMap((one) => (isBeginningOfRelease(one) ? [versionOf(one)] : [])));
  return steps.filter((one) => {
    const release = one.operation === "state" ? versionOf(one) : undefined;
    return release === undefined || release === versionOf(last) || made.has(release);
  });
}

interface Context extends Slicing {
  readonly last: Exchange;
  /** What is known to come first. */
  readonly needed: ReadonlySet<Exchange>;
  readonly values: ReadonlySet<string>;
  readonly volumes: ReadonlySet<string | undefined>;
  /** The releases of what is needed. */
  readonly versions: ReadonlySet<string | undefined>;
  readonly published: ReadonlySet<string | undefined>;
}

/** True if the registry has to meet the exchange first: a write of a volume, the bytes of an upload, or a state. */
function isNeeded(one: Exchange, context: Context): boolean {
  const { last, needed, values, volumes, origins, seen, hasRefusals } = context;
  if (one.request.method === "GET" || one.request.method === "HEAD") return false;
  if (one.operation === "state") return isSuccess(one) && isStateOf(one, values, volumes);
  const origin = origins.get(one.request.url);
  if (origin !== undefined) return isSuccess(one) && needed.has(origin.exchange);
  if (makesRelease(one, context)) return true;
  if (!seen.has(one.id)) return false;
  const isOfActor = one.actor === last.actor;
  if (isSuccess(one) && isOfActor) return true;
  const volume = volumeOf(one);
  return volume !== undefined && volumes.has(volume) && (isSuccess(one) || (hasRefusals && isOfActor));
}

/** The full name of the volume that a request is for. */
export function volumeOf({ about }: Exchange): string | undefined {
  return nameOfVolume(about);
}

/** The full name of the release that a request is for. */
export function versionOf(exchange: Exchange): string | undefined {
  const { version } = exchange.about ?? {};
  const volume = volumeOf(exchange);
  return version === undefined || volume === undefined ? undefined : `${volume}@${version}`;
}

/** The ids of the uploads that were published before. */
function publishedUploads(before: readonly Exchange[]): ReadonlySet<string | undefined> {
  return new Set(
    before.flatMap((one) =>
      one.operation === "finalizeReleaseUpload" && isSuccess(one) ? [one.about?.uploadId] : [],
    ),
  );
}

function uploadIdIn({ response }: Exchange): string | undefined {
  const { uploadId } = (parseJson(response?.body?.text) ?? {}) as { readonly uploadId?: unknown };
  return typeof uploadId === "string" ? uploadId : undefined;
}

/** True for a create or a finalize that published a release which is needed, whichever check sent it. */
function makesRelease(one: Exchange, { needed, versions, published, origins }: Context): boolean {
  if (!isSuccess(one)) return false;
  if (one.operation === "createReleaseUpload")
    return versions.has(versionOf(one)) && published.has(uploadIdIn(one) ?? "");
  const upload = origins.get(one.about?.uploadId ?? "")?.exchange;
  return one.operation === "finalizeReleaseUpload" && upload !== undefined && needed.has(upload);
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
