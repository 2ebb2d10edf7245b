/** What kind of deviation a response shows, and which deviations are the same one. Knows the form of problems, and no rule. */
import { isSlug, statusOfSlug } from "../../../schemas/problems.ts";
import type { Exchange, Finding, CaseResult, Wanted } from "../../../schemas/report.ts";
import { notSent, notTaken } from "../../transport/network-error.ts";
import { isForeign } from "../foreign-responses.ts";
import type { GivenAddress } from "./given-addresses.ts";

/** One deviation, as one finding or one failed set-up shows it. */
export interface Deviation {
  /** Equal for the same deviation of the same operation or member. */
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
  const key =
    exchange === undefined ? toKeyWithoutExchange(requirement, about) : toKey(requirement, exchange, about);
  return {
    key,
    operation,
    ...(exchange === undefined ? {} : { exchange }),
    ...(member === undefined ? {} : { member }),
    ...toShared(key, exchange),
  };
}

/** The deviation of a document that gave an address which leads nowhere. */
export function toAddressDeviation(address: GivenAddress): Deviation {
  const { giver, member } = address;
  return {
    key: `address ${operationOf(giver)} ${member}`,
    operation: operationOf(giver),
    exchange: giver,
    address,
  };
}

/** The deviation of a response that is too deep or too long to be read. */
export function toUnreadDeviation(exchange: Exchange): Deviation {
  return { key: "not used", operation: operationOf(exchange), exchange };
}

/** Values of several responses are compared: the finding says of which member. */
function toKeyWithoutExchange(requirement: string, about: About | undefined): string {
  const member = about?.wanted?.member;
  return member === undefined ? `requirement ${requirement}` : `member ${member}`;
}

function toKey(requirement: string, exchange: Exchange, about: About | undefined): string {
  const { response } = exchange;
  const operation = operationOf(exchange);
  if (response === undefined) return toSilenceKey(exchange);
  if (operation === "state") return `states hook ${response.status}`;
  if (isForeign(exchange)) return "foreign response";
  const facts = { status: response.status, slug: slugIn(exchange) };
  if (facts.status >= 500)
    return isSlug(facts.slug) ? `status ${facts.status} of ${facts.slug}` : `server error ${operation}`;
  if (facts.status >= 400) return toRefusalKey(requirement, exchange, facts, about);
  if (isSlug(facts.slug)) return `status ${facts.status} of problems`;
  if (about === undefined) return `content ${operation}`;
  return toSuccessKey(requirement, exchange, about);
}

/** A request that the suite itself held back, or a response that it could not use, says nothing about the network. */
function toSilenceKey({ failure = "" }: Exchange): string {
  if (failure.startsWith(notSent)) return "not sent";
  return failure.startsWith(notTaken) ? "not used" : "no response";
}

/** The words of `SharedDeviation`. */
function toShared(key: string, exchange: Exchange | undefined): Pick<Deviation, "shared"> {
  const [kind = "", subject = "", , slug = ""] = key.split(" ");
  if (kind === "refused" && isDownload(exchange)) return { shared: "refused download" };
  if (kind === "problem" && subject !== "member") return { shared: `another problem for ${slug}` };
  return kind === "content" ? { shared: `content of ${subject}` } : {};
}

/** The operation of a request, also of one to an address that the registry gave. */
function operationOf({ operation, about }: Exchange): Exchange["operation"] {
  return operation === "transferBytes" ? (about?.operation ?? operation) : operation;
}

function isDownload(exchange: Exchange | undefined): boolean {
  return (
    exchange !== undefined && operationOf(exchange) === "transferBytes" && exchange.request.method === "GET"
  );
}

