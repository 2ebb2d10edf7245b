/** The words of a cause: one sentence, an id that is the same in another run, and where to look. */
import type { About, Exchange } from "../../../schemas/report.ts";
import { toRequestLine } from "../../recording/read-about.ts";
import { isHookLabel } from "../../../schemas/hook-token.ts";
import { placeOfBreak } from "../../transport/connection-errors.ts";
import type { Around } from "./around.ts";
import { toHint } from "./cause-hint.ts";
import type { Sighting } from "./deviation.ts";
import { authorizationOf, placeOfToken } from "./exchange-text.ts";
import type { GivenAddress, Giver } from "./given-addresses.ts";
import type { Redirect } from "./redirects.ts";
import { isAcceptedOfNobody, ofTokens, type Wrong } from "./wrong.ts";
import { shorten } from "./short-value.ts";

interface CauseText {
  readonly id: string;
  readonly sentence: string;
  readonly hint: string;
}

interface Surroundings extends Around {
  /** Where to look, if the run shows more than the deviation itself. */
  readonly hint?: string | undefined;
}

/**
 * @param shown the sighting of the requirement that the cause breaks, or of the first that it blocks
 */
export function describeCause(shown: Sighting, { hint, ...around }: Surroundings = {}): CauseText {
  const { deviation, expected, got, requirement } = shown;
  const { key, wrong, exchange, address } = deviation;
  return {
    id: toId(key),
    sentence: address
      ? toAddressSentence(address)
      : toSentence(exchange, {
          wrong,
          expected,
          got,
          reason: requirement.reason,
          giver: around.giver,
          redirect: around.redirect,
          token: around.token,
          problems: shown.wanted?.problems ?? [],
        }),
    hint: hint ?? toHint(shown, around),
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
  readonly redirect: Redirect | undefined;
  readonly token: string | undefined;
  readonly problems: readonly string[];
}

function toSentence(
  exchange: Exchange | undefined,
  { wrong, expected = "", got, reason, giver, redirect, token, problems }: Words,
): string {
  if (got === undefined) return shorten(reason ?? "no reason given");
  if (exchange === undefined) return `got ${shorten(got)}, expected ${shorten(expected)}`;
  const isUnusual = exchange.about?.credential === "other" && ofCrash.has(wrong.kind);
  const isTold = isUnusual || isOfAuthority(wrong) || isAcceptedOfNobody(wrong, exchange);
  const caller = isTold ? describeCaller(exchange, token) : "";
  const asked = redirect?.from ?? exchange;
  const first = giver === undefined ? `${toEndpoint(asked)}${caller}` : toGivenAddress(asked, giver);
  const what =
    redirect === undefined ? first : `${first} at the address that its ${redirect.status} leads to`;
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
      : `${what} answers ${answer} where ${shorten(expected)}${/, (?:which|as) /u.test(expected) ? "," : ""} is expected`;
  }
  return isRule(expected)
    ? `${what} answers ${answered} against the rule "${shorten(expected.slice(0, -1))}": got ${shorten(got)}`
    : `${answered.startsWith("2") ? what.replace(/,$/u, "") : `${what} answers ${answered}`}: got ${shorten(got)}, expected ${shorten(expected)}`;
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
function describeCaller(exchange: Exchange, token: string | undefined): string {
  const label = exchange.about?.credential;
  const place = placeOfToken(exchange);
  if (place !== undefined) return ` with a token ${place} only`;
  if (label === undefined) return " without a token";
  if (label === "other") {
    const shown = (authorizationOf(exchange) ?? "(unknown)").replaceAll(
      /~redacted\.(?<label>[^~]+)~/gu,
      "<token of $<label>>",
    );
    return ` with \`Authorization: ${shorten(shown)}\``;
  }
  return isHookLabel(label)
    ? ` with a token that ${token ?? "the states hook gave"},`
    : ` with the token "${label}"`;
}

/** True for a whole rule; what is expected is a value otherwise. */
function isRule(expected: string): boolean {
  return /^[A-Z].*\.$/su.test(expected);
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
