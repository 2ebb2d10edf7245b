/** How a request that should have been refused differs from one that was rightly accepted. */
import { isHookLabel } from "../schemas/hook-token.ts";
import type { Exchange, Finding } from "../schemas/report.ts";
import { nameOfVolume } from "../schemas/volume-name.ts";
import { beforeIt, quoteDifference, toDifferenceLine } from "./difference-line.ts";
import { exchangesOfCheck, type ReportIndex } from "./evidence-list.ts";
import { isSuccess } from "./exchange-summary.ts";
import { tellOddCharacters } from "./odd-characters.ts";
import { findAcceptedTwin, findPositiveTwin } from "./positive-twin.ts";
import { compareRequests, type RequestDifference } from "./request-difference.ts";
import { keyOf, keysOf, labelOfToken, unequalKeysOf } from "./sender.ts";
import { describeIntegrity, describeSubject } from "./subject-difference.ts";
import { wantsProblem } from "./wanted-problem.ts";
import { describeHookToken } from "./hook-token.ts";

/** More differences show nothing: the two requests have another purpose. */
const maxDifferences = 3;

/** Headers that say nothing about what is accepted. */
const unrelatedHeaders: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "user-agent",
  "idempotency-key",
]);

/** Members that say which release it is about. */
const ofSubject = /^body \/subject\/(?:purl|integrity)$/u;

/** True if two requests are about two releases. */
function isOfOther({ about }: Exchange, twin: Exchange): boolean {
  return about?.version !== twin.about?.version || nameOfVolume(about) !== nameOfVolume(twin.about);
}

/** Members that differ between any two uploads. */
export const ownOfEachUpload: RegExp =
  /\/(?:digest|declaredDigest|declaredSize|size|uploadId|idempotencyKey)$/u;

/** Those of them of which any two have one shape. */
const measures = /\/(?:digest|declaredDigest|declaredSize|size)$/u;

/** The accepted request, what is said of it, and the check that says it. */
export interface AcceptedFinding {
  readonly finding: Finding;
  readonly check: string;
  readonly exchange: Exchange;
}

/**
 * How a wrongly accepted request differs from the most similar one that was rightly accepted: `/version is "01.0.0", right is
 * "1.0.0"`. What is wrong may be its token, or its key. Empty if there is no such request, or if it differs in more than three places.
 */
export function describeAcceptedDifference(accepted: AcceptedFinding, index: ReportIndex): readonly string[] {
  const { finding, exchange } = accepted;
  const others = exchangesOfCheck(index, accepted.check).filter(({ id }) => id !== exchange.id);
  if (wantsProblem(finding, "idempotency-conflict")) {
    const lines = describeTwoKeys(exchange) ?? describeReusedKey(exchange, others, index.baseUrl);
    if (lines !== undefined) return lines;
  }
  if (wantsProblem(finding, "subject-binding-mismatch")) {
    const lines = describeSubject(exchange);
    return lines.length > 0 ? lines : describeIntegrity(exchange, index.exchanges.values());
  }
  // what is wrong with it is its token, which no member shows; what a token of the hook allows is told beside the address
  const isOfToken = wantsProblem(finding, "authentication-required", "authorization-failed");
  if (isOfToken || finding.wanted?.problems === undefined) {
    if (describeHookToken(exchange, index.exchanges.values()) !== undefined) return [];
    if (isOfToken) return describeToken(accepted, others, index.baseUrl);
  }
  const twin = findPositiveTwin(finding, exchange, others);
  return twin === undefined ? [] : describeMembers(exchange, twin, index);
}

function describeMembers(exchange: Exchange, twin: Exchange, index: ReportIndex): readonly string[] {
  const members = chooseMembers(exchange, twin, index.baseUrl);
  const shown = members.length > maxDifferences ? members.filter(isStriking) : members;
  if (shown.length > maxDifferences) return [];
  return shown.map((one) => {
    const pointer = /^body (?<pointer>\/.+)$/u.exec(one.place)?.groups?.["pointer"];
    return `${toDifferenceLine(one)}${pointer === undefined ? "" : tellOddCharacters(exchange, pointer, index)}`;
  });
}