function toRefusalKey(
  requirement: string,
  exchange: Exchange,
  { status, slug }: ResponseFacts,
  about: About | undefined,
): string {
  const { member, wanted = {}, aspect } = about ?? {};
  const ownMember = leafOf(member ?? "");
  const isMixed = isSlug(slug) && statusOfSlug[slug] !== status;
  if (isMixed && ownMember === "type") return `type ${status} of ${slug}`;
  if (problemMembers.has(ownMember)) return `problem member ${ownMember}`;
  if (isMixed) return `status ${status} of ${slug}`;
  const { member: compared = "" } = wanted;
  if (compared === "document" || problemMembers.has(compared)) return `problem member ${compared}`;
  if (!isSlug(slug)) return toProblemlessKey(status, slug);
  const [expected] = wanted.problems ?? [];
  if (expected !== undefined) return `problem ${slug} for ${expected}`;
  if (aspect !== undefined) return `header ${requirement}`;
  return `refused ${forAllOperations.has(slug) ? "any" : operationOf(exchange)} ${slug}`;
}

const problemMembers: ReadonlySet<string> = new Set(["type", "title", "status", "detail", "instance"]);

/** Problems that one place in a registry answers for all operations. */
const forAllOperations: ReadonlySet<string> = new Set(["authentication-required", "unsupported-media-type"]);

function toProblemlessKey(status: number, slug: string | undefined): string {
  return slug === undefined ? `no problem ${status}` : `unknown problem ${slug}`;
}

/** The statuses and slugs of the problems that a finding wants, the lowest status first. */
export function problemsOf({ problems = [] }: Wanted): readonly string[] {
  return problems.map((slug) => (isSlug(slug) ? `${statusOfSlug[slug]} ${slug}` : slug)).toSorted();
}

/** The refusal that should have come in place of a success, if one is wanted. */
function refusalIn(operation: string, wanted: Wanted): string | undefined {
  // a read that found something
  if (wanted.answer === "nothing" && operation.startsWith("get")) return "404 not-found";
  return wanted.answer === "refusal" ? "a client error" : problemsOf(wanted)[0];
}

/** True for a success without a document: nothing was found, so that it stands for the refusal with another status. */
function isEmpty({ response }: Exchange): boolean {
  const text = response?.body?.text ?? "";
  return (response?.body?.size ?? 0) === 0 || ["null", "{}", "[]"].includes(text.replaceAll(/\s/g, ""));
}

function toSuccessKey(requirement: string, exchange: Exchange, about: About): string {
  const operation = operationOf(exchange);
  const { wanted = {} } = about;
  const refusal = refusalIn(operation, wanted);
  const slug = refusal?.split(" ")[1];
  if (wanted.problems !== undefined && isEmpty(exchange)) return `problem nothing for ${slug}`;
  if (refusal !== undefined) {
    const chapter = requirement.split("/")[0] ?? "";
    // a read that finds what is not there is one deviation, whichever check sent it
    if (refusal === "404 not-found" && operation.startsWith("get"))
      return `accepted ${operation} any ${refusal}`;
    // one missing look at the token opens several operations at once
    const where = /^40[13]/.test(refusal) ? "protected" : operation;
    return `accepted ${where} ${chapter} ${refusal}`;
  }
  if (wanted.status !== undefined) return `success status ${operation}`;
  if (about.aspect !== undefined) return `header ${requirement}`;
  const member = about.member === undefined ? wanted.member : leafOf(about.member);
  return member === undefined ? `content ${operation}` : `member ${member}`;
}

/** The last name in a pointer: `/items/0/purl` and `/release/purl` are the same member. */
export function leafOf(member: string): string {
  const leaf = member.split("/").findLast((step) => step !== "" && !/^\d+$/.test(step)) ?? "document";
  // the trust summary counts what the trust detail lists
  return leaf === "artifacts" || leaf === "formatsPresent" ? "attachments" : leaf;
}

/** The slug of the problem in a recorded response. */
export function slugIn({ response }: Exchange): string | undefined {
  const type = /"type"\s*:\s*"([^"]*)"/.exec(response?.body?.text ?? "")?.[1];
  return type === undefined ? undefined : /([^/]+)$/.exec(type)?.[1];
}
