/** Reads before a wrong one that asked for the same: the last that was right, and the first that was as wrong. */
import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "../../../../schemas/report.ts";
import { fieldIn } from "../../../exchange/answer.ts";
import { opensUpload } from "../../../exchange/creates.ts";
import { slugIn } from "../deviation.ts";
import type { RecordedRun } from "./recorded-run.ts";
import type { Place } from "./release-events.ts";
import { succeeded } from "./uploads.ts";

export interface ReadsBefore {
  /** The first that showed the same, since when nothing was done to what it is about; or the wrong response itself. */
  readonly first: Exchange;
  /** The last one that was right, or that showed the same before something was done. */
  readonly last?: Exchange;
  /** True if that one showed the same. */
  readonly isStale: boolean;
}

export function findReadsBefore(shown: Exchange, place: Place | undefined, run: RecordedRun): ReadsBefore {
  const right = findLastRight(shown, run);
  const { first, stale } = findFirstSeen(shown, { place, last: right }, run);
  const last = stale ?? right;
  return { first, isStale: stale !== undefined, ...(last === undefined ? {} : { last }) };
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
function findLastRight(shown: Exchange, { broken, events }: RecordedRun): Exchange | undefined {
  if (isWrite(shown)) return undefined;
  const validator = fieldIn(shown.request.headers, "if-none-match");
  const isRight = (one: Exchange): boolean =>
    validator === undefined
      ? // nobody looked at a response that shows the same
        !broken.has(one.id) && one.response?.body?.digest !== shown.response?.body?.digest
      : fieldIn(one.response?.headers ?? [], "etag") === validator;
  return events.sorted.findLast((one) => isSameBefore(one, shown) && succeeded(one) && isRight(one));
}

/** True for a request for the same, whose response had come when this one was sent. */
function isSameBefore(one: Exchange, { request, startedAtMs }: Exchange): boolean {
  return (
    one.request.method === request.method && one.request.url === request.url && endOf(one) <= startedAtMs
  );
}

/** True for the same bytes, and for the same problem: each may have an `instance` of its own. */
function isSameAnswer(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one.response, other.response];
  if (a?.body?.digest === b?.body?.digest) return true;
  return a !== undefined && a.status >= 400 && a.status === b?.status && slugIn(one) === slugIn(other);
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
    const about =
      isWrite(one) && !opensUpload(one.operation) && succeeded(one) ? events.placeOf(one) : undefined;
    return (
      about !== undefined &&
      about.volume === place?.volume &&
      (place.version === undefined || about.version === place.version)
    );
  };
  const sinceMs = last === undefined ? 0 : endOf(last);
  const alike = events.sorted.filter(
    (one) => isSameBefore(one, shown) && one.startedAtMs >= sinceMs && isSameAnswer(one, shown),
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
