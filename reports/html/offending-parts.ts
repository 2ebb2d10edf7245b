import type { Exchange, Finding } from "../../schemas/report.ts";
import { toShortGot } from "./short-got.ts";

/** The parts of a response that a finding is about, for the page to mark. */
export interface OffendingParts {
  readonly status: boolean;
  /** Header names in lowercase. */
  readonly headers: readonly string[];
  /** JSON pointers into the body. */
  readonly pointers: readonly string[];
}

interface Member {
  readonly pointer: string;
  readonly name: string;
  readonly value: unknown;
}

/** A longer body is not searched for the member: the page would take too long to make. */
const maxMembers = 2000;

function listMembers(value: unknown, pointer: string, members: Member[]): readonly Member[] {
  if (value === null || typeof value !== "object") return members;
  for (const [name, member] of Object.entries(value)) {
    if (members.length >= maxMembers) break;
    const own = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    members.push({ pointer: own, name, value: member });
    listMembers(member, own, members);
  }
  return members;
}

function parseMembers(text: string | undefined): readonly Member[] {
  try {
    return text === undefined ? [] : listMembers(JSON.parse(text), "", []);
  } catch {
    return [];
  }
}

/** A JSON pointer (`"/release/purl"`) or a path with dots (`subject.integrity`), as a pointer. */
const path = /(?:^|[\s"'`(])(?<pointer>(?:\/[\w@~-]+)+|[A-Za-z]\w*(?:\.\w+)+)/gu;

function namedPointers(text: string): ReadonlySet<string> {
  const found = [...text.matchAll(path)].map((match) => match.groups?.["pointer"] ?? "");
  return new Set(found.map((one) => (one.startsWith("/") ? one : `/${one.replaceAll(".", "/")}`)));
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.match(/[A-Za-z]\w*/gu));
}

function isTheValue(value: unknown, got: string): boolean {
  if (typeof value === "string")
    return value !== "" && (got === value || got.includes(JSON.stringify(value)));
  return value !== null && typeof value !== "object" && got === JSON.stringify(value);
}

/** The member of the finding, else those that it names by a path, else by their value, else by their name alone. */
function findPointers({ expected, got, member }: Finding, members: readonly Member[]): readonly string[] {
  if (member !== undefined)
    return members.filter(({ pointer }) => pointer === member).map((one) => one.pointer);
  const short = toShortGot(got);
  const named = namedPointers(`${expected} ${short}`);
  const byPath = members.filter(({ pointer }) => named.has(pointer));
  if (byPath.length > 0) return byPath.map(({ pointer }) => pointer);
  const mentioned = words(expected);
  const byValue = members.filter(({ value }) => isTheValue(value, short));
  const both = byValue.filter(({ name }) => mentioned.has(name));
  const chosen = both.length > 0 ? both : byValue.filter(({ value }) => typeof value === "string");
  if (chosen.length > 0) return chosen.map(({ pointer }) => pointer);
  const byName = members.filter(({ name, pointer }) => mentioned.has(name) && pointer.split("/").length < 4);
  return byName.slice(0, 1).map(({ pointer }) => pointer);
}

/** Finds what a finding is about in the response that shows it. Nothing is marked if the finding does not name it. */
export function findOffendingParts(finding: Finding, { response }: Exchange): OffendingParts {
  if (response === undefined) return { status: false, headers: [], pointers: [] };
  const short = toShortGot(finding.got);
  const status = String(response.status);
  const isStatus = new RegExp(`^(?:status )?${status}\\b`, "u").test(short);
  const told = `${finding.expected} ${finding.rule}`.toLowerCase();
  const headers = response.headers
    .map(([name]) => name.toLowerCase())
    .filter((name) => name.includes("-") && told.includes(name));
  const members = parseMembers(response.body?.text);
  if (!isStatus) return { status: false, headers, pointers: findPointers(finding, members) };
  const slug = /^(?:status )?\d{3} (?<slug>[a-z-]+)$/u.exec(short)?.groups?.["slug"];
  const isOtherProblem = slug !== undefined && !finding.expected.includes(slug);
  return {
    status: !finding.expected.includes(status) || !isOtherProblem,
    headers,
    pointers: isOtherProblem
      ? members.filter(({ pointer }) => pointer === "/type").map((one) => one.pointer)
      : [],
  };
}
