/**
 * The one place that decides whose failure a wrong response is. Where a response breaks a rule for every response, that rule
 * fails for it, and a check that cannot use the response is blocked by it in place of failing too.
 */
import type { Finding, Level } from "../../schemas/report.ts";
import { type Answer, isSuccess, slugOf } from "../exchange/answer.ts";
import { isSlug, type Slug, statusOfSlug } from "../../schemas/problems.ts";

/** A rule for every response that one response broke. */
export interface BrokenRule {
  readonly id: string;
  readonly level: Level;
  /** True if no check can use the response, or its status, as the specification means it. */
  readonly ownsResponse: boolean;
  readonly finding: Omit<Finding, "rule">;
}

/** What an assertion that does not hold looks at: the response as a whole, or its content. */
export interface AssertionScope {
  readonly looksAt: "response" | "content";
  /** JSON Pointer of the member, where it is known. */
  readonly member?: string | undefined;
}

/** Finds the rule that owns what an assertion found; undefined if the check itself has to fail. */
export type FindOwner = (answer: Answer, scope: AssertionScope) => BrokenRule | undefined;

/**
 * @param broken the rules that the response broke
 * @param level of the check: a `must` is blocked only by a `must`, so that no failure becomes a warning
 */
export function chooseOwner(
  broken: readonly BrokenRule[],
  level: Level,
  { answer, scope }: { readonly answer: Answer; readonly scope: AssertionScope },
): BrokenRule | undefined {
  const candidates = level === "must" ? broken.filter((rule) => rule.level === "must") : broken;
  if (!isSuccess(answer) || scope.looksAt === "response") {
    const owners = candidates.filter(({ ownsResponse }) => ownsResponse);
    const ofMember = owners.find(
      ({ finding: { member } }) => member !== undefined && member === scope.member,
    );
    return ofMember ?? owners[0];
  }
  return candidates.find(
    ({ ownsResponse, finding: { member } }) =>
      ownsResponse || (member !== undefined && isRelated(member, scope.member)),
  );
}

/**
 * True if both are one member, or one contains the other; an assertion that names no member depends on the document and on
 * its outermost members.
 */
function isRelated(broken: string, looked: string | undefined): boolean {
  const own = toSteps(broken);
  if (looked === undefined) return own.length <= 1;
  const other = toSteps(looked);
  return own.slice(0, other.length).every((step, place) => step === other[place]);
}

/** The steps of a pointer; an index stands for any index. */
function toSteps(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? "*" : step));
}

/**
 * True if the response is recognizably one of these problems although its status or its document is wrong: it has the slug, also with
 * the status of a success, or a status that belongs to one problem only.
 */
export function isRecognizable(answer: Answer, slugs: readonly Slug[]): boolean {
  const slug = slugOf(answer);
  const isRefusal = answer.status >= 400 && answer.status <= 499;
  if (isSlug(slug)) return (isRefusal || isSuccess(answer)) && slugs.includes(slug);
  if (!isRefusal) return false;
  const sharing = Object.values(statusOfSlug).filter((status) => status === answer.status);
  return sharing.length === 1 && slugs.some((one) => statusOfSlug[one] === answer.status);
}

/** Maximum number of values that are compared to find a member. */
const maxValues = 5000;

/** JSON Pointer of the first member of a body with this value; undefined if there is none, or if many could have it by chance. */
export function locate(body: unknown, value: unknown): string | undefined {
  if (typeof value !== "string" || value.length < 3) return undefined;
  const open: (readonly [string, unknown])[] = [["", body]];
  for (let read = 0; read < open.length && read < maxValues; read++) {
    const [pointer, found] = open[read] ?? ["", undefined];
    if (found === value) return pointer;
    if (typeof found !== "object" || found === null) continue;
    for (const [name, member] of Object.entries(found))
      open.push([`${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, member]);
  }
  return undefined;
}
