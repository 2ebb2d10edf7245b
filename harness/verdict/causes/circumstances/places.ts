/** Where a response came from, as far as the recording shows: one of several addresses or servers, a cache, or a copy that is behind. */
import type { Exchange } from "../../../../schemas/report.ts";
import { fieldIn } from "../../../exchange/answer.ts";
import { readHttpDate } from "../../../exchange/moments.ts";
import { type Level, withLevel } from "./level.ts";
import type { ReleaseEvents } from "./release-events.ts";

/** Header fields by which servers and caches tell which of them answered. */
const naming: readonly string[] = [
  "server",
  "via",
  "x-served-by",
  "x-backend",
  "x-cache",
  "x-cache-status",
  "cf-cache-status",
];

/** Maximum characters of a field's value that are told. */
const maxValue = 60;

/** Where each exchange's response came from, by the id of the exchange. */
export function readPlaces(
  exchanges: readonly Exchange[],
  events: ReleaseEvents,
): ReadonlyMap<string, readonly Level[]> {
  const sorted = exchanges.toSorted((a, b) => a.startedAtMs - b.startedAtMs);
  const clocks = readClocks(sorted);
  const backwards = findBackwards(sorted, events);
  const bases = readBases(sorted);
  return new Map(
    sorted.map((exchange) => [
      exchange.id,
      [
        ...toBaseLevels(exchange, bases),
        ...(clocks.get(exchange.id) ?? []),
        ...(backwards.has(exchange.id)
          ? [{ of: "origin" as const, words: "when a read went back to what an earlier one had shown" }]
          : []),
        ...toNames(exchange),
      ],
    ]),
  );
}

/** The base addresses that requests went to, where there are several (`replicas` of the target). */
function readBases(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const requests = exchanges.filter(
    ({ operation }) => operation !== "transferBytes" && operation !== "state",
  );
  for (const exchange of requests) {
    const base = toBase(exchange);
    counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  const used = [...counts].filter(([, count]) => count >= requests.length * minShare);
  return new Set(used.length < 2 ? [] : used.map(([base]) => base));
}

function toBase({ request }: Exchange): string {
  return request.url.split("/api/v1/", 1)[0] ?? "";
}

function toBaseLevels(exchange: Exchange, bases: ReadonlySet<string>): readonly Level[] {
  const base = toBase(exchange);
  return bases.has(base) ? [{ of: "origin", words: `from ${base}` }] : [];
}

function toNames(exchange: Exchange): readonly Level[] {
  const age = Number(fieldOf(exchange, "age") ?? 0);
  return [
    ...(age > 0 ? [withLevel("response", "an `age` in the response")] : []),
    ...naming.flatMap((name) => {
      const value = fieldOf(exchange, name);
      return value === undefined
        ? []
        : [withLevel("response", `\`${name}: ${value.slice(0, maxValue)}\` in the response`)];
    }),
  ];
}

function fieldOf({ response }: Exchange, name: string): string | undefined {
  return fieldIn(response?.headers ?? [], name);
}

/** Clocks that differ by less agree: `Date` has whole seconds, and a response may be on its way for a while. */
const minDifferenceMs = 3_000;

/** A clock or a base address that fewer responses show is none of a server. */
const minShare = 0.05;

interface Clock {
  readonly offsetMs: number;
  readonly ids: string[];
}

/** Servers whose clocks differ, told from the `Date` of their responses. */
function readClocks(exchanges: readonly Exchange[]): ReadonlyMap<string, readonly Level[]> {
  const offsets = exchanges
    .flatMap((exchange) => {
      const date = readHttpDate(fieldOf(exchange, "date"));
      return date === undefined ? [] : [{ id: exchange.id, offsetMs: date - exchange.startedAtMs }];
    })
    .toSorted((a, b) => a.offsetMs - b.offsetMs);
  const clocks: Clock[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { id, offsetMs } of offsets) {
    if (offsetMs - last >= minDifferenceMs) clocks.push({ offsetMs, ids: [] });
    clocks.at(-1)?.ids.push(id);
    last = offsetMs;
  }
  const servers = clocks.filter(({ ids }) => ids.length >= offsets.length * minShare);
  const newest = servers.at(-1);
  if (newest === undefined || servers.length < 2) return new Map();
  return new Map(
    servers.flatMap((clock) => {
      const behind = Math.round((newest.offsetMs - clock.offsetMs) / 1000);
      const words =
        clock === newest
          ? "from a server whose clock is ahead"
          : `from a server whose clock is ${behind} s behind`;
      return clock.ids.map((id): [string, readonly Level[]] => [id, [{ of: "origin", words }]]);
    }),
  );
}

/** Reads that show what the same read showed before the last one, although nothing was written in between. */
function findBackwards(exchanges: readonly Exchange[], events: ReleaseEvents): ReadonlySet<string> {
  const earlier = new Map<string, Exchange[]>();
  const found = new Set<string>();
  for (const exchange of exchanges) {
    if (exchange.request.method !== "GET" || exchange.response === undefined) continue;
    const { url } = exchange.request;
    const reads = earlier.get(url) ?? [];
    earlier.set(url, [...reads, exchange]);
    const previous = reads.findLast((one) => one.startedAtMs + one.durationMs <= exchange.startedAtMs);
    const own = contentOf(exchange);
    if (previous === undefined || contentOf(previous) === own) continue;
    const isOld = reads.some((one) => one.startedAtMs < previous.startedAtMs && contentOf(one) === own);
    const isWritten = events.before(exchange).some(({ endedAtMs }) => endedAtMs >= previous.startedAtMs);
    if (isOld && !isWritten) found.add(exchange.id);
  }
  return found;
}

/** Problems may have another `instance` each time. */
function contentOf({ response }: Exchange): string {
  const status = response?.status ?? 0;
  return status < 300 ? `${status} ${response?.body?.digest ?? ""}` : String(status);
}
