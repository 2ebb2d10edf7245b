/** What the other exchanges of a run say of the one that a cause shows. */
import { isDeepStrictEqual } from "node:util";
import { describeTokenOf, isHookLabel } from "../../../schemas/hook-token.ts";
import type { Exchange } from "../../../schemas/report.ts";
import { textAt, valueAt } from "../../exchange/answer.ts";
import { queryIn } from "../../exchange/references.ts";
import { isOfCallerOnly } from "./circumstances/chosen-steps.ts";
import { keyOf } from "./circumstances/described-keys.ts";
import { succeeded } from "./circumstances/uploads.ts";
import { areAnsweredAlike, type Sighting, slugIn } from "./deviation.ts";
import { authorizationOf, isSameRequest, placeOfToken, sentJson } from "./exchange-text.ts";
import { findGiverOfOther, type Giver } from "./given-addresses.ts";
import { findRedirect, type Redirect } from "./redirects.ts";
import { findSearchOfSameBody } from "./same-body.ts";
import { isAccepted } from "./wrong.ts";

/** What an accepted request has in common with one that was refused as it should be. */
export type LikeRefusal = "key" | "no token" | "ended token" | "token of the hook" | "token elsewhere";

interface RefusedSo {
  readonly count: number;
  /** The query of one with the same parameters, where the request has some. */
  readonly query: string | undefined;
}

export interface Around {
  /** What gave the address of its request, where no client builds it. */
  readonly giver?: Giver | undefined;
  /** What led to its address, where a redirect did. */
  readonly redirect?: Redirect | undefined;
  /** What the token of its request is for, where the states hook gave it. */
  readonly token?: string | undefined;
  /** The query of an earlier search that had the same body. */
  readonly query?: string | undefined;
  /** True if the same request, with the same key, succeeded before. */
  readonly isRepeat?: boolean;
  /** True if its request has a key. */
  readonly hasKey?: boolean;
  /** True if another caller sent the same request, with the same key, before, and was refused alike. */
  readonly isRefusalOfOther?: boolean;
  /** True if the very request was refused before for who sent it. */
  readonly isAfterRefusal?: boolean;
  /** True if its token is a valid one but for some characters, and a token of other characters was refused. */
  readonly isChangedToken?: boolean;
  /** True if its header and its body have different keys. */
  readonly hasTwoKeys?: boolean;
  /** True if the very request was refused before, and not for who sent it. */
  readonly isRefusedBefore?: boolean;
  /** True if another request with the same key was answered the very same before. */
  readonly isAnswerOfOther?: boolean;
  /** True if its token was accepted before, and is not any more. */
  readonly isTokenOver?: boolean;
  /** Present where a like request was refused: the check that would refuse it is there. */
  readonly likeRefusal?: LikeRefusal | undefined;
  /** Of a request that should have been refused: the others of its operation that were refused with a problem that was expected. */
  readonly refusedSo?: RefusedSo | undefined;
  /** The one member in which it differs from the first request with its key, where those that were refused differ in another. */
  readonly leftOut?: string | undefined;
}

/**
 * What is known around the exchange that a sighting shows; nothing where it shows none.
 * @param exchanges all of the run, in the order in which they were sent
 */
export function readAround(shown: Sighting, exchanges: readonly Exchange[]): Around {
  const { wrong, exchange } = shown.deviation;
  if (exchange === undefined) return {};
  const redirect = findRedirect(exchange, exchanges);
  const likeRefusal = findLikeRefusal(exchange, shown.wanted?.problems?.[0], exchanges);
  return {
    giver: findGiverOfOther(redirect?.from ?? exchange, exchanges, shown.requirement.operations),
    redirect,
    token: describeTokenOf(exchange.about?.credential, exchange, exchanges),
    query: isAccepted(wrong) ? findSearchOfSameBody(exchange, exchanges) : undefined,
    isRepeat: exchanges.some((one) => isSameBefore(one, exchange) && succeeded(one)),
    hasKey: keyOf(exchange) !== undefined,
    isRefusalOfOther: exchanges.some(
      (one) =>
        isSameBefore(one, exchange) &&
        isOfOtherCaller(one, exchange) &&
        slugIn(one) !== undefined &&
        areAnsweredAlike(one, exchange),
    ),
    isAfterRefusal:
      exchange.request.method !== "GET" &&
      exchanges.some((one) => isSameBefore(one, exchange) && isOfCallerOnly(one)),
    isChangedToken: isChangedToken(exchange, exchanges),
    hasTwoKeys: hasTwoKeys(exchange),
    isRefusedBefore:
      isAccepted(wrong) &&
      exchange.request.method !== "GET" &&
      exchanges.some(
        (one) => isSameBefore(one, exchange) && slugIn(one) !== undefined && !isOfCallerOnly(one),
      ),
    isAnswerOfOther: exchanges.some((one) => isAnswerOfOther(one, exchange)),
    isTokenOver: wrong.kind === "refused" && isTokenOver(exchange, exchanges),
    likeRefusal,
    refusedSo: isAccepted(wrong) ? findRefusedSo(exchange, shown.wanted?.problems, exchanges) : undefined,
    leftOut: likeRefusal === "key" ? findLeftOut(exchange, exchanges) : undefined,
  };
}

function isChangedToken(exchange: Exchange, exchanges: readonly Exchange[]): boolean {
  return (
    /^Bearer ~redacted\.publisher-[^~]+~$/u.test(authorizationOf(exchange) ?? "") &&
    exchanges.some(
      (one) =>
        one.operation === exchange.operation &&
        one.response?.status === 401 &&
        authorizationOf(one)?.startsWith("Bearer unknown-") === true,
    )
  );
}

