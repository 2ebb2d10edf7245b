import { isSlug, statusOfSlug } from "../../schemas/problems.ts";
import type { Exchange, Finding } from "../../schemas/report.ts";
import { parseJson } from "../json-text.ts";

/** The parts of a response that a finding is about, for the page to mark. */
export interface OffendingParts {
  readonly status: boolean;
  /** Header names in lowercase. */
  readonly headers: readonly string[];
  /** JSON pointers into the body. */
  readonly pointers: readonly string[];
}

/** A longer body is not searched for the member: the page would take too long to make. */
const maxMembers = 2000;

/** JSON pointers of the members of a document, the outer ones first, as far as they are searched. */
function pointersOf(text: string | undefined): readonly string[] {
  const document = parseJson(text);
  const open: (readonly [pointer: string, value: unknown])[] = [["", document]];
  for (let read = 0; read < open.length && open.length < maxMembers; read++) {
    const [pointer, value] = open[read] ?? ["", undefined];
    if (value === null || typeof value !== "object") continue;
    for (const [name, member] of Object.entries(value))
      open.push([`${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, member]);
  }
  return open.slice(1).map(([pointer]) => pointer);
}

/** Finds what a finding is about in the response that shows it. Nothing is marked if the finding does not name it. */
export function findOffendingParts(
  { rule, member, wanted = {}, aspect }: Finding,
  { response }: Exchange,
): OffendingParts {
  if (response === undefined) return { status: false, headers: [], pointers: [] };
  const pointers = pointersOf(response.body?.text);
  const told = rule.toLowerCase();
  const headers =
    aspect === "header"
      ? response.headers
          .map(([name]) => name.toLowerCase())
          .filter((name) => name.includes("-") && told.includes(name))
      : [];
  const place = member ?? wanted.value?.at;
  if (place !== undefined)
    return { status: false, headers, pointers: pointers.filter((one) => one === place) };
  const { problems = [], status, answer, otherStatus } = wanted;
  if (problems.length === 0 && (status ?? answer ?? otherStatus) === undefined) {
    const named = pointers.find((one) => one.endsWith(`/${wanted.member}`));
    return { status: false, headers, pointers: named === undefined ? [] : [named] };
  }
  // under the right status, the type is what is wrong
  const statuses = problems.map((one) => (isSlug(one) ? statusOfSlug[one] : undefined));
  const isOfStatus = statuses.includes(response.status);
  return {
    status: !isOfStatus,
    headers,
    pointers: isOfStatus ? pointers.filter((one) => one === "/type") : [],
  };
}
