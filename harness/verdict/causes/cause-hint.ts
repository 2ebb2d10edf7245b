/** Where to look for what a cause is of. */
import { isSlug, statusOfSlug } from "../../../schemas/problems.ts";
import type { Exchange } from "../../../schemas/report.ts";
import { opensUpload } from "../../exchange/creates.ts";
import type { Around, LikeRefusal } from "./around.ts";
import { memberHint } from "./circumstances/byte-hints.ts";
import type { Sighting } from "./deviation.ts";
import { authorizationOf, placeOfToken } from "./exchange-text.ts";
import { shorten } from "./short-value.ts";
import { isAcceptedOfNobody, isOfDocument, ofTokens, type Wrong } from "./wrong.ts";

const addressHint = "Check how this address is made, and what answers there";

function toQueryHint(query: string): string {
  return `\`GET /search${shorten(query)}\` had the same body before: a parameter is not used, or not part of a cache's key`;
}

/** What usually breaks in this way. */
const hints: Readonly<Record<Wrong["kind"], string>> = {
  "not sent":
    "The suite did not send this request. The sentence says why: change the target file or the options, or what the registry asked for",
  "not used": "The suite received this response and could not use it. Check its size and form",
  "no response":
    "Check the network between this machine and the registry, and the registry's log. If something limits connections, give --concurrency 1",
  "foreign response": "Check what is in front of the registry: a gateway, a firewall or a login page",
  "states hook":
    "Check the code of the states hook. It answers 2xx once the registry is in the state, also if it was there before",
  address:
    "Check the host and the port of this address. A registry behind a proxy may need its public address as a setting",
  "server error": "Look for a stack trace at this request in the registry's log",
  type: "The status is right. Find the code that writes the `type` of this problem",
  status: "Find the code that gives each problem its status",
  "problem member": "Find the code that writes problem documents",
  "unknown problem": "The last path segment of `type` has to be a listed slug. Find the code that writes it",
  "no problem": "Find what writes this error page: the framework or a proxy, in place of a problem document",
  problem: "Another problem is expected: find the validation that answers first",
  refused: "This request is valid; find what rejects it",
  header: "Check the headers of this response",
  accepted: "This request should be refused; find the check that is missing, or that lets it through",
  "success status": "Find the status that this endpoint sets on success",
  member: memberHint,
  content: "Check which stored data this endpoint returns",
  requirement: "Compare the exchange with the requirement",
};

