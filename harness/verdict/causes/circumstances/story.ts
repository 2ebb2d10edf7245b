/**
 * The story of a cause: what the run sent before the response that shows it, as far as it bears on it. It is read from the recording,
 * and says what was sent and answered, not what the registry did with it.
 */
import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "../../../../schemas/report.ts";
import { fieldIn, textAt } from "../../../exchange/answer.ts";
import { opensUpload } from "../../../exchange/creates.ts";
import { type Sighting, slugIn } from "../deviation.ts";
import { shownJson } from "../exchange-text.ts";
import { rowIn } from "./compared.ts";
import { areSimilarKeys, keyOf } from "./described-keys.ts";
import type { RecordedRun } from "./recorded-run.ts";
import type { Place, ReleaseEvents } from "./release-events.ts";
import { type Subject, toWords } from "./step-words.ts";
import { succeeded } from "./uploads.ts";

/** More steps are no story. */
const maxSteps = 5;

/** Why a step is told, the most telling first. */
const reasons = ["own", "change", "read", "refused"] as const;

interface Step {
  readonly exchange: Exchange;
  readonly why: (typeof reasons)[number];
  /** Of steps with one reason, that with the lowest rank says most. */
  readonly rank: number;
  readonly words: string;
}

/** The steps before the response of a sighting, one line each, in their order; none if nothing that was sent before bears on it. */
export type TellStory = (sighting: Sighting) => readonly string[];

export function createStories(readRun: () => RecordedRun): TellStory {
  return (sighting) => {
    const { member } = sighting;
    const shown = sighting.deviation.exchange;
    if (shown === undefined) return [];
    const run = readRun();
    const { sorted, uploads } = run.events;
    const create = uploads.createOf(shown);
    const place = toPlace(shown, create, member, run.events);
    const right = findLastRight(shown, run);
    const seen = findFirstSeen(shown, { place, last: right }, run);
    const own: Subject = {
      shown,
      place,
      uploadId: uploads.ofRequest(shown),
      create,
      key: keyOf(shown),
      last: seen.stale ?? right,
      isStale: seen.stale !== undefined,
    };
    // what was sent after it was wrong first is not why it is wrong
    const { first } = seen;
    const steps = sorted
      .filter((one) => one !== first && isBefore(one, first))
      .flatMap((exchange): readonly Step[] => {
        const why = toReason(exchange, own, run.events);
        const words = toWords(exchange, own, run.events);
        return why === undefined ? [] : [{ exchange, why, rank: toRank(exchange, own, run.events), words }];
      });
    // what happened to the volume bears on a request with a key less than what the key was used for
    const ofKey = steps.filter(({ exchange }) => isOfKey(exchange, own) && !isTurnedAway(exchange));
    const told =
      ofKey.length > 0 && own.uploadId === undefined ? ofKey : isOfItself(sighting) ? ofKey : steps;
    if (told.some(({ why }) => why !== "read")) return toLines(chooseSteps(joinEqual(told)), first);
    return own.last !== undefined && isSentAlike(own.last, first)
      ? ["the same read, with a right answer; nothing was written to its volume in between"]
      : [];
  };
}

function isSentAlike(one: Exchange, other: Exchange): boolean {
  return isDeepStrictEqual([one.request.headers, one.about], [other.request.headers, other.about]);
}

/** The release that a response is about: also one of a transfer, and that of the row that is wrong. */
function toPlace(
  shown: Exchange,
  create: Exchange | undefined,
  member: string | undefined,
  events: ReleaseEvents,
): Place | undefined {
  const place = events.placeOf(shown) ?? (create && events.placeOf(create));
  if (place === undefined || shown.operation !== "getVersionIndex") return place;
  const row = rowIn(member);
  const version = row === undefined ? undefined : textAt(shownJson(shown), "items", row, "version");
  return version === undefined ? place : { ...place, version };
}

function endOf({ startedAtMs, durationMs }: Exchange): number {
  return startedAtMs + durationMs;
}

/** True for what had ended, and for a write that was under way at the same time. */
function isBefore(one: Exchange, shown: Exchange): boolean {
  if (endOf(one) <= shown.startedAtMs) return true;
  return isWrite(one) && isWrite(shown) && one.startedAtMs < endOf(shown);
}

function isWrite({ request }: Exchange): boolean {
  return request.method !== "GET" && request.method !== "HEAD";
}

