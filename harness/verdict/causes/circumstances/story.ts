/**
 * The story of a cause: what the run sent before the response that shows it, as far as it bears on it. It is read from the recording,
 * and says what was sent and answered, not what the registry did with it.
 */
import type { Exchange } from "../../../../schemas/report.ts";
import { fieldIn, isSuccess, numberAt, textAt, valueAt } from "../../../exchange/answer.ts";
import { readJson } from "../../../exchange/json-body.ts";
import { isHookLabel } from "../../../recording/redaction.ts";
import { type Sighting, slugIn } from "../deviation.ts";
import { shownJson } from "../exchange-text.ts";
import { rowIn } from "./compared.ts";
import { describeKeys } from "./described-keys.ts";
import { type Place, readEvents, type ReleaseEvents, stateIn } from "./release-events.ts";

/** More steps are no story. */
const maxSteps = 5;

/** Why a step is told, the most telling first. */
const reasons = ["own", "change", "read", "refused"] as const;

interface Step {
  readonly exchange: Exchange;
  readonly why: (typeof reasons)[number];
  readonly words: string;
}

/**
 * @param member JSON Pointer of the member of the response that is wrong
 * @returns the steps before an exchange, one line each, in their order; none if nothing that was sent before bears on it
 */
export type TellStory = (exchange: Exchange, member?: string) => readonly string[];

/** @param sightings all of the run: a response that shows any deviation is no right answer */
export function createStories(exchanges: readonly Exchange[], sightings: readonly Sighting[]): TellStory {
  let recording: Recording | undefined;
  return (shown, member) => {
    // most runs have no cause
    const known = (recording ??= readRecording(exchanges, sightings));
    const { sorted, uploads, events } = known;
    const create = uploads.createOf(shown);
    const own: Subject = {
      shown,
      place: toPlace(shown, create, member, events),
      uploadId: uploads.ofRequest(shown),
      create,
      key: keyOf(shown),
      last: findLastRight(shown, known),
    };
    const steps = sorted
      .filter((one) => one !== shown && isBefore(one, shown))
      .flatMap((exchange): readonly Step[] => {
        const why = toReason(exchange, own, known);
        return why === undefined ? [] : [{ exchange, why, words: toWords(exchange, own, events) }];
      });
    // what happened to the volume bears on a request with a key less than what the key was used for
    const isOfKey = own.uploadId === undefined && steps.some(({ why }) => why === "own");
    const told = isOfKey ? steps.filter(({ why }) => why === "own") : steps;
    // that it was right once is no story without what was sent since
    return told.every(({ why }) => why === "read") ? [] : toLines(chooseSteps(joinEqual(told)), shown);
  };
}

interface Recording {
  /** In the order in which they were sent. */
  readonly sorted: readonly Exchange[];
  /** The ids of those that show any deviation. */
  readonly broken: ReadonlySet<string>;
  readonly uploads: Uploads;
  readonly events: ReleaseEvents;
}

