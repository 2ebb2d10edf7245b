/** Reads before a wrong one that asked for the same: the last that was right, and the first that was as wrong. */
import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "../../../../schemas/report.ts";
import { fieldIn, listAt, textAt } from "../../../exchange/answer.ts";
import { opensUpload } from "../../../exchange/creates.ts";
import { slugIn } from "../deviation.ts";
import { shownJson } from "../exchange-text.ts";
import type { RecordedRun } from "./recorded-run.ts";
import type { Place, ReleaseEvents } from "./release-events.ts";
import { succeeded } from "./uploads.ts";

export interface ReadsBefore {
  /** The first that showed the same, since when nothing was done to what it is about; or the wrong response itself. */
  readonly first: Exchange;
  /** The last one that was right, or that showed the same before something was done. */
  readonly last?: Exchange;
  /** True if that one showed the same. */
  readonly isStale: boolean;
  /** True if nothing was found wrong with it. */
  readonly wasRight: boolean;
}

/** An answer that is older than the last write to what it is about. */
interface Kept {
  /** The last write before the answer. */
  readonly write: Exchange;
  /** The last read before that write which was answered in the same way. */
  readonly source: Exchange;
  /** All reads of the same address since the write. */
  readonly since: readonly Exchange[];
}

/** True for a write to what a read is about; what is attached to a release changes its trust documents only. */
export function mayShow(
  one: Exchange,
  { shown, place }: { readonly shown: Exchange; readonly place: Place },
  events: ReleaseEvents,
): boolean {
  const isOfTrust = shown.operation === "getTrustSummary" || shown.operation === "getTrustDetail";
  if (!isWrite(one) || opensUpload(one.operation) || !succeeded(one)) return false;
  if (one.operation === "finalizeTrustUpload" && !isOfTrust) return false;
  return isAt(events.placeOf(one), place);
}

function isAt(about: Place | undefined, { volume, version }: Place): boolean {
  return about?.volume === volume && (version === undefined || about.version === version);
}

export function findKept(shown: Exchange, { events }: RecordedRun): Kept | undefined {
  const place = events.placeOf(shown);
  if (isWrite(shown) || shown.response === undefined || place === undefined) return undefined;
  const writes = events.sorted.filter((one) => mayShow(one, { shown, place }, events));
  const write = writes.findLast((one) => endOf(one) <= shown.startedAtMs);
  if (write === undefined) return undefined;
  const next = writes.find((one) => one.startedAtMs > write.startedAtMs && endOf(one) > shown.startedAtMs);
  const reads = events.sorted.filter((one) => !isWrite(one) && one.request.url === shown.request.url);
  const { status } = shown.response;
  const source = reads.findLast(
    (one) => endOf(one) <= write.startedAtMs && one.response?.status === status && isSameAnswer(one, shown),
  );
  if (source === undefined) return undefined;
  const since = reads.filter(
    (one) => one.startedAtMs >= endOf(write) && (next === undefined || endOf(one) <= next.startedAtMs),
  );
  return { write, source, since };
}

export function findReadsBefore(shown: Exchange, place: Place | undefined, run: RecordedRun): ReadsBefore {
  const kept = findKept(shown, run);
  if (kept !== undefined) {
    const first = kept.since.find((one) => isSameAnswer(one, shown)) ?? shown;
    return { first, last: kept.source, isStale: true, wasRight: !run.broken.has(kept.source.id) };
  }
  const right = findLastRight(shown, place, run);
  const { first, stale } = findFirstSeen(shown, { place, last: right }, run);
  const last = stale ?? right;
  const wasRight = last !== undefined && !run.broken.has(last.id);
  return { first, isStale: stale !== undefined, wasRight, ...(last === undefined ? {} : { last }) };
}

/** In milliseconds of the run. */
export function endOf({ startedAtMs, durationMs }: Exchange): number {
  return startedAtMs + durationMs;
}

export function isWrite({ request }: Exchange): boolean {
  return request.method !== "GET" && request.method !== "HEAD";
}

/** True for two requests with the same headers, from the same caller. */
export function isSentAlike(one: Exchange, other: Exchange): boolean {
  return isDeepStrictEqual([one.request.headers, one.about], [other.request.headers, other.about]);
}

/** A read that was sent before in the same words, and whose response nothing was found wrong with; of a conditional read, the one whose validator it has. */
function findLastRight(
  shown: Exchange,
  place: Place | undefined,
  { broken, events }: RecordedRun,
): Exchange | undefined {
  if (isWrite(shown)) return undefined;
  const validator = fieldIn(shown.request.headers, "if-none-match");
  const isRight = (one: Exchange): boolean =>
    validator === undefined
      ? // nobody looked at a response that shows the same
        !broken.has(one.id) &&
        one.response?.body?.digest !== shown.response?.body?.digest &&
        !hasSameRow(one, shown, place)
      : fieldIn(one.response?.headers ?? [], "etag") === validator;
  return events.sorted.findLast((one) => isSameBefore(one, shown) && succeeded(one) && isRight(one));
}

/** True for a request for the same, whose response had come when this one was sent. */
export function isSameBefore(one: Exchange, { request, startedAtMs }: Exchange): boolean {
  return (
    one.request.method === request.method && one.request.url === request.url && endOf(one) <= startedAtMs
  );
}

/** True for the same bytes, and for the same problem: each may have an `instance` of its own. */
export function isSameAnswer(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one.response, other.response];
  if (a?.body?.digest === b?.body?.digest) return true;
  return a !== undefined && a.status >= 400 && a.status === b?.status && slugIn(one) === slugIn(other);
}

/** True for two version indexes with the same row of one version, whatever their other rows are. */
function hasSameRow(one: Exchange, shown: Exchange, place: Place | undefined): boolean {
  if (shown.operation !== "getVersionIndex" || place?.version === undefined) return false;
  const [row, other] = [one, shown].map((index) =>
    listAt(shownJson(index), "items").find((item) => textAt(item, "version") === place.version),
  );
  return row !== undefined && isDeepStrictEqual(row, other);
}

interface FirstSeen {
  readonly first: Exchange;
  /** An earlier read that showed the same: something was done since. */
  readonly stale?: Exchange;
}

function findFirstSeen(
  shown: Exchange,
  { place, last }: { readonly place: Place | undefined; readonly last: Exchange | undefined },
  { events }: RecordedRun,
): FirstSeen {
  const digest = shown.response?.body?.digest;
  if (isWrite(shown) || digest === undefined) return { first: shown };
  const isChange = (one: Exchange): boolean => {
    const isDone = isWrite(one) && !opensUpload(one.operation) && succeeded(one);
    return isDone && place !== undefined && isAt(events.placeOf(one), place);
  };
  const sinceMs = last === undefined ? 0 : endOf(last);
  const alike = events.sorted.filter(
    (one) =>
      isSameBefore(one, shown) &&
      one.startedAtMs >= sinceMs &&
      (isSameAnswer(one, shown) || hasSameRow(one, shown, place)),
  );
  const changes = alike.length === 0 ? [] : events.sorted.filter(isChange);
  let first = shown;
  for (const one of alike.toReversed()) {
    const isBetween = (write: Exchange): boolean =>
      endOf(write) > one.startedAtMs && endOf(write) <= first.startedAtMs;
    if (changes.some(isBetween)) return { first, stale: one };
    first = one;
  }
  return { first };
}

/** True for what had ended, and for a write that was under way at the same time. */
export function isBefore(one: Exchange, shown: Exchange): boolean {
  if (endOf(one) <= shown.startedAtMs) return true;
  return isWrite(one) && isWrite(shown) && one.startedAtMs < endOf(shown);
}