/** A read that was sent before in the same words, and whose response nothing was found wrong with; of a conditional read, the one whose validator it has. */
function findLastRight(shown: Exchange, { broken, events }: RecordedRun): Exchange | undefined {
  if (isWrite(shown) || shown.operation === "transferBytes") return undefined;
  const validator = fieldIn(shown.request.headers, "if-none-match");
  const isRight = (one: Exchange): boolean =>
    validator === undefined
      ? // nobody looked at a response that shows the same
        !broken.has(one.id) && one.response?.body?.digest !== shown.response?.body?.digest
      : fieldIn(one.response?.headers ?? [], "etag") === validator;
  return events.sorted.findLast(
    (one) =>
      one.request.method === shown.request.method &&
      one.request.url === shown.request.url &&
      endOf(one) <= shown.startedAtMs &&
      succeeded(one) &&
      isRight(one),
  );
}

/** The first read that showed the same as a wrong one, since when nothing was done to what it is about. */
interface FirstSeen {
  readonly first: Exchange;
  /** An earlier read that showed the same: something was done since. */
  readonly stale?: Exchange;
}

function findFirstSeen(
  shown: Exchange,
  { place, last }: Pick<Subject, "place" | "last">,
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
    (one) =>
      one.request.method === shown.request.method &&
      one.request.url === shown.request.url &&
      one.startedAtMs >= sinceMs &&
      endOf(one) <= shown.startedAtMs &&
      one.response?.body?.digest === digest,
  );
  let first = shown;
  for (const one of alike.toReversed()) {
    const isBetween = (write: Exchange): boolean =>
      endOf(write) > one.startedAtMs && endOf(write) <= first.startedAtMs && isChange(write);
    if (events.sorted.some(isBetween)) return { first, stale: one };
    first = one;
  }
  return { first };
}

const rankOfOthers = 2;

/**
 * What was done to the release itself says most, then what was taken away beside it, then what was added. Of refusals, that of the
 * operation that would change what the response shows.
 */
function toRank(one: Exchange, { place, shown }: Subject, events: ReleaseEvents): number {
  if (isTurnedAway(one) && isWrite(shown)) return rankOfOthers + 1;
  const isOwn = place?.version === undefined || events.placeOf(one)?.version === place.version;
  if (!succeeded(one)) return !isOwn ? rankOfOthers : mayChange(one, shown) ? 0 : 1;
  if (isOwn) return 0;
  return one.operation === "unpublishVersion" ? rankOfOthers - 1 : rankOfOthers;
}

/** True for a write that is about what the document shows. */
function mayChange(one: Exchange, shown: Exchange): boolean {
  return ofTrust.has(shown.operation) ? ofTrust.has(one.operation) : one.operation === "unpublishVersion";
}

/**
 * True for what may bear on a finalize although it came before its upload: a release of the same version, and, if the result is wrong, one of
 * another version.
 */
function mayUse(one: Exchange, { shown }: Subject, isOwn: boolean): boolean {
  if (shown.operation !== "finalizeReleaseUpload" || !succeeded(one)) return false;
  const isPublication = one.operation === "finalizeReleaseUpload";
  return isOwn
    ? isPublication || one.operation === "unpublishVersion" || one.operation === "state"
    : isPublication && succeeded(shown);
}

/** Deviations that one response shows, whatever was sent before. */
const ofResponse =
  /^(?:header|success status|type|problem member|no problem|unknown problem|foreign response)\b/;

/** Problems that depend on what was sent before. */
const ofState: ReadonlySet<string> = new Set([
  "version-conflict",
  "idempotency-conflict",
  "invalid-upload-state",
  "upload-expired",
  "not-found",
  "inconsistent-registry-state",
]);

const ofToken: ReadonlySet<string> = new Set(["authentication-required", "authorization-failed"]);

/** True if the request alone decides, or the response alone shows, what is wrong. */
function isOfItself({ deviation: { key, exchange }, wanted }: Sighting): boolean {
  if (exchange === undefined || ofResponse.test(key)) return true;
  const slugs = [slugIn(exchange), ...(wanted?.problems ?? [])].filter((slug) => slug !== undefined);
  if (slugs.some((slug) => ofToken.has(slug)) || key.startsWith("accepted protected ")) return true;
  return opensUpload(exchange.operation) && !slugs.some((slug) => ofState.has(slug));
}

