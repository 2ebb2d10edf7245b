/** What kind of deviation a response shows, and which deviations are the same one. Knows the form of problems, and no rule. */
import { isSlug, statusOfSlug } from "../../../schemas/problems.ts";
import type { Exchange, Finding, CaseResult, Wanted } from "../../../schemas/report.ts";
import { notSent, notTaken } from "../../transport/network-error.ts";
import { isForeign } from "../foreign-responses.ts";
import type { GivenAddress } from "./given-addresses.ts";
import { isRead, toKey, type Wrong } from "./wrong.ts";

type Sent = Exchange["operation"];

/** One deviation, as one finding or one failed set-up shows it. */
export interface Deviation {
  readonly wrong: Wrong;
  /** The same as text, to compare it and to name its cause. Nothing reads it. */
  readonly key: string;
  /** The same with the operation alone, for findings that name no member. */
  readonly operation: Exchange["operation"] | undefined;
  readonly exchange?: Exchange;
  /** JSON Pointer of the member that a finding names, with `*` for any index. */
  readonly member?: string;
  /** The address that leads nowhere, where that is what was seen; the exchange is then the one that gave it. */
  readonly address?: GivenAddress;
  /** Where the deviation may be one that a check answers for. */
  readonly shared?: string;
}

/** One requirement's view of one deviation. */
export interface Sighting {
  readonly requirement: CaseResult;
  readonly deviation: Deviation;
  readonly expected?: string;
  readonly got?: string;
  /** JSON Pointer of the member that the finding names. */
  readonly member?: string;
  readonly wanted?: Wanted;
  readonly aspect?: Finding["aspect"];
  /** The requirement that fails for what a blocked one saw. */
  readonly owner?: string;
  /** True if it looks like the deviation that its cause is named after, and not like one that was joined to it. */
  readonly isMain?: boolean;
  /** Exchanges that show it. */
  readonly exchanges: readonly string[];
}

/** True if the deviation is of an operation that the requirement speaks of, or of none. */
export function isAbout({ operations }: CaseResult, { operation }: Deviation): boolean {
  return operation === undefined || operations.some((one) => one === operation);
}

/** A response in the words that classify it. */
interface ResponseFacts {
  readonly status: number;
  readonly slug: string | undefined;
}

type About = Pick<Finding, "expected" | "got" | "member" | "wanted" | "aspect">;

/**
 * @param requirement the id of the requirement that the finding is against
 * @param about the finding; undefined for a failed set-up
 */
export function toDeviation(
  requirement: string,
  exchange: Exchange | undefined,
  about: About | undefined,
): Deviation {
  const operation = exchange === undefined ? undefined : operationOf(exchange);
  const member = about?.member?.replaceAll(/\/\d+(?=\/|$)/g, "/*");
  const wrong =
    exchange === undefined ? comparedIn(requirement, about) : wrongIn(requirement, exchange, about);
  return {
    wrong,
    key: toKey(wrong),
    operation,
    ...(exchange === undefined ? {} : { exchange }),
    ...(member === undefined ? {} : { member }),
    ...toShared(wrong, exchange),
  };
}

/** The deviation of a document that gave an address which leads nowhere. */
export function toAddressDeviation(address: GivenAddress): Deviation {
  const { giver, member } = address;
  const operation = operationOf(giver);
  const wrong: Wrong = { kind: "address", operation, member };
  return { wrong, key: toKey(wrong), operation, exchange: giver, address };
}

/** The deviation of a response that is too deep or too long to be read. */
export function toUnreadDeviation(exchange: Exchange): Deviation {
  const wrong: Wrong = { kind: "not used" };
  return { wrong, key: toKey(wrong), operation: operationOf(exchange), exchange };
}

/** Values of several responses are compared: the finding says of which member. */
function comparedIn(requirement: string, about: About | undefined): Wrong {
  const member = about?.wanted?.member;
  return member === undefined ? { kind: "requirement", requirement } : { kind: "member", member };
}

function wrongIn(requirement: string, exchange: Exchange, about: About | undefined): Wrong {
  const { response } = exchange;
  const operation = operationOf(exchange);
  if (response === undefined) return { kind: toSilence(exchange) };
  const { status } = response;
  if (operation === "state") return { kind: "states hook", status };
  if (isForeign(exchange)) return { kind: "foreign response" };
  const slug = slugIn(exchange);
  if (status >= 500)
    return isSlug(slug) ? { kind: "status", status, slug } : { kind: "server error", operation };
  if (status >= 400) return wrongRefusalIn(requirement, exchange, { status, slug }, about);
  if (isSlug(slug)) return { kind: "status", status, slug: "problems" };
  if (about === undefined) return { kind: "content", operation };
  return wrongSuccessIn(requirement, exchange, about);
}

/** A request that the suite itself held back, or a response that it could not use, says nothing about the network. */
function toSilence({ failure = "" }: Exchange): "no response" | "not sent" | "not used" {
  if (failure.startsWith(notSent)) return "not sent";
  return failure.startsWith(notTaken) ? "not used" : "no response";
}

