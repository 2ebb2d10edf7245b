/**
 * The story of a cause: what the run sent before the response that shows it, as far as it bears on it. It is read from the recording,
 * and says what was sent and answered, not what the registry did with it.
 */
import type { Exchange } from "../../../../schemas/report.ts";
import { opensUpload } from "../../../exchange/creates.ts";
import { areAnsweredAlike, type Sighting } from "../deviation.ts";
import { isDownload, isSameRequest } from "../exchange-text.ts";
import { isAccepted } from "../wrong.ts";
import { findGiverOfOther } from "../given-addresses.ts";
import { isOfCallerOnly, rankOfOthers, type Step, toStory } from "./chosen-steps.ts";
import { findElsewhere, findNaming } from "./elsewhere.ts";
import { areSimilarKeys, keyOf } from "./described-keys.ts";
import { findKeyed, uploadIn } from "./keyed-life.ts";
import { endOf, findReadsBefore, isBefore, isSentAlike, isWrite } from "./reads-before.ts";
import type { RecordedRun } from "./recorded-run.ts";
import type { Place, ReleaseEvents } from "./release-events.ts";
import { isOfBreak, isOfItself, isOfKeys, isOfState, slugsOf } from "./story-kinds.ts";
import { isSentAgain, makesAdvisory, type Subject, toName, toWords } from "./step-words.ts";
import { toPlace } from "./subject-place.ts";
import { succeeded } from "./uploads.ts";

/**
 * The steps before the response of a sighting, one line each, in their order; none if nothing that was sent before bears on it.
 *
 * @param isOfRelease true if what was done to other versions is known not to bear on it
 */
export type TellStory = (sighting: Sighting, isOfRelease?: boolean) => readonly string[];

