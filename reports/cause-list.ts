import type { CaseResult, Cause, Lookalike, Report } from "../schemas/report.ts";
import { formatCount, formatCounted } from "./measures.ts";

export type CauseVerdict = NonNullable<Cause["verdict"]>;

const verdicts: readonly CauseVerdict[] = ["failed", "warned", "blocked"];

/** What each verdict of a cause is called. */
export const causeWords: Readonly<Record<CauseVerdict, string>> = {
  failed: "Failure",
  warned: "Warning",
  blocked: "Blocked",
};

/** The worst that a cause does. An older report does not say it: then it is that of the requirement that it breaks. */
export function verdictOfCause(
  { verdict, breaks = "" }: Cause,
  cases: ReadonlyMap<string, Pick<CaseResult, "verdict">>,
): CauseVerdict {
  if (verdict !== undefined) return verdict;
  const broken = cases.get(breaks)?.verdict;
  return broken === "failed" || broken === "warned" ? broken : "blocked";
}

/** The causes of a report: failures, then warnings, then what only blocks; each in the order of the report. */
export function orderCauses({ causes = [], cases }: Pick<Report, "causes" | "cases">): readonly Cause[] {
  const results = new Map(cases.map((one) => [one.id, one]));
  return verdicts.flatMap((verdict) => causes.filter((cause) => verdictOfCause(cause, results) === verdict));
}

/** The cause of each requirement that failed, warned or is blocked, by the requirement's id. */
export function indexCauses({ causes = [] }: Pick<Report, "causes">): ReadonlyMap<string, Cause> {
  const index = new Map<string, Cause>();
  for (const cause of causes) {
    for (const id of [
      ...(cause.breaks === undefined ? [] : [cause.breaks]),
      ...cause.explains,
      ...cause.blocks,
    ])
      if (!index.has(id)) index.set(id, cause);
  }
  return index;
}

/** `it also breaks 2 requirements and blocks 3`; nothing for a cause of one requirement. */
export function renderReach({ explains, blocks }: Cause): string | undefined {
  const parts = [
    ...(explains.length === 0 ? [] : [`breaks ${formatCounted(explains.length, "more case")}`]),
    ...(blocks.length === 0 ? [] : [`blocks ${formatCounted(blocks.length, "case")}`]),
  ];
  return parts.length === 0 ? undefined : `it ${parts.join(" and ")}`;
}

/** `Finalize counts the bytes of any upload (fault bytes-of-any-upload-count; it fails 3 of these 3 cases)`. */
export function renderLookalike({ fault, summary, explained, of }: Lookalike): string {
  const all = of === 1 ? "the same case" : `${formatCount(explained)} of these ${formatCounted(of, "case")}`;
  return `${summary} (fault ${fault}; it fails ${explained === 0 ? "another case of the same requirement" : all})`;
}

/**
 * What a cause may be, in few words: the bundled fault that fails most of its cases, or those that fail its only one. Undefined if none
 * fails half of them: then it is another bug.
 */
export function renderGuess({ looksLike = [] }: Cause): string | undefined {
  const [first] = looksLike;
  if (first === undefined || first.explained * 2 < first.of) return undefined;
  const alike = looksLike.filter(({ explained }) => explained === first.explained);
  if (first.of > 1 || alike.length === 1) return `looks like: ${renderLookalike(first)}`;
  const named = alike.map(({ summary, fault }) => `${summary} (fault ${fault})`);
  return `bundled faults that fail the same case: ${named.join("; ")}`;
}

/** Ids of the blocked requirements that a cause or a root cause explains. */
export function explainedRequirements({ causes = [], rootCauses }: Report): ReadonlySet<string> {
  return new Set([
    ...causes.flatMap(({ blocks }) => blocks),
    ...rootCauses.flatMap(({ requirements }) => requirements),
  ]);
}
