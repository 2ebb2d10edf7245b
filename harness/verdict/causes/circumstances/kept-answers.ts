/** Reads that show what the same read showed before the last write: an answer that something has kept. */
import type { Exchange } from "../../../../schemas/report.ts";
import type { Sighting } from "../deviation.ts";
import { minOthers } from "./compared.ts";
import { endOf, findKept, isSameAnswer, isSameBefore } from "./reads-before.ts";
import type { RecordedRun } from "./recorded-run.ts";
import { toSpan } from "./span.ts";
import { stateIn } from "./release-events.ts";
import { succeeded } from "./uploads.ts";

/**
 * What answers an old response, where not all reads since the last write got it: copies or caches, or a cache for some callers.
 *
 * @returns nothing where all reads since then are alike: then the write may have had no effect
 */
export function tellKept(shown: Exchange, run: RecordedRun): readonly string[] {
  const kept = findKept(shown, run);
  if (kept === undefined) return [];
  const { since, source, write } = kept;
  const same = since.filter((one) => isSameAnswer(one, shown));
  const others = since.filter((one) => !same.includes(one) && !isTransient(one));
  if (others.length === 0) return [];
  const words = `this answer is that of the same read ${toSpan(shown.startedAtMs - endOf(source))} before; since then ${describeWrite(write)}`;
  const isOld = others.every((one) => findKept(one, run) !== undefined);
  return [words, tellCallers(same, others) ?? tellInTurn(same, others, isOld)];
}

/** So many writes before the first read of an address would show that one of them has no effect. */
const minWrites = 2;
/** One older answer may be that of a write without effect. */
const minShown = 2;
/** More are not compared with all that was read before them. */
const maxShown = 60;

/**
 * Reads that all show what the same read showed before, where what was read late for the first time is right: every answer is kept.
 * @param group all that belongs to one cause, whichever requirement saw it
 */
export function tellAllKept(group: readonly Sighting[], run: RecordedRun): readonly string[] {
  const { broken, events } = run;
  const shown = [...new Set(group.flatMap(({ deviation: { exchange } }) => exchange ?? []))];
  const [{ operation } = { operation: "other" }] = shown;
  if (shown.length < minShown || shown.length > maxShown) return [];
  const kept = shown.flatMap((exchange) => {
    const found = exchange.operation === operation ? findKept(exchange, run) : undefined;
    return found === undefined ? [] : [{ ...found, exchange }];
  });
  const [first] = kept;
  if (first === undefined || kept.length < shown.length) return [];
  const right = events.sorted.filter(
    (one) =>
      one.operation === operation &&
      succeeded(one) &&
      !broken.has(one.id) &&
      events.before(one).filter(({ exchange }) => succeeded(exchange)).length >= minWrites &&
      !events.sorted.some((other) => isSameBefore(other, one)),
  ).length;
  if (right < minOthers) return [];
  const before = toSpan(first.exchange.startedAtMs - endOf(first.source));
  return [
    `this answer is that of the same read ${before} before; since then ${describeWrite(first.write)}`,
    `all ${shown.length} wrong responses are older answers to the same read; ${right} reads that were the first from their address are right`,
  ];
}

/** A server that is busy says nothing about what it has stored. */
function isTransient({ response }: Exchange): boolean {
  return response === undefined || response.status === 429 || response.status >= 500;
}

function hasToken({ about }: Exchange): boolean {
  return about?.credential !== undefined;
}

function tellCallers(same: readonly Exchange[], others: readonly Exchange[]): string | undefined {
  const counts = `(${same.length} of ${same.length}; of ${others.length} current answers none)`;
  if (same.every(hasToken) && !others.some(hasToken))
    return `only requests with \`Authorization\` get it ${counts}`;
  if (!same.some(hasToken) && others.every(hasToken)) return `only anonymous requests get it ${counts}`;
  return undefined;
}

function tellInTurn(same: readonly Exchange[], others: readonly Exchange[], isOld: boolean): string {
  const total = same.length + others.length;
  const rest = isOld ? "the others got another old one" : "the others did not";
  return `${same.length} of ${total} equal reads since then got it, and ${rest}: several caches, or servers, that differ`;
}

function describeWrite(write: Exchange): string {
  const { operation, request, response, about } = write;
  return operation === "state"
    ? `the states hook set \`${stateIn(write) ?? about?.state ?? "a state"}\``
    : `\`${request.method}\` was answered ${response?.status ?? "nothing"}`;
}
