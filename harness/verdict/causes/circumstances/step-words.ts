/** The steps of a story in words: what was sent, how it differs from the request whose response is told, and what was answered. */
import { isDeepStrictEqual } from "node:util";
import { describeSentBytes } from "../../../../schemas/sent-bytes.ts";
import { fitEnds } from "../../../../schemas/short-text.ts";
import type { Exchange } from "../../../../schemas/report.ts";
import { textAt, valueAt } from "../../../exchange/answer.ts";
import { opensUpload } from "../../../exchange/creates.ts";
import { isHookLabel } from "../../../../schemas/hook-token.ts";
import { slugIn } from "../deviation.ts";
import { sentJson, shownJson } from "../exchange-text.ts";
import { areSimilarKeys, describeKeys, keyOf } from "./described-keys.ts";
import { describeSpelling } from "./likeness.ts";
import { endOf } from "./reads-before.ts";
import { type Place, type ReleaseEvents, stateIn } from "./release-events.ts";
import { succeeded } from "./uploads.ts";

/** What the response is about. */
export interface Subject {
  readonly shown: Exchange;
  readonly place: Place | undefined;
  readonly uploadId: string | undefined;
  /** The request that opened its upload. */
  readonly create: Exchange | undefined;
  readonly key: string | undefined;
  /** True for what is attached to a release, and for what is read of that. */
  readonly isOfTrust: boolean;
  /** True for a request that should have been refused for what it is, whatever was done before. */
  readonly isAccepted: boolean;
  /** True for a read of a version that no finalize had published. */
  readonly isUnpublished: boolean;
  /** The last one before it that asked for the same and was right, or has become wrong since. */
  readonly last?: Exchange;
  /** True if that one showed the same. */
  readonly isStale: boolean;
  /** True if nothing was found wrong with it. */
  readonly wasRight: boolean;
}

const names: Readonly<Partial<Record<Exchange["operation"], string>>> = {
  createReleaseUpload: "`POST` create",
  finalizeReleaseUpload: "`POST` finalize",
  createTrustUpload: "`POST` trust create",
  finalizeTrustUpload: "`POST` trust finalize",
  unpublishVersion: "`DELETE`",
};

/** True for a call by which the states hook made an advisory. */
export function makesAdvisory(exchange: Exchange): boolean {
  return exchange.operation === "state" && exchange.about?.state === "advisory" && succeeded(exchange);
}

/** An advisory by its id, and by the volume that it is about. */
function describeAdvisory(exchange: Exchange): string {
  const sent = sentJson(exchange);
  const id = textAt(shownJson(exchange), "id") ?? "";
  const kind = valueAt(sent, "params", "withdrawn") === true ? "withdrawn advisory" : "advisory";
  return `the states hook makes the ${kind} ${id} for ${cutStart(textAt(sent, "params", "volume") ?? "a volume")}`;
}

/** The end of a name: the names of a run begin alike. */
function cutStart(name: string): string {
  return name.length <= maxName ? name : `…${name.slice(1 - maxName)}`;
}

const maxName = 32;

function describeLastRead({ last, isStale, wasRight }: Subject): string {
  const state = last && textAt(shownJson(last), "status", "state");
  if (!isStale) return `the same read, with a right answer${state === undefined ? "" : ` (\`${state}\`)`}`;
  return `the same read, with the same answer${wasRight ? ", which was right then" : ""}`;
}

/** @param elsewhere the words for what it was about, where that is another volume which bears on the response */
export function toWords(exchange: Exchange, own: Subject, events: ReleaseEvents, elsewhere?: string): string {
  const { operation } = exchange;
  if (exchange === own.last) return describeLastRead(own);
  if (makesAdvisory(exchange)) return describeAdvisory(exchange);
  const name = toName(exchange, own, events, elsewhere);
  if (operation === "state") return name;
  const isAgain = operation === "finalizeReleaseUpload" && isLater(exchange, events.publishedBy(exchange));
  const key = describeKey(exchange, own);
  const judged = key === otherRequest ? judgeReuse(exchange, own) : "";
  return `${isAgain ? "a further " : ""}${name}${describeCaller(exchange)}${key} -> ${describeAnswer(exchange)}${judged}`;
}

/** What was asked for, and of which release or upload. */
export function toName(exchange: Exchange, own: Subject, events: ReleaseEvents, elsewhere?: string): string {
  const { operation, request, about } = exchange;
  const opened = opensUpload(operation) && succeeded(exchange) ? shownJson(exchange) : undefined;
  const uploadId = textAt(opened, "uploadId") ?? events.uploads.ofRequest(exchange);
  const isAgain = opened !== undefined && exchange !== own.create && uploadId === own.uploadId;
  const isOfUpload = operation === own.create?.operation || uploadId !== undefined;
  const isOfOther =
    own.create !== undefined && isOfUpload && exchange !== own.create && uploadId !== own.uploadId;
  const place = events.placeOf(exchange);
  const isOfSame = place?.version === undefined || place.version === own.place?.version;
  const isOther = isOfOther && isOfSame && (place?.volume ?? own.place?.volume) === own.place?.volume;
  const of = elsewhere ?? (isOther ? describeOther(exchange, own, events) : describePlace(place, own));
  if (operation === "state")
    return `the states hook sets \`${stateIn(exchange) ?? about?.state ?? "a state"}\`${of.replace(/^ of /u, " for ")}${describeReason(exchange)}`;
  const name =
    operation === "transferBytes"
      ? `\`${request.method}\` of ${describeBytes(exchange, events.uploads.createOf(exchange) ?? own.create)}`
      : (names[operation] ?? `\`${request.method}\``);
  return `${name}${of}${isAgain ? ", which returns this upload again" : ""}`;
}

