/** Cases of a cause in a terminal: how many there are, and the first of them. */
import type { CaseResult } from "../schemas/report.ts";
import { formatCount, formatCounted } from "./measures.ts";
import type { TerminalPage } from "./terminal-page.ts";

const maxIds = 3;
/** Which cases it is that a bug fails often says what the bug is. */
const maxIdsOfFew = 6;
/** Of more cases, which chapters count them is too much to read. */
const maxCounted = 2;

interface CaseListContext {
  readonly requirements: ReadonlyMap<string, CaseResult>;
  /** True among many causes: then the ids stand on one line. */
  readonly isBrief: boolean;
  readonly breaks: string | undefined;
}

/** The ids that fit on one line, at least one, and the number of the others. */
export function listFirstIds(ids: readonly string[], width: number, most: number = maxIds): string {
  const listFirst = (count: number): string => {
    const first = ids.slice(0, count).join(", ");
    return count < ids.length ? `${first} and ${formatCount(ids.length - count)} more` : first;
  };
  let count = Math.min(ids.length, most);
  while (count > 1 && listFirst(count).length > width) count -= 1;
  return listFirst(count);
}

/** An id, and the chapter that counts it where that is another one. */
function describeCase(id: string, requirements: CaseListContext["requirements"]): string {
  const counted = toChapter(requirements.get(id)?.requirement ?? id);
  return counted === toChapter(id) ? id : `${id} (counted in ${counted})`;
}

/** The chapter of a case or a requirement, by its id. */
export function toChapter(id: string): string {
  return id.split("/", 1)[0] ?? id;
}

/**
 * Prints the first ids of cases, with how many cases of how many requirements there are: the requirements add up to the result.
 *
 * @param about.breaks the case that the cause is named after
 */
export function printIds(
  page: TerminalPage,
  label: string,
  ids: readonly string[],
  { requirements, isBrief, breaks }: CaseListContext,
): void {
  if (ids.length === 0) return;
  const told = ids.length > maxCounted ? ids : ids.map((id) => describeCase(id, requirements));
  const toOwner = (id: string): string => requirements.get(id)?.requirement ?? id;
  const owners = new Set(ids.map(toOwner));
  const isOfSame = breaks !== undefined && owners.delete(toOwner(breaks));
  const others = formatCounted(owners.size, isOfSame ? "other requirement" : "requirement");
  const of = !isOfSame ? others : owners.size === 0 ? "the same requirement" : `this and ${others}`;
  const count = ids.length > 1 ? `${formatCounted(ids.length, "case")} of ${of}: ` : "";
  const most = isBrief || ids.length > maxIdsOfFew ? page.width - label.length - count.length : Infinity;
  page.paragraph(label, `${count}${listFirstIds(told, most, most === Infinity ? maxIdsOfFew : maxIds)}`);
}
