/** The words of a cause: one sentence, an id that is the same in another run, and where to look. */
import { collapseRuns, cutAtWord } from "../../../schemas/short-text.ts";
import type { About, Exchange } from "../../../schemas/report.ts";
import { fieldIn } from "../../exchange/answer.ts";
import { toRequestLine } from "../../recording/read-about.ts";
import { isHookLabel } from "../../recording/redaction.ts";
import { placeOfBreak } from "../../transport/connection-errors.ts";
import type { Sighting } from "./deviation.ts";
import type { GivenAddress, Giver } from "./given-addresses.ts";
import { isAcceptedOfNobody, isOfDocument, ofTokens, type Wrong } from "./wrong.ts";

interface CauseText {
  readonly id: string;
  readonly sentence: string;
  readonly hint: string;
}

/** What other exchanges say of the one that is shown. */
interface Surroundings {
  /** What gave the address of its request, where no client builds it. */
  readonly giver?: Giver | undefined;
  /** The query of an earlier search that had the same body. */
  readonly query?: string | undefined;
  /** True if the same request, with the same key, succeeded before. */
  readonly isRepeat?: boolean;
  /** Where to look, if the run shows more than the deviation itself. */
  readonly hint?: string | undefined;
}

/** Maximum characters of what came, in a sentence. */
const maxValue = 160;

/**
 * @param shown the sighting of the requirement that the cause breaks, or of the first that it blocks
 */
export function describeCause(
  shown: Sighting,
  { giver, query, hint, isRepeat = false }: Surroundings = {},
): CauseText {
  const { deviation, expected, got, requirement } = shown;
  const { key, wrong, exchange, address } = deviation;
  const isLost = giver !== undefined && exchange?.response?.status === 404;
  return {
    id: toId(key),
    sentence: address
      ? toAddressSentence(address)
      : toSentence(exchange, {
          wrong,
          expected,
          got,
          reason: requirement.reason,
          giver,
          problems: shown.wanted?.problems ?? [],
        }),
    hint:
      hint ??
      (isLost
        ? addressHint
        : isRepeat && isOfKey(wrong)
          ? repeatHint
          : query === undefined
            ? toHint(shown)
            : toQueryHint(query)),
  };
}

function toId(key: string): string {
  return key.replaceAll(/[^A-Za-z0-9/]+/g, "-");
}

function toAddressSentence({ giver, member, url, failure }: GivenAddress): string {
  return `${toEndpoint(giver)} returns \`${member}\` ${shorten(url)}, and nothing answers there: ${shorten(failure)}`;
}

/** A request in the words of the specification, or with its own address where it went to no endpoint. */
function toEndpoint({ request, operation, about }: Exchange): string {
  const endpoint =
    operation === "other" && about !== undefined ? findEndpoint(request.url, about) : operation;
  const address = endpoint === "other" ? shorten(toPath(request.url)) : patterns[endpoint];
  return `\`${request.method} ${address}\``;
}

/** The operation of a request that a check wrote by hand as a client writes it. */
function findEndpoint(url: string, about: About): Exchange["operation"] {
  const { operation = "other" } = about;
  const { path } = toRequestLine(about);
  // what is encoded may be what is unusual
  const isPlain = operation !== "other" && toPath(url).endsWith(path) && !path.includes("%");
  return isPlain ? operation : "other";
}

function toPath(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]+/iu, "");
}

function toGivenAddress({ request }: Exchange, { giver, member, url }: Giver): string {
  const isRelative = !/^https?:/iu.test(url);
  const value = isRelative ? ` "${shorten(url)}"` : "";
  return `\`${request.method}\` of \`${member}\`${value}, as ${toEndpoint(giver)} gives it,`;
}

interface Words {
  readonly wrong: Wrong;
  readonly expected: string | undefined;
  readonly got: string | undefined;
  readonly reason: string | undefined;
  readonly giver: Giver | undefined;
  readonly problems: readonly string[];
}