/** Findings about how much there is: neither a check nor the code of one member is what is wrong. */
const ofAmount =
  /^(?:\[|nothing$|no |missing|only |\d+ (?:of |items?|rows|entries|volumes|versions|attachments))/;

/** Findings about a member that is missing or has another type: no data is wrong. */
const ofShape = /^(?:a document without |member ")/;

/** True where a key conflicts and should not: requests that should be refused for another reason try it too. */
function isOfKey(wrong: Wrong): boolean {
  return (wrong.kind === "problem" || wrong.kind === "refused") && wrong.slug === "idempotency-conflict";
}

const keyHint =
  "This is taken for another request with the same key: check how keys and requests are compared, and what is stored of one that did not succeed";

const repeatHint =
  "This request succeeded before with this key. Check that its stored answer is given again, whatever has changed since then";

const repeatOfNobodyHint =
  "This request succeeded before with this key. Look at the token first, and at the key after it: a stored answer is for its caller alone";

const refusalOfOtherHint =
  "Another caller was refused with this key before. Keep no refusal with a key, or keep it for its caller alone";

const twoKeysHint = "The header has one key, and the body another: find where the two are compared, and how";

const refusedOnceHint =
  "The same request was refused before: find what was changed since then, also by the refusal itself";

const changedByRefusalHint =
  "The same request was refused before, for who sent it: check that nothing is written before the token was looked at";

const otherAnswerHint =
  "This is the stored answer of another request with this key. Before an answer is given again, compare the caller, the whole address and the body";

/** Where a like request was refused: the check is there. */
const hintsBesideRefusals: Readonly<Record<LikeRefusal, string>> = {
  key: "This key was recognized in another request. Find what forgets it: a memory that each server has for itself, a limit to the keys that are kept, or what of a request is compared",
  "no token":
    "Another request without a token was refused. Find what lets this one in: a connection, a server or a cache that remembers the token of an earlier request",
  "ended token":
    "This token has ended. Find where this operation looks at that, and what it keeps of an earlier answer",
  "token elsewhere": "A token counts in `Authorization` only: find what takes it from another place",
  "token of the hook":
    "Other tokens were refused here. Compare what this one is for with the request: how names, versions and actions are matched",
};

/**
 * Where to look. No hint rather than a wrong one.
 *
 * @param shown the sighting that the cause shows
 */
export function toHint(shown: Sighting, around: Around): string {
  const { wrong, exchange } = shown.deviation;
  if (around.giver !== undefined && exchange?.response?.status === 404) return addressHint;
  if (around.isRepeat === true && isOfKey(wrong)) return repeatHint;
  if (
    around.isRepeat === true &&
    around.hasKey === true &&
    shown.wanted?.problems?.[0] === "authentication-required"
  )
    return repeatOfNobodyHint;
  if (around.isRefusalOfOther === true && wrong.kind === "refused") return refusalOfOtherHint;
  if (around.isAfterRefusal === true && wrong.kind === "refused") return changedByRefusalHint;
  if (around.isAnswerOfOther === true) return otherAnswerHint;
  if (around.isTokenOver === true)
    return "This token was accepted before, and no more since: find what ends it, such as its time";
  if (around.query !== undefined) return toQueryHint(around.query);
  if (ofParsing.has(wrong.kind) && isMisspelled(exchange)) return parsingHint;
  if (around.isChangedToken === true && ofParsing.has(wrong.kind)) return changedTokenHint;
  if (wrong.kind === "problem" && wrong.expected === "rate-limited") return limiterHint;
  const hint = toUsualHint(shown);
  return hint === hints.accepted ? toHintOfAccepted(around) : hint;
}

/** Deviations in which an unusual `Authorization` may have been read as a usual one. */
const ofParsing: ReadonlySet<Wrong["kind"]> = new Set(["accepted", "problem"]);

/** True where `Authorization` has the token of the publisher, and not as `Bearer` and one token. */
function isMisspelled(exchange: Exchange | undefined): boolean {
  return (
    exchange?.about?.credential === "other" && /~redacted\.publisher~/u.test(authorizationOf(exchange) ?? "")
  );
}

const changedTokenHint =
  "Compare tokens character by character, and to their ends: this one is nearly a valid one";

const limiterHint = "Find the answer that is given where a caller has sent too many requests";

const parsingHint =
  "Check how `Authorization` is read: this is not `Bearer` and one token. Otherwise another check answers before that of the token";

/** Where a like request was refused, the check is there. */
function toHintOfAccepted({ likeRefusal, leftOut, refusedSo, isRefusedBefore, hasTwoKeys }: Around): string {
  if (isRefusedBefore === true) return refusedOnceHint;
  if (likeRefusal === undefined) return toHintOfMissing(refusedSo);
  if (hasTwoKeys === true) return twoKeysHint;
  return leftOut !== undefined
    ? `This key was recognized in another request. Check that \`${leftOut}\` is part of what is compared`
    : hintsBesideRefusals[likeRefusal];
}

/** @param refusedSo undefined where it is not known which problem would be right */
function toHintOfMissing(refusedSo: Around["refusedSo"]): string {
  if (refusedSo === undefined) return hints.accepted;
  const { count, query } = refusedSo;
  if (count === 0)
    return "No request of this operation was refused with this problem: find the check that is missing";
  const others = count === 1 ? "One other request" : `${count} other requests`;
  const example = query === undefined ? "" : `, such as \`${shorten(query)}\``;
  return `${others} of this operation ${count === 1 ? "was" : "were"} refused with this problem${example}: find what lets this one through`;
}

function toUsualHint({
  deviation: { wrong, exchange },
  requirement: { reason = "" },
  wanted,
  aspect,
  expected = "",
  got = "",
}: Sighting): string {
  if (/: set ".*" in the target file$/u.test(reason))
    return "Add that key: a registry may take other manifests and formats";
  const { kind } = wrong;
  if (kind === "content" && /\/search\?(?:.*&)?offset=/u.test(exchange?.request.url ?? "")) return pageHint;
  if (exchange?.operation === "searchVolumes" && /`limit`/u.test(expected)) return limitHint;
  if (wanted?.atOnce === true) return raceHint;
  if (kind === "content" && exchange?.operation === "transferBytes") return bytesHint;
  if (exchange !== undefined && isAcceptedOfNobody(wrong, exchange)) return hints.accepted;
  if (kind === "accepted" && wanted?.problems === undefined && wanted?.answer === undefined) return "";
  if (isOfDocument(wrong) && (ofAmount.test(got) || /\bnumber of\b/.test(expected))) return "";
  // a success that says nothing
  if (wrong.kind === "problem" && wrong.slug === "nothing" && exchange?.request.method !== "GET")
    return hints.accepted;
  if (
    wrong.kind === "problem" &&
    wrong.slug === "authentication-required" &&
    wrong.expected === "authorization-failed"
  )
    return knownTokenHint;
  if (wrong.kind === "problem" && ofTokens.includes(wrong.expected))
    return exchange !== undefined && placeOfToken(exchange) !== undefined
      ? hintsBesideRefusals["token elsewhere"]
      : lateTokenHint;
  if (kind === "refused" && wanted?.answer === "listed problem") return hints.problem;
  if (kind === "no response" && aspect === "body")
    return "Fewer bytes came than were announced. Compare the `Content-Length` with what is written, and look at the log of the server and of each gateway";
  if (kind === "problem" && isOfSameStatus(wrong, exchange)) return slugHint;
  if (kind === "header" && aspect === "body") return "Check how the body of this response is written";
  if (kind === "member" && ofShape.test(got)) return hints.member;
  if (wrong.kind === "member" && wrong.member === "state" && opensUpload(exchange?.operation ?? "other"))
    return hints.member;
  // the result of a write has just been made: nothing has changed its state since
  const isNew = exchange !== undefined && exchange.request.method !== "GET";
  const isUsual = kind !== "member" || (isNew && wrong.member === "state");
  if (kind === "member" && wrong.member === "state" && exchange?.operation === "getVersionIndex")
    return rowHint;
  const hint = isUsual ? hints[kind] : (hintsOfMembers.get(wrong.member) ?? hints[kind]);
  return isOfKey(wrong) ? keyHint : hint;
}

/** Members that no code of their own fills: what is behind them is wrong. */
const hintsOfMembers: ReadonlyMap<string, string> = new Map([
  ["state", "Find what changed this state, or keeps it from changing"],
  ["integrity", "Find how this digest is computed, and over what"],
  ["artifactDigest", "Find how this digest is computed, and over what"],
  ["attachments", hints.content],
  ["items", hints.content],
]);

const rowHint = "Find where a row of the index takes its state from, and when it is written anew";

const slugHint =
  "The status is right. Find the code that gives this problem its `type`, or the validation that answers first";

/** True if the expected problem has the status of the response. */
function isOfSameStatus(wrong: Wrong, exchange: Exchange | undefined): boolean {
  return (
    wrong.kind === "problem" &&
    isSlug(wrong.expected) &&
    statusOfSlug[wrong.expected] === exchange?.response?.status
  );
}

const raceHint =
  "Several requests at once pass a check of which one alone may pass: make the check and the write one step";

const bytesHint =
  "Compare these bytes with what was uploaded: check how they are stored, packed and chosen for this address";

const pageHint = "Check how `total` is counted, the order of the list, and how `limit` and `offset` cut it";

const limitHint =
  "Compare the `limit` that a page states with the one that was requested, and with how many items it has";

const knownTokenHint =
  "The token is valid, and lacks a permission: find the problem that is given for that, or a lookup that does not find this token";

const lateTokenHint =
  "The token is looked at late here, or not at all: find the check that answers first, and the one for the token";