/** True where only the caller was looked at. */
function isTurnedAway(one: Exchange): boolean {
  return one.response?.status === 401 || one.response?.status === 403;
}

/** True for an earlier request of the operation with the same key or a similar one. */
function isOfKey(one: Exchange, { shown, key }: Subject): boolean {
  return key !== undefined && one.operation === shown.operation && areSimilarKeys(keyOf(one), key);
}

const ofTrust: ReadonlySet<Exchange["operation"]> = new Set([
  "createTrustUpload",
  "finalizeTrustUpload",
  "getTrustSummary",
  "getTrustDetail",
]);

/** Why an earlier exchange bears on the response; undefined if it does not. */
function toReason(one: Exchange, own: Subject, events: ReleaseEvents): Step["why"] | undefined {
  const { shown, place, uploadId, create, last } = own;
  if (one === last) return "read";
  if (!isWrite(one)) return undefined;
  if (uploadId !== undefined && (one === create || events.uploads.ofRequest(one) === uploadId)) return "own";
  if (isOfKey(one, own)) return "own";
  const about = events.placeOf(one);
  if (place === undefined || about?.volume !== place.volume) return undefined;
  const isOwn = place.version === undefined || about.version === place.version;
  // what a right read has seen is told by that read, and what an upload has not seen by the upload; but its version may have been in use
  const since = last ?? create;
  const isEarlier = since !== undefined && endOf(one) < since.startedAtMs;
  if (isEarlier && !mayUse(one, own, isOwn)) return undefined;
  const isOfRelease = isOwn && place.version !== undefined;
  if (!isOfRelease && ofTrust.has(one.operation) && !ofTrust.has(shown.operation)) return undefined;
  if (succeeded(one)) return opensUpload(one.operation) && !isWrite(shown) ? undefined : "change";
  return isOwn || last !== undefined ? "refused" : undefined;
}

/** Steps in the same words, one after the other, are one step with their number. Where refusals are among others says little. */
function joinEqual(steps: readonly Step[]): readonly (Step & { readonly count: number })[] {
  const joined: (Step & { count: number })[] = [];
  for (const step of steps) {
    const known = succeeded(step.exchange) ? joined.at(-1) : joined.find(({ words }) => words === step.words);
    if (known?.words === step.words) known.count += 1;
    else joined.push({ ...step, count: 1 });
  }
  return joined;
}

/** More refusals, and more that was added elsewhere in the volume, say nothing more. */
const maxAside = 2;

function chooseSteps<T extends Step>(steps: readonly T[]): readonly T[] {
  const isRefusal = ({ why }: T): boolean => why === "refused";
  const isAdded = ({ why, rank }: T): boolean => why === "change" && rank === rankOfOthers;
  const refusals = steps.filter(isRefusal).toSorted((a, b) => b.rank - a.rank);
  const aside = new Set([...refusals.slice(-maxAside), ...steps.filter(isAdded).slice(-maxAside)]);
  const chosen = new Set(
    steps
      .filter((step) => aside.has(step) || !(isRefusal(step) || isAdded(step)))
      .map((step, place) => ({ step, place }))
      // of one reason and rank, the last ones say most
      .toSorted(
        (a, b) =>
          reasons.indexOf(a.step.why) - reasons.indexOf(b.step.why) ||
          a.step.rank - b.step.rank ||
          b.place - a.place,
      )
      .slice(0, maxSteps)
      .map(({ step }) => step),
  );
  return steps.filter((step) => chosen.has(step));
}

/** Less is no pause: how long a run takes from step to step is its own matter. */
const minPauseMs = 2_000;

function toLines(steps: readonly (Step & { readonly count: number })[], shown: Exchange): readonly string[] {
  return steps.map(({ exchange, words, count }, place) => {
    const sinceMs = shown.startedAtMs - endOf(exchange);
    const isPause = place === steps.length - 1 && sinceMs >= minPauseMs;
    const notes = [
      ...(count > 1 ? [`${count} times`] : []),
      ...(sinceMs < 0 ? ["at the same time"] : []),
      ...(isPause ? [`${Math.round(sinceMs / 1000)} s before`] : []),
    ];
    return notes.length === 0 ? words : `${words} (${notes.join(", ")})`;
  });
}