function toSentence(
  exchange: Exchange | undefined,
  { wrong, expected = "", got, reason, giver, problems }: Words,
): string {
  if (got === undefined) return shorten(reason ?? "no reason given");
  if (exchange === undefined) return `got ${shorten(got)}, expected ${shorten(expected)}`;
  const isUnusual = exchange.about?.credential === "other" && ofCrash.has(wrong.kind);
  const isTold = isUnusual || isOfAuthority(wrong) || isAcceptedOfNobody(wrong, exchange);
  const caller = isTold ? describeCaller(exchange) : "";
  const what = giver === undefined ? `${toEndpoint(exchange)}${caller}` : toGivenAddress(exchange, giver);
  // the schema's words have both values
  if (/^(?:member "|document: )/.test(got)) return `${what} returns a wrong document: ${shorten(got)}`;
  const broken = placeOfBreak(exchange.failure);
  if (broken !== undefined) return `The response to ${what} breaks off after ${broken}, in each try`;
  const answered = String(exchange.response?.status ?? "nothing");
  // any other number is a value
  const [start, status] = /^(?:status )?(\d{3})(?= |$)/.exec(got) ?? [];
  if (start !== undefined && status === answered) {
    const isWhole = got === start || /^ with [[{]/.test(got.slice(start.length));
    const answer = isWhole ? status : shorten(got);
    // what a refusal has to be is no reason to refuse it
    return wrong.kind === "server error" && problems.length > 0
      ? `${what} answers ${answer} where a status below 500 is expected; a refusal of it is ${shorten(expected)}`
      : `${what} answers ${answer} where ${shorten(expected)} is expected`;
  }
  return `${what} answers ${answered}: got ${shorten(got)}${describeExpected(expected)}`;
}

/** True for a deviation in what a token allows: the sentence says whose it was. */
function isOfAuthority(wrong: Wrong): boolean {
  if (wrong.kind === "accepted") return wrong.chapter === "authentication" || wrong.operation === "protected";
  if (wrong.kind === "problem") return ofTokens.includes(wrong.expected);
  return "slug" in wrong && ofTokens.includes(wrong.slug);
}

/** Deviations that an unusual `Authorization` may lead to, which the sentence has to show then. */
const ofCrash: ReadonlySet<Wrong["kind"]> = new Set([
  "server error",
  "foreign response",
  "no problem",
  "no response",
]);

/** The credentials of a request, as the words after it. */
function describeCaller({ about, request }: Exchange): string {
  const label = about?.credential;
  if (label === undefined) return " without a token";
  if (label === "other") {
    const value = fieldIn(request.headers, "authorization");
    return ` with \`Authorization: ${shorten(value ?? "(unknown)")}\``;
  }
  return isHookLabel(label) ? " with a token of the states hook" : ` with the token "${label}"`;
}

/** What was expected: a value, or a whole rule. */
function describeExpected(expected: string): string {
  return /^[A-Z].*\.$/su.test(expected)
    ? `. The rule: ${shorten(expected.slice(0, -1))}`
    : `, expected ${shorten(expected)}`;
}

const patterns: Readonly<Record<Exclude<Exchange["operation"], "other">, string>> = {
  searchVolumes: "/search",
  getVersionIndex: "/index/volumes/{name}",
  getRelease: "/volumes/{name}/{version}",
  createReleaseUpload: "/volumes/{name}",
  finalizeReleaseUpload: "/volumes/{name}/uploads/{uploadId}/finalize",
  createTrustUpload: "/volumes/{name}/{version}/trust/uploads",
  finalizeTrustUpload: "/volumes/{name}/{version}/trust/uploads/{uploadId}/finalize",
  getTrustSummary: "/volumes/{name}/{version}/trust/summary",
  getTrustDetail: "/volumes/{name}/{version}/trust/detail",
  searchAdvisories: "/advisories",
  getAdvisory: "/advisories/{advisoryId}",
  getCapabilities: "/capabilities",
  unpublishVersion: "/volumes/{name}/{version}",
  transferBytes: "(the address that the registry gave)",
  state: "(the states hook)",
};

function shorten(text: string): string {
  if (text.length <= maxValue) return text;
  return cutAtWord(collapseRuns(text), maxValue);
}

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
  accepted: "This request should be refused; find the missing check",
  "success status": "Find the status that this endpoint sets on success",
  member: "Find the code that fills this member",
  content: "Check which stored data this endpoint returns",
  requirement: "Compare the exchange with the requirement",
};

/** Findings about how much there is: neither a check nor the code of one member is what is wrong. */
const ofAmount =
  /^(?:\[|nothing$|no |missing|only |\d+ (?:of |items|rows|entries|volumes|versions|attachments))/;

/** True where a key conflicts and should not: requests that should be refused for another reason try it too. */
function isOfKey(wrong: Wrong): boolean {
  return (wrong.kind === "problem" || wrong.kind === "refused") && wrong.slug === "idempotency-conflict";
}

const keyHint =
  "This key is taken for one of another request: check how keys are compared, and what is stored of a request that did not succeed";

const repeatHint =
  "This request succeeded before with this key. Check that its stored answer is given again, whatever has changed since then";

/** No hint rather than a wrong one. */
function toHint({
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
  if (exchange !== undefined && isAcceptedOfNobody(wrong, exchange)) return hints.accepted;
  if (kind === "accepted" && wanted?.problems === undefined && wanted?.answer === undefined) return "";
  if (isOfDocument(wrong) && (ofAmount.test(got) || /\bnumber of\b/.test(expected))) return "";
  // a success that says nothing
  if (wrong.kind === "problem" && wrong.slug === "nothing" && exchange?.request.method !== "GET")
    return hints.accepted;
  if (wrong.kind === "problem" && ofTokens.includes(wrong.expected)) return lateTokenHint;
  if (kind === "no response" && aspect === "body")
    return "A server or a gateway ends this response too early: check its limits of size and time, and its log";
  if (kind === "header" && aspect === "body") return "Check how the body of this response is written";
  const hint = kind === "member" ? (hintsOfMembers.get(wrong.member) ?? hints[kind]) : hints[kind];
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

const lateTokenHint =
  "The token is looked at late here, or not at all: find the check that answers first, and that of the token";