/**
 * What no client would send, in a request that broke the registry: beside the most similar request of the operation that was accepted. Empty
 * where there is nothing of this kind, or too much.
 */
export function describeStriking(exchange: Exchange, index: ReportIndex): readonly string[] {
  const twin = findAcceptedTwin(exchange, [...index.exchanges.values()]);
  const striking =
    twin === undefined ? [] : compareRequests(exchange, twin, index.baseUrl).filter(isStriking);
  return striking.length > maxDifferences ? [] : striking.map((one) => toDifferenceLine(one));
}

/** True for a value that no client would send beside the other one: of another type, with characters beyond ASCII, or far longer. */
function isStriking({ own = "", twin = "" }: RequestDifference): boolean {
  const typeOf = (value: string): string => /^["[{]/u.exec(value)?.[0] ?? "other";
  const isOdd = (value: string): boolean => /[^ -~]|\\u/u.test(value);
  const isOfOtherType = own !== "" && twin !== "" && typeOf(own) !== typeOf(twin);
  return (
    own === "null" ||
    isOfOtherType ||
    (isOdd(own) && !isOdd(twin)) ||
    own.length > 4 * Math.max(twin.length, minLong)
  );
}

const minLong = 64;

/** The one place in which a wrongly accepted request differs from the most similar one that was rightly accepted. */
export function findAcceptedDifference(
  { finding, check, exchange }: AcceptedFinding,
  index: ReportIndex,
): RequestDifference | undefined {
  const others = exchangesOfCheck(index, check).filter(({ id }) => id !== exchange.id);
  const twin = findPositiveTwin(finding, exchange, others);
  const [first, ...more] = twin === undefined ? [] : chooseMembers(exchange, twin, index.baseUrl);
  return more.length === 0 ? first : undefined;
}

function chooseMembers(exchange: Exchange, twin: Exchange, baseUrl: string): readonly RequestDifference[] {
  const differences = compareRequests(exchange, twin, baseUrl);
  const members = differences.filter((one) => one.place.startsWith("body /") && !areUsualKeys(one));
  const own = members.filter(({ place }) => ownOfEachUpload.test(place));
  const odd = own.filter(
    ({ place, own: value, twin: right }) => measures.test(place) && toShape(value) !== toShape(right),
  );
  const others = members.filter((one) => !own.includes(one));
  const telling = odd.length > 0 ? odd : isOfOther(exchange, twin) ? withoutSubject(others) : others;
  // of what was accepted, the bytes may be what is wrong
  const shown = telling.length > 0 || !isSuccess(exchange) ? telling : members;
  return [...withoutVersion(shown), ...differences.filter(isRelatedHeader)];
}

/** Each release has a subject of its own: beside another member that differs, it is not what is wrong. */
function withoutSubject(members: readonly RequestDifference[]): readonly RequestDifference[] {
  const others = members.filter(({ place }) => !ofSubject.test(place));
  return others.length > 0 ? others : members;
}

/** A version as most creates have one. */
const usualVersion = /^"(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:[-+][0-9A-Za-z.+-]+)?"$/u;

/** Each create has a version of its own: beside another member that differs, it is not what is wrong. */
function withoutVersion(members: readonly RequestDifference[]): readonly RequestDifference[] {
  const others = members.filter(
    ({ place, own = "" }) => place !== "body /version" || !usualVersion.test(own),
  );
  return others.length > 0 ? others : members;
}

/** True for two keys as a client draws them: any two requests have two, and neither is wrong. */
function areUsualKeys({ place, own = "", twin = "" }: RequestDifference): boolean {
  return place === "body /idempotencyKey" && [own, twin].every((key) => /^"?[\w-]{16,64}"?$/u.test(key));
}

/** A value without what differs between two of its kind: the digits of a digest or of a number. */
export function toShape(value = ""): string {
  return value.replaceAll(/[0-9a-f]{32,}|[0-9]+/g, ({ length }) => (length < 32 ? "9" : `${length} digits`));
}

function isRelatedHeader({ place }: RequestDifference): boolean {
  return place.startsWith("header ") && !unrelatedHeaders.has(place.slice("header ".length));
}

/** A request that has two different keys: one in the header, one in the body. */
function describeTwoKeys(exchange: Exchange): readonly string[] | undefined {
  const keys = unequalKeysOf(exchange);
  if (keys === undefined) return undefined;
  const { header, body } = keys;
  return [
    `the key in the header is ${quoteDifference(header, body)}, and in the body ${quoteDifference(body, header)}`,
  ];
}

/** A key that another request had used: what is wrong is what differs between the two. */
function describeReusedKey(
  exchange: Exchange,
  others: readonly Exchange[],
  baseUrl: string,
): readonly string[] | undefined {
  const key = keyOf(exchange);
  const first = others.find(
    (one) =>
      key !== undefined &&
      keyOf(one) === key &&
      one.operation === exchange.operation &&
      one.startedAtMs <= exchange.startedAtMs &&
      isSuccess(one),
  );
  if (key === undefined || first === undefined) return undefined;
  const members = compareRequests(exchange, first, baseUrl).filter(
    ({ place }) => place.startsWith("body /") && place !== "body /idempotencyKey",
  );
  const places = [exchange, first].map((one) => (keysOf(one).header === undefined ? "body" : "header"));
  const where =
    places[0] === places[1] ? "" : ` (here in the ${places[0] ?? ""}, there in the ${places[1] ?? ""})`;
  return [
    `the key ${quoteDifference(key, "")}${tellSize(key)} was used before, for ${isSameRequest(exchange, first) ? "the same" : "another"} request${where}`,
    ...(members.length > maxDifferences ? [] : members.map((one) => toDifferenceLine(one, beforeIt))),
  ];
}

/** How many characters an unusual key has. */
function tellSize(key: string): string {
  const { length } = Array.from(key);
  if (length >= usualKeys.min && length <= usualKeys.max) return "";
  return ` (of ${length === 1 ? "one character" : `${length} characters`})`;
}

const usualKeys = { min: 8, max: 128 };

function isSameRequest(one: Exchange, other: Exchange): boolean {
  return one.request.url === other.request.url && one.request.body?.digest === other.request.body?.digest;
}

/** The token, or what is sent in place of one, beside the token of a request for the same volume that was accepted. */
function describeToken(
  { finding, exchange }: AcceptedFinding,
  others: readonly Exchange[],
  baseUrl: string,
): readonly string[] {
  const volume = JSON.stringify(exchange.about?.volume);
  const ofVolume = others.filter(({ about }) => JSON.stringify(about?.volume) === volume);
  const twin = findPositiveTwin(finding, exchange, ofVolume);
  // the label of a token of the hook says which check asked for it, and nothing else
  if (twin === undefined || isHookLabel(labelOfToken(exchange) ?? "")) return [];
  const credentials = compareRequests(exchange, twin, baseUrl).filter(
    (one) => one.place.startsWith("query ") || (isRelatedHeader(one) && one.place !== "header content-type"),
  );
  const isToken = ({ place }: RequestDifference): number => Number(place === "header authorization");
  return credentials
    .toSorted((a, b) => isToken(b) - isToken(a))
    .slice(0, maxDifferences)
    .map((one) => describeTokens(one, exchange, twin) ?? toDifferenceLine(one));
}

/** Both tokens by their labels; undefined if this is another header, or has something else than a token of the run. */
function describeTokens(
  { place, own }: RequestDifference,
  exchange: Exchange,
  twin: Exchange,
): string | undefined {
  const right = labelOfToken(twin);
  const label = labelOfToken(exchange);
  if (place !== "header authorization" || right === undefined) return undefined;
  if (own === undefined) return `the token is absent, right is ${JSON.stringify(right)}`;
  return label && `the token is ${JSON.stringify(label)}, right is ${JSON.stringify(right)}`;
}