export function createStories(readRun: () => RecordedRun): TellStory {
  return (sighting, isOfRelease = false) => {
    const { member } = sighting;
    const shown = sighting.deviation.exchange;
    if (shown === undefined) return [];
    const run = readRun();
    const { events } = run;
    const place = toPlace(shown, member, run);
    const keyed = findKeyed(shown, events);
    const create = events.uploads.createOf(shown) ?? keyed;
    // what was sent after it was wrong first is not why it is wrong
    const { first, ...before } = findReadsBefore(shown, place, run);
    const own: Subject = {
      shown,
      place,
      uploadId: events.uploads.ofRequest(shown) ?? (keyed && uploadIn(keyed)),
      create,
      key: keyOf(shown),
      isOfTrust: ofTrust.has(
        (isDownload(shown) ? findGiverOfOther(shown, run.exchanges, [])?.giver : shown)?.operation ?? "other",
      ),
      isAccepted:
        isAccepted(sighting.deviation.wrong) &&
        // an upload is not found under a path, whatever was done to what is there
        !isOfState(slugsOf(shown, sighting.wanted).filter((slug) => slug !== "not-found")),
      isUnpublished: isUnpublished(shown, events),
      ...before,
    };
    const all = events.sorted
      .filter((one) => one !== first && isBefore(one, first))
      .flatMap((exchange): readonly Step[] => {
        const why = toReason(exchange, own, events);
        if (why === undefined || (why === "refused" && isOfBreak(sighting))) return [];
        const words = toWords(exchange, own, events);
        const refused =
          why === "refused" || isOfCallerOnly(exchange) ? { refused: toName(exchange, own, events) } : {};
        return [{ exchange, why, rank: toRank(exchange, own, events), words, ...refused }];
      });
    // an upload of another volume has no release where it is finalized
    const hasRelease = place?.version !== undefined;
    const hasOwn = all.some(
      ({ why, rank }) => why === "own" || (why === "change" && hasRelease && rank === 0),
    );
    // where a request for this upload or release should have been refused, what was done to other versions does not bear on it
    const isNear = isOfRelease || (own.isAccepted && hasOwn) || (own.isUnpublished && isOfBreak(sighting));
    const steps = isNear
      ? all.filter(({ why, rank }) => why === "own" || (hasRelease && rank < rankOfOthers))
      : all;
    const isOfUpload = (one: Exchange): boolean =>
      keyed !== undefined && events.uploads.ofRequest(one) === own.uploadId;
    const ofKey = steps.filter(
      ({ exchange }) =>
        (isOfKey(exchange, own) &&
          (!isTurnedAway(exchange) || (keyOf(exchange) === own.key && areAnsweredAlike(exchange, shown)))) ||
        isOfUpload(exchange),
    );
    // what happened to the volume bears on a request with a key less than what the key was used for
    const isByKey =
      isOfItself(sighting) ||
      isOfKeys(sighting) ||
      (ofKey.length > 0 && (keyed !== undefined || own.uploadId === undefined));
    // what was done to its release since the same request succeeded may be why it is answered otherwise
    const earlier = ofKey.find(({ exchange }) => succeeded(exchange) && isSameRequest(exchange, shown));
    const isSince = ({ exchange, why, rank }: Step): boolean =>
      earlier !== undefined && why === "change" && rank === 0 && isBefore(earlier.exchange, exchange);
    const told = isByKey ? steps.filter((one) => ofKey.includes(one) || isSince(one)) : steps;
    // every release was published once, and much is attached: that alone says little
    const isOnlyPublished =
      (told.length === 1 && told[0]?.exchange.operation === "finalizeReleaseUpload") ||
      (isDownload(shown) && told.every(({ exchange: { operation } }) => ofFinalize.has(operation)));
    const isTold = !isOnlyPublished && told.some(({ why }) => why !== "read");
    const found = own.isUnpublished ? findNaming(own, first, events) : findElsewhere(own, first, events);
    const elsewhere = (isWrite(shown) ? [] : found)
      .filter(({ isTelling }) => isTelling || !isTold)
      .map(({ exchange, of }): Step => {
        const words = toWords(exchange, own, events, of);
        return { exchange, why: "change", rank: rankOfOthers, words };
      });
    const kept = isOnlyPublished && isDownload(shown) ? [] : told;
    if (elsewhere.length > 0) {
      const others = new Set(elsewhere.map(({ exchange }) => exchange));
      const steps = [...kept.filter(({ exchange }) => !others.has(exchange)), ...elsewhere];
      return toStory(steps.toSorted(bySending), first);
    }
    if (kept.some(({ why }) => why !== "read")) return [...toStory(kept, first), ...tellQuiet(kept, own)];
    const refused = own.isAccepted
      ? events.sorted.findLast((one) => isSentAgain(one, shown) && isBefore(one, shown) && isRefused(one))
      : undefined;
    if (refused !== undefined) return [toWords(refused, own, events)];
    return own.last !== undefined && isSentAlike(own.last, first)
      ? ["the same read, with a right answer; nothing was written to its volume in between"]
      : [];
  };
}

/** Where the last right read is the last step, what came before it is not why the next one was wrong. */
function tellQuiet(steps: readonly Step[], { last, isStale }: Subject): readonly string[] {
  const isLast = last !== undefined && !isStale && steps.at(-1)?.exchange === last;
  return isLast ? ["nothing was written to its volume in between"] : [];
}

/** What is read of such a version can be of an open upload only. */
function isUnpublished(shown: Exchange, events: ReleaseEvents): boolean {
  const finalize = events.publishedBy(shown);
  const isBeforeIt = finalize === undefined || finalize.startedAtMs > shown.startedAtMs;
  return !isWrite(shown) && shown.about?.version !== undefined && isBeforeIt;
}

function bySending(a: Step, b: Step): number {
  return a.exchange.startedAtMs - b.exchange.startedAtMs;
}

/**
 * What was done to the release itself says most, then what was taken away beside it, then what was added. Of refusals, that of the
 * operation that would change what the response shows.
 */
function toRank(one: Exchange, own: Subject, events: ReleaseEvents): number {
  const { place, shown } = own;
  if (isTurnedAway(one) && isWrite(shown)) return rankOfOthers + 1;
  const isOwn = place?.version === undefined || events.placeOf(one)?.version === place.version;
  if (isOwn) return succeeded(one) || mayChange(one, own) ? 0 : 1;
  return succeeded(one) && one.operation === "unpublishVersion" ? rankOfOthers - 1 : rankOfOthers;
}