function readRecording(exchanges: readonly Exchange[], sightings: readonly Sighting[]): Recording {
  const sorted = exchanges.toSorted((a, b) => a.startedAtMs - b.startedAtMs);
  return {
    sorted,
    broken: new Set(sightings.flatMap((one) => one.exchanges)),
    uploads: readUploads(sorted),
    events: readEvents(exchanges),
  };
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

/** What the response is about. */
interface Subject {
  readonly shown: Exchange;
  readonly place: Place | undefined;
  readonly uploadId: string | undefined;
  /** The request that opened its upload. */
  readonly create: Exchange | undefined;
  readonly key: string | undefined;
  /** The last one before it that asked for the same and was right. */
  readonly last: Exchange | undefined;
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

function wasDone({ response }: Exchange): boolean {
  return isSuccess({ status: response?.status ?? 0 });
}

function keyOf({ about, request }: Exchange): string | undefined {
  return about?.key ?? textAt(readJson(Buffer.from(request.body?.text ?? "")), "idempotencyKey");
}

interface Uploads {
  /** The upload that a request is for. */
  readonly ofRequest: (exchange: Exchange) => string | undefined;
  /** The create request that opened it. */
  readonly createOf: (exchange: Exchange) => Exchange | undefined;
}

function readUploads(exchanges: readonly Exchange[]): Uploads {
  const addresses = new Map<string, string>();
  const creates = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    const { operation } = exchange;
    if (operation !== "createReleaseUpload" && operation !== "createTrustUpload") continue;
    const created = wasDone(exchange) ? shownJson(exchange) : undefined;
    const id = textAt(created, "uploadId");
    const url = textAt(created, "upload", "url");
    if (id === undefined) continue;
    // a create request that was repeated has the same upload
    if (!creates.has(id)) creates.set(id, exchange);
    if (url !== undefined) addresses.set(url, id);
  }
  const ofRequest = ({ about, request }: Exchange): string | undefined =>
    about?.uploadId ?? addresses.get(request.url);
  return { ofRequest, createOf: (exchange) => creates.get(ofRequest(exchange) ?? "") };
}

/** A read that was sent before in the same words, and whose response nothing was found wrong with; of a conditional read, the one whose validator it has. */
function findLastRight(shown: Exchange, { sorted, broken }: Recording): Exchange | undefined {
  if (isWrite(shown) || shown.operation === "transferBytes") return undefined;
  const validator = fieldIn(shown.request.headers, "if-none-match");
  const isRight = (one: Exchange): boolean =>
    validator === undefined
      ? // nobody looked at a response that shows the same
        !broken.has(one.id) && one.response?.body?.digest !== shown.response?.body?.digest
      : fieldIn(one.response?.headers ?? [], "etag") === validator;
  return sorted.findLast(
    (one) =>
      one.request.method === shown.request.method &&
      one.request.url === shown.request.url &&
      endOf(one) <= shown.startedAtMs &&
      wasDone(one) &&
      isRight(one),
  );
}

/** Why an earlier exchange bears on the response; undefined if it does not. */
function toReason(one: Exchange, own: Subject, { uploads, events }: Recording): Step["why"] | undefined {
  const { shown, place, uploadId, create, key, last } = own;
  if (one === last) return "read";
  if (!isWrite(one)) return undefined;
  if (uploadId !== undefined && (one === create || uploads.ofRequest(one) === uploadId)) return "own";
  if (key !== undefined && one.operation === shown.operation && areSimilar(keyOf(one), key)) return "own";
  const about = events.placeOf(one);
  if (place === undefined || about?.volume !== place.volume) return undefined;
  // what a right read has seen is told by that read, and what an upload has not seen by the upload
  const since = last ?? create;
  if (since !== undefined && endOf(one) < since.startedAtMs) return undefined;
  const isOwn = place.version === undefined || about.version === place.version;
  const isStep = one.operation !== "createReleaseUpload" && one.operation !== "createTrustUpload";
  if (wasDone(one)) return isStep || (isWrite(shown) && key === undefined) ? "change" : undefined;
  return isOwn || last !== undefined ? "refused" : undefined;
}

/** Keys that are equal, or that a careless comparison takes for equal. */
function areSimilar(one: string | undefined, other: string): boolean {
  if (one === undefined) return false;
  const [a, b] = [one, other].map((key) => key.normalize("NFC").trim().toLowerCase());
  return a === b || a?.slice(0, 16) === b?.slice(0, 16) || a?.slice(-16) === b?.slice(-16);
}

/** Steps in the same words, one after the other, are one step with their number. Where refusals stand among others says little. */
function joinEqual(steps: readonly Step[]): readonly (Step & { readonly count: number })[] {
  const joined: (Step & { count: number })[] = [];
  for (const step of steps) {
    const known = step.why === "refused" ? joined.find(({ words }) => words === step.words) : joined.at(-1);
    if (known?.words === step.words) known.count += 1;
    else joined.push({ ...step, count: 1 });
  }
  return joined;
}

/** More refusals say nothing more. */
const maxRefused = 2;

function chooseSteps<T extends Step>(steps: readonly T[]): readonly T[] {
  const refused = new Set(steps.filter(({ why }) => why === "refused").slice(-maxRefused));
  const chosen = new Set(
    steps
      .filter((step) => step.why !== "refused" || refused.has(step))
      .map((step, place) => ({ step, place }))
      // of one reason, the last ones say most
      .toSorted((a, b) => reasons.indexOf(a.step.why) - reasons.indexOf(b.step.why) || b.place - a.place)
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

const names: Readonly<Partial<Record<Exchange["operation"], string>>> = {
  createReleaseUpload: "`POST` create",
  finalizeReleaseUpload: "`POST` finalize",
  createTrustUpload: "`POST` trust create",
  finalizeTrustUpload: "`POST` trust finalize",
  unpublishVersion: "`DELETE`",
};

function toWords(exchange: Exchange, own: Subject, events: ReleaseEvents): string {
  const { operation, request, about } = exchange;
  if (exchange === own.last) return "the same read, with a right answer";
  const isOfUpload = operation === own.create?.operation || about?.uploadId !== undefined;
  const isOfOther =
    own.create !== undefined && isOfUpload && exchange !== own.create && about?.uploadId !== own.uploadId;
  const place = describePlace(events.placeOf(exchange), own);
  const of = place === "" && isOfOther ? " of another upload" : place;
  if (operation === "state")
    return `the states hook sets \`${stateIn(exchange) ?? about?.state ?? "a state"}\`${of}`;
  const name =
    operation === "transferBytes"
      ? `\`${request.method}\` of ${describeBytes(exchange, own.create)}`
      : (names[operation] ?? `\`${request.method}\``);
  return `${name}${of}${describeCaller(exchange)}${describeKey(exchange, own)} -> ${describeAnswer(exchange)}`;
}

const maxVersion = 24;

/** What the step was about, where that is not what the response is about. */
function describePlace(about: Place | undefined, { place }: Subject): string {
  const { volume, version } = about ?? {};
  if (volume === undefined) return "";
  if (volume !== place?.volume) return " of another volume";
  if (version === undefined || version === place.version) return "";
  return ` of ${version.length <= maxVersion ? version : `${version.slice(0, maxVersion - 1)}…`}`;
}

/** How many bytes were sent, and whether they are the declared ones. */
function describeBytes({ request }: Exchange, create: Exchange | undefined): string {
  const size = request.body?.size ?? 0;
  const declared = readJson(Buffer.from(create?.request.body?.text ?? ""));
  const digest = textAt(declared, "declaredDigest");
  const length = numberAt(declared, "declaredSize");
  const isSized = valueAt(declared, "declaredSize") !== undefined;
  if (isSized && length !== size)
    return `${size} bytes, where ${String(length ?? "no number")} were declared`;
  return digest !== undefined && digest !== request.body?.digest
    ? `${size} bytes, other ones than declared`
    : `${size} bytes`;
}

/** Whose token it was sent with, unless it is the publisher's. */
function describeCaller({ operation, about }: Exchange): string {
  const label = about?.credential;
  if (operation === "transferBytes" || label === "publisher") return "";
  if (label === undefined) return " without a token";
  if (label === "other") return " with no valid token";
  return isHookLabel(label) ? " with a token of the hook" : ` as ${label}`;
}

/** How its key differs from the key of the response's own request, and whether it is that request. */
function describeKey(exchange: Exchange, { key, shown, create }: Subject): string {
  const other = keyOf(exchange);
  if (exchange === create) return other === undefined ? "" : " with a key";
  if (exchange.operation !== shown.operation || key === undefined || !areSimilar(other, key)) return "";
  if (other !== undefined && other !== key) return `, ${describeKeys(other, key)}`;
  const isSame =
    exchange.request.url === shown.request.url &&
    exchange.request.body?.digest === shown.request.body?.digest;
  return isSame ? ", the same request" : ", the same key with another request";
}

function describeAnswer(exchange: Exchange): string {
  const { response, failure = "no response" } = exchange;
  if (response === undefined) return failure;
  const slug = response.status < 400 ? undefined : slugIn(exchange);
  return slug === undefined ? String(response.status) : `${response.status} ${slug}`;
}