function describeReason(exchange: Exchange): string {
  return textAt(sentJson(exchange), "params", "reason") === undefined ? "" : ", with a reason";
}

/** True where the release was there before. */
function isLater({ startedAtMs }: Exchange, published: Exchange | undefined): boolean {
  return published !== undefined && endOf(published) <= startedAtMs;
}

const otherRequest = ", the same key with another request";

/** Whether a request with the key of another one was answered as it should be. For another address, a key may be another one. */
function judgeReuse(exchange: Exchange, { shown }: Subject): string {
  if (exchange.request.url !== shown.request.url) return "";
  if (succeeded(exchange)) return ", which is wrong too";
  return slugIn(exchange) === "idempotency-conflict" ? ", which is right" : "";
}

/** Another upload than that of the response; of the same version, if it is known to be. */
function describeOther(exchange: Exchange, { place, create }: Subject, events: ReleaseEvents): string {
  const about = events.placeOf(exchange) ?? events.placeOfUpload(exchange);
  const isOfVersion = place?.version !== undefined && about?.version === place.version;
  return create?.operation === "createReleaseUpload" && isOfVersion
    ? " of another upload of this version"
    : " of another upload";
}

const maxVersion = 24;

/** What the step was about: the addresses of uploads do not say of which version they are. */
function describePlace(about: Place | undefined, { place }: Subject): string {
  const { volume, version } = about ?? {};
  if (volume === undefined) return "";
  if (volume !== place?.volume) return " of another volume";
  if (version === undefined) return "";
  const likeness = place.version === undefined ? undefined : describeSpelling(place.version, version);
  const name = fitEnds(version, maxVersion);
  return likeness === undefined ? ` of ${name}` : ` of ${name} (which ${likeness})`;
}

/** How many bytes were sent, and whether they are the declared ones. */
export function describeBytes({ request }: Exchange, create: Exchange | undefined): string {
  return describeSentBytes(request.body, create && sentJson(create));
}

/** Whose token it was sent with, unless it is the publisher's. */
function describeCaller({ operation, about }: Exchange): string {
  const label = about?.credential;
  if (operation === "transferBytes" || label === "publisher") return "";
  if (label === undefined) return " without a token";
  if (label === "other") return " with no valid token";
  return isHookLabel(label) ? " with a token from the states hook" : ` as ${label}`;
}

/** How its key differs from the key of the response's own request, and whether it is that request. */
function describeKey(exchange: Exchange, { key, shown, create }: Subject): string {
  const other = keyOf(exchange);
  if (exchange === create && exchange.operation !== shown.operation)
    return other === undefined ? "" : " with a key";
  if (exchange.operation !== shown.operation) return "";
  if (key === undefined || !areSimilarKeys(other, key))
    return isSentAgain(exchange, shown) ? `, the same request${compareKeys(other, key)}` : "";
  if (other !== undefined && other !== key) return `, ${describeKeys(other, key)}`;
  const isSame = exchange.request.body?.digest === shown.request.body?.digest;
  if (exchange === create && !isSame) return ", the first with this key";
  if (exchange.request.url !== shown.request.url) return otherRequest;
  if (isSame) return ", the same request with this key";
  return isSameBesideKey(exchange, shown)
    ? `, the same request with the key in the ${exchange.about?.key === undefined ? "body" : "header"}`
    : otherRequest;
}

/** How the keys of two equal requests differ, as the end of a phrase. */
function compareKeys(one: string | undefined, other: string | undefined): string {
  if (one === undefined) return other === undefined ? "" : " without a key";
  return other === undefined ? " with a key" : " with another key";
}

/** True for a create that was sent before with the same body. */
export function isSentAgain(one: Exchange, { operation, request }: Exchange): boolean {
  return (
    opensUpload(operation) &&
    one.operation === operation &&
    one.request.url === request.url &&
    one.request.body?.digest === request.body?.digest
  );
}

/** True if the bodies differ in the place of the key only. */
function isSameBesideKey(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one, other].map((exchange) => {
    const body = sentJson(exchange);
    return typeof body === "object" && body !== null ? { ...body, idempotencyKey: undefined } : body;
  });
  return isDeepStrictEqual(a, b);
}

function describeAnswer(exchange: Exchange): string {
  const { response, failure = "no response" } = exchange;
  if (response === undefined) return failure;
  const slug = response.status < 400 ? undefined : slugIn(exchange);
  return slug === undefined ? String(response.status) : `${response.status} ${slug}`;
}