/** True for a write that is about what the document shows, and for one that would take all of it away. */
function mayChange({ operation }: Exchange, { isOfTrust }: Subject): boolean {
  return operation === "unpublishVersion" || (isOfTrust && ofTrust.has(operation));
}

/**
 * True for what may bear on a finalize although it came before its upload: a release of the same version, and, if what it shows is wrong, one
 * of another version.
 */
function mayUse(one: Exchange, { shown, isAccepted }: Subject, isOwn: boolean): boolean {
  if (shown.operation !== "finalizeReleaseUpload" || !succeeded(one)) return false;
  const isPublication = one.operation === "finalizeReleaseUpload";
  return isOwn
    ? isPublication || one.operation === "unpublishVersion" || one.operation === "state"
    : isPublication && succeeded(shown) && !isAccepted;
}

/** True for a request that was refused for what it is. */
function isRefused({ response }: Exchange): boolean {
  return response?.status === 400 || response?.status === 409;
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

const ofFinalize: ReadonlySet<Exchange["operation"]> = new Set([
  "finalizeReleaseUpload",
  "finalizeTrustUpload",
]);

/** What these show depends on the advisories that there are, and on nothing that is done to a volume. */
const ofAdvisories: ReadonlySet<Exchange["operation"]> = new Set(["searchAdvisories", "getAdvisory"]);

/** The release of a step. Bytes for another upload are a step only on the way to a finalize, and for a read if they came after it. */
function placeOfStep(
  one: Exchange,
  { shown, create, isUnpublished: isOfOpen }: Subject,
  events: ReleaseEvents,
): Place | undefined {
  if (one.operation !== "transferBytes") return events.placeOf(one);
  if (!isWrite(shown)) return isOfOpen || events.isAfterFinalize(one) ? events.placeOfUpload(one) : undefined;
  const isFinalize = shown.operation === "finalizeReleaseUpload" || shown.operation === "finalizeTrustUpload";
  const isOfKind = events.uploads.createOf(one)?.operation === create?.operation;
  return isFinalize && isOfKind ? events.placeOfUpload(one) : undefined;
}

/** True for what may take away or replace the files behind an address: those of a release, or those that are attached to it. */
function mayChangeFiles({ operation }: Exchange, { isOfTrust }: Subject, isOwn: boolean): boolean {
  if (operation === "unpublishVersion") return true;
  if (operation === "state") return isOwn;
  return isOwn && operation === (isOfTrust ? "finalizeTrustUpload" : "finalizeReleaseUpload");
}

/** Why an earlier exchange bears on the response; undefined if it does not. */
function toReason(one: Exchange, own: Subject, events: ReleaseEvents): Step["why"] | undefined {
  const { shown, place, uploadId, create, last } = own;
  if (one === last) return "read";
  if (!isWrite(one)) return undefined;
  if (ofAdvisories.has(shown.operation))
    return makesAdvisory(one) && (last === undefined || endOf(one) >= last.startedAtMs)
      ? "change"
      : undefined;
  if (uploadId !== undefined && (one === create || events.uploads.ofRequest(one) === uploadId)) return "own";
  if (isOfKey(one, own)) return "own";
  const about = placeOfStep(one, own, events);
  if (place === undefined || about?.volume !== place.volume) return undefined;
  const isOwn = place.version === undefined || about.version === place.version;
  if (isDownload(shown) && !mayChangeFiles(one, own, isOwn)) return undefined;
  // what a right read has seen is told by that read, and what an upload has not seen by the upload; but its version may have been in use
  const since = last ?? create;
  const isEarlier = since !== undefined && endOf(one) < since.startedAtMs;
  if (isEarlier && !mayUse(one, own, isOwn)) return undefined;
  const isOfRelease = isOwn && place.version !== undefined;
  if (!isOfRelease && ofTrust.has(one.operation) && !own.isOfTrust) return undefined;
  if (isOwn && own.isUnpublished && succeeded(one)) return "own";
  // nobody sees an upload that is open, and much less one that was not opened
  if (opensUpload(one.operation) && !isWrite(shown)) return undefined;
  if (succeeded(one)) return "change";
  return isOwn || last !== undefined ? "refused" : undefined;
}