function hasTwoKeys({ about, request }: Exchange): boolean {
  const body = textAt(sentJson({ request }), "idempotencyKey");
  return about?.key !== undefined && body !== undefined && about.key !== body;
}

/** True for an earlier success of the operation, at another address, with the same key and the same body. */
function isAnswerOfOther(one: Exchange, shown: Exchange): boolean {
  const key = keyOf(shown);
  const digest = shown.response?.body?.digest;
  return (
    key !== undefined &&
    digest !== undefined &&
    keyOf(one) === key &&
    one.operation === shown.operation &&
    one.startedAtMs < shown.startedAtMs &&
    one.request.url !== shown.request.url &&
    succeeded(one) &&
    one.response?.body?.digest === digest
  );
}

/** True for a token that writes were accepted with, all of them before the first that had 401 for an answer. */
function isTokenOver(shown: Exchange, exchanges: readonly Exchange[]): boolean {
  const credential = shown.about?.credential;
  if (credential === undefined || shown.response?.status !== 401) return false;
  const writes = exchanges.filter(
    (one) => one.about?.credential === credential && one.request.method !== "GET",
  );
  const first = writes.find(({ response }) => response?.status === 401) ?? shown;
  const accepted = writes.filter(succeeded);
  return accepted.length > 0 && accepted.every((one) => one.startedAtMs < first.startedAtMs);
}

/** The member that a comparison of two requests with one key may leave out; undefined where they differ in more, or where it is compared. */
function findLeftOut(shown: Exchange, exchanges: readonly Exchange[]): string | undefined {
  const ofKey = exchanges.filter(
    (one) =>
      one.operation === shown.operation &&
      one.request.url === shown.request.url &&
      keyOf(one) !== undefined &&
      keyOf(one) === keyOf(shown),
  );
  const first = ofKey.find(succeeded);
  if (first === undefined) return undefined;
  const differencesOf = (one: Exchange): readonly string[] =>
    membersThatDiffer(sentJson(one), sentJson(first));
  const [member, ...more] = differencesOf(shown);
  const isCompared =
    ofKey.some((one) => !succeeded(one) && String(differencesOf(one)) === member) ||
    exchanges.some(
      (one) => one.operation === shown.operation && String(conflictOf(one, exchanges)) === member,
    );
  return more.length > 0 || isCompared ? undefined : member;
}

/** The members in which a request differs from the first one with its key, where that is why it was refused. */
function conflictOf(refused: Exchange, exchanges: readonly Exchange[]): readonly string[] {
  const key = keyOf(refused);
  if (key === undefined || slugIn(refused) !== "idempotency-conflict") return [];
  const first = exchanges.find(
    (one) =>
      one.operation === refused.operation &&
      one.request.url === refused.request.url &&
      keyOf(one) === key &&
      succeeded(one),
  );
  return first === undefined ? [] : membersThatDiffer(sentJson(refused), sentJson(first));
}

/** The members that two bodies do not have alike, but for the key. */
function membersThatDiffer(one: unknown, other: unknown): readonly string[] {
  const names = [one, other].flatMap((body) =>
    typeof body === "object" && body !== null ? Object.keys(body) : [],
  );
  return [...new Set(names)].filter(
    (name) => name !== "idempotencyKey" && !isDeepStrictEqual(valueAt(one, name), valueAt(other, name)),
  );
}

/** True for the same request with the same key, if it was sent before. */
function isSameBefore(one: Exchange, shown: Exchange): boolean {
  return one.startedAtMs < shown.startedAtMs && isSameRequest(one, shown);
}

function isOfOtherCaller(one: Exchange, shown: Exchange): boolean {
  return keyOf(shown) !== undefined && one.about?.credential !== shown.about?.credential;
}

/** @param wanted the problem that was expected */
function findLikeRefusal(
  shown: Exchange,
  wanted: string | undefined,
  exchanges: readonly Exchange[],
): LikeRefusal | undefined {
  const others = exchanges.filter((one) => one !== shown && one.operation === shown.operation);
  const key = keyOf(shown);
  if (wanted === "idempotency-conflict" && key !== undefined)
    return others.some((one) => slugIn(one) === wanted && keyOf(one) === key) ? "key" : undefined;
  const isRefused = (status: number, isOf: (one: Exchange) => boolean): boolean =>
    isOf(shown) && others.some((one) => isOf(one) && one.response?.status === status);
  if (placeOfToken(shown) !== undefined && isRefused(401, isOfNobody)) return "token elsewhere";
  if (isRefused(401, isOfNobody)) return "no token";
  if (wanted === "authentication-required" && isOfHookToken(shown)) return "ended token";
  return isRefused(403, isOfHookToken) ? "token of the hook" : undefined;
}

/** Undefined where any refusal was expected. */
function findRefusedSo(
  { operation, request }: Exchange,
  wanted: readonly string[] | undefined,
  exchanges: readonly Exchange[],
): RefusedSo | undefined {
  if (operation === "other" || wanted === undefined) return undefined;
  const refused = exchanges.filter(
    (one) => one.operation === operation && wanted.includes(slugIn(one) ?? ""),
  );
  const parameters = namesIn(request.url);
  const [query] = refused
    .filter(({ request: { url } }) => parameters !== "" && namesIn(url) === parameters && url !== request.url)
    .map(({ request: { url } }) => url.slice(url.indexOf("?")))
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return { count: refused.length, query };
}

/** The names of the parameters of a query; empty without one. */
function namesIn(url: string): string {
  return [...queryIn(url).keys()].join("&");
}

function isOfNobody({ about }: Exchange): boolean {
  return about !== undefined && about.credential === undefined;
}

function isOfHookToken({ about }: Exchange): boolean {
  return about?.credential !== undefined && isHookLabel(about.credential);
}