/** The words of `SharedDeviation`. */
function toShared(wrong: Wrong, exchange: Exchange | undefined): Pick<Deviation, "shared"> {
  if (wrong.kind === "refused" && isDownload(exchange)) return { shared: "refused download" };
  if (wrong.kind === "problem") return { shared: `another problem for ${wrong.expected}` };
  return wrong.kind === "content" ? { shared: `content of ${wrong.operation}` } : {};
}

/** The operation of a request, also of one to an address that the registry gave. */
function operationOf({ operation, about }: Exchange): Sent {
  return operation === "transferBytes" ? (about?.operation ?? operation) : operation;
}

function isDownload(exchange: Exchange | undefined): boolean {
  return (
    exchange !== undefined && operationOf(exchange) === "transferBytes" && exchange.request.method === "GET"
  );
}

function wrongRefusalIn(
  requirement: string,
  exchange: Exchange,
  { status, slug }: ResponseFacts,
  about: About | undefined,
): Wrong {
  const { member, wanted = {}, aspect } = about ?? {};
  const ownMember = leafOf(member ?? "");
  const isMixed = isSlug(slug) && statusOfSlug[slug] !== status;
  if (isMixed && ownMember === "type") return { kind: "type", status, slug };
  if (problemMembers.has(ownMember)) return { kind: "problem member", member: ownMember };
  if (isMixed) return { kind: "status", status, slug };
  const { member: compared = "" } = wanted;
  if (compared === "document" || problemMembers.has(compared))
    return { kind: "problem member", member: compared };
  if (slug === undefined) return { kind: "no problem", status };
  if (!isSlug(slug)) return { kind: "unknown problem", slug };
  const [expected] = wanted.problems ?? [];
  if (expected !== undefined) return { kind: "problem", slug, expected };
  if (aspect !== undefined) return { kind: "header", requirement };
  return { kind: "refused", operation: forAllOperations.has(slug) ? "any" : operationOf(exchange), slug };
}

const problemMembers: ReadonlySet<string> = new Set(["type", "title", "status", "detail", "instance"]);

/** Problems that one place in a registry answers for all operations. */
const forAllOperations: ReadonlySet<string> = new Set(["authentication-required", "unsupported-media-type"]);

/** The statuses and slugs of the problems that a finding wants, the lowest status first. */
export function problemsOf({ problems = [] }: Wanted): readonly string[] {
  return problems.map((slug) => (isSlug(slug) ? `${statusOfSlug[slug]} ${slug}` : slug)).toSorted();
}

/** The refusal that should have come in place of a success, if one is wanted. */
function refusalIn(operation: Sent, wanted: Wanted): string | undefined {
  // a read that found something
  if (wanted.answer === "nothing" && isRead(operation)) return "404 not-found";
  return wanted.answer === "refusal" ? "a client error" : problemsOf(wanted)[0];
}

/** True for a success without a document: nothing was found, so that it stands for the refusal with another status. */
function isEmpty({ response }: Exchange): boolean {
  const text = response?.body?.text ?? "";
  return (response?.body?.size ?? 0) === 0 || ["null", "{}", "[]"].includes(text.replaceAll(/\s/g, ""));
}

function wrongSuccessIn(requirement: string, exchange: Exchange, about: About): Wrong {
  const operation = operationOf(exchange);
  const { wanted = {} } = about;
  const refusal = refusalIn(operation, wanted);
  if (wanted.problems !== undefined && isEmpty(exchange))
    return { kind: "problem", slug: "nothing", expected: refusal?.split(" ")[1] ?? "" };
  if (refusal !== undefined) {
    const [chapter = ""] = requirement.split("/");
    // a read that finds what is not there is one deviation, whichever check sent it
    if (refusal === "404 not-found" && isRead(operation))
      return { kind: "accepted", operation, chapter: "any", refusal };
    // one missing look at the token opens several operations at once
    const isProtected = ofAuthority.has(refusal);
    return { kind: "accepted", operation: isProtected ? "protected" : operation, chapter, refusal };
  }
  if (wanted.status !== undefined) return { kind: "success status", operation };
  if (about.aspect !== undefined) return { kind: "header", requirement };
  const member = about.member === undefined ? wanted.member : leafOf(about.member);
  return member === undefined ? { kind: "content", operation } : { kind: "member", member };
}

/** Refusals that one look at the token gives. */
const ofAuthority: ReadonlySet<string> = new Set(["401 authentication-required", "403 authorization-failed"]);

/** The last name in a pointer: `/items/0/purl` and `/release/purl` are the same member. */
export function leafOf(member: string): string {
  const leaf = member.split("/").findLast((step) => step !== "" && !/^\d+$/.test(step)) ?? "document";
  // the trust summary counts what the trust detail lists
  return leaf === "artifacts" || leaf === "formatsPresent" ? "attachments" : leaf;
}

/** True if two responses have the same status and the same problem, if any: the second may be the first one, kept. */
export function areAnsweredAlike(one: Exchange, other: Exchange): boolean {
  return one.response?.status === other.response?.status && slugIn(one) === slugIn(other);
}

/** The slug of the problem in a recorded response. */
export function slugIn({ response }: Exchange): string | undefined {
  const type = /"type"\s*:\s*"([^"]*)"/.exec(response?.body?.text ?? "")?.[1];
  return type === undefined ? undefined : /([^/]+)$/.exec(type)?.[1];
}
