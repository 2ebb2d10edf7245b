/** What kind of deviation a response shows, and which deviations are the same one. Knows the form of problems, and no rule. */
import { isSlug, statusOfSlug } from "../../schemas/problems.ts";
import type { Exchange, Finding, CaseResult } from "../../schemas/report.ts";
import { notSent, notTaken } from "../registry/network-error.ts";
import { isForeign } from "./foreign-responses.ts";
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

type About = Pick<Finding, "expected" | "got" | "member">;

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

/** Values of several responses are compared: what is compared is in the words of the finding. */
function toKeyWithoutExchange(requirement: string, about: About | undefined): string {
  const member = memberIn(about?.expected ?? "");
  return member === undefined ? `requirement ${requirement}` : `member ${member}`;
}

/** The member that a finding's words begin with, where it names none itself: "`attachments` to be []", "a different integrity". */
function memberIn(expected: string): string | undefined {
  const named = /^(?:the |an? )?`([A-Za-z.]+)`/.exec(expected) ?? /^the (\w+) of the same /.exec(expected);
  const found = named ?? /^(?:an? )?different `?([A-Za-z]+)/.exec(expected);
  return found?.[1] === undefined ? undefined : leafOf(found[1].replaceAll(".", "/"));
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
  return toSuccessKey(requirement, operation, about);
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

/** Expected statuses and problems at the start of a finding's words. */
const expectedProblem = /^(?:(\d{3}) ([a-z-]+)|a client error)/;

function toRefusalKey(
  requirement: string,
  exchange: Exchange,
  { status, slug }: ResponseFacts,
  about: About | undefined,
): string {
  const ownMember = leafOf(about?.member ?? "");
  const isMixed = isSlug(slug) && statusOfSlug[slug] !== status;
  if (isMixed && ownMember === "type") return `type ${status} of ${slug}`;
  if (problemMembers.has(ownMember)) return `problem member ${ownMember}`;
  if (isMixed) return `status ${status} of ${slug}`;
  const described = about?.expected === jsonObject ? "document" : (memberIn(about?.expected ?? "") ?? "");
  if (described === "document" || problemMembers.has(described)) return `problem member ${described}`;
  if (!isSlug(slug)) return toProblemlessKey(status, slug);
  const expected = expectedProblem.exec(about?.expected ?? "")?.[2];
  if (expected !== undefined) return `problem ${slug} for ${expected}`;
  if (about !== undefined && !isAboutTheRefusal(about)) return `header ${requirement}`;
  return `refused ${forAllOperations.has(slug) ? "any" : operationOf(exchange)} ${slug}`;
}

const problemMembers: ReadonlySet<string> = new Set(["type", "title", "status", "detail", "instance"]);

/** What a finding expects of a problem that is no object. */
const jsonObject = "a JSON object";

/** Problems that one place in a registry answers for all operations. */
const forAllOperations: ReadonlySet<string> = new Set(["authentication-required", "unsupported-media-type"]);

/** True if the finding says that the request should not have been refused, or not in this way. */
function isAboutTheRefusal({ got, expected }: About): boolean {
  return (
    /^(?:(?:status )?\d{3} (?:with|without) .*|status \d{3}|(?:\d{3} )?[a-z]+(?:-[a-z]+)*)$/.test(got) ||
    expected.startsWith("a success")
  );
}

function toProblemlessKey(status: number, slug: string | undefined): string {
  return slug === undefined ? `no problem ${status}` : `unknown problem ${slug}`;
}

const notFound = { problem: "404 not-found", slug: "not-found" };

/** True if a read found metadata where a finding expects none, without saying which problem. */
function isNotPublished(operation: string, { expected }: About): boolean {
  return operation.startsWith("get") && /^no (?:release )?metadata\b/.test(expected);
}

/** Of several expected problems the one with the lowest status, in whichever order the finding names them. */
function expectedIn(expected: string): { readonly problem?: string; readonly slug?: string | undefined } {
  const first = expectedProblem.exec(expected);
  if (first === null) return {};
  const all = [...expected.matchAll(/(?:^| or )(\d{3} ([a-z-]+))/g)];
  const [lowest] = all
    .map(([, text = "", slug]) => ({ problem: text, slug }))
    .toSorted((a, b) => (a.problem < b.problem ? -1 : 1));
  return lowest ?? { problem: first[0], slug: first[2] };
}

/** A success without a document: nothing was found, so that it stands for the refusal with another status. */
const emptySuccess = /^2\d\d with (?:null|an empty body|\{\}|\[\])$/;

function toSuccessKey(requirement: string, operation: string, about: About): string {
  const { problem, slug } = isNotPublished(operation, about) ? notFound : expectedIn(about.expected);
  if (slug !== undefined && emptySuccess.test(about.got)) return `problem nothing for ${slug}`;
  if (problem !== undefined) {
    const chapter = requirement.split("/")[0] ?? "";
    // a read that finds what is not there is one deviation, whichever check sent it
    if (slug === "not-found" && operation.startsWith("get")) return `accepted ${operation} any ${problem}`;
    // one missing look at the token opens several operations at once
    const where = /^40[13]/.test(problem) ? "protected" : operation;
    return `accepted ${where} ${chapter} ${problem}`;
  }
  if (/^status \d{3}$/.test(about.expected)) return `success status ${operation}`;
  const member = about.member === undefined ? memberIn(about.expected) : leafOf(about.member);
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
