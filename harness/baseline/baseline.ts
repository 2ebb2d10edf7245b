/** The baseline: known and accepted verdicts, each with a reason and an expiry date. It changes the exit code, never a verdict. */
import type { Report, CaseResult } from "../../schemas/report.ts";
import { toRequirements } from "../verdict/requirement-results.ts";
import { toExitCode } from "../verdict/verdicts.ts";

export interface BaselineEntry {
  /** The id of a requirement or of a case. */
  readonly requirement: string;
  /** Of a requirement with several cases: the ids of those whose verdict is accepted. */
  readonly cases?: readonly string[];
  readonly verdict: "failed" | "skipped" | "blocked";
  readonly reason: string;
  /** `YYYY-MM-DD`: the last day on which the entry holds. */
  readonly expires: string;
}

export interface Baseline {
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
}

/** What the suite has, by id. */
export interface BaselineIds {
  /** All cases. */
  readonly known: ReadonlySet<string>;
  /** The cases of each requirement that has several. */
  readonly casesOf: ReadonlyMap<string, readonly string[]>;
}

/**
 * The report with what the baseline accepts, and with the baseline's own errors: an entry whose requirement is unknown,
 * that has expired, is a duplicate, or no longer matches. Requirements that this run did not select are ignored.
 * @param today `YYYY-MM-DD`
 */
export function applyBaseline(
  report: Report,
  baseline: Baseline,
  about: BaselineIds & { readonly today: string },
): Report {
  const results = new Map(report.cases.map((result) => [result.id, result]));
  const errors: string[] = [];
  const accepted = new Map<string, BaselineEntry>();
  for (const entry of baseline.entries.flatMap((one) => toCaseEntries(one, about.casesOf))) {
    if (typeof entry === "string") {
      errors.push(entry);
      continue;
    }
    const error = accepted.has(entry.requirement)
      ? `"${entry.requirement}" has two entries`
      : toError(entry, results.get(entry.requirement), about);
    if (error !== undefined) errors.push(error);
    else if (results.has(entry.requirement)) accepted.set(entry.requirement, entry);
  }
  const cases = report.cases.map((result): CaseResult => {
    const entry = accepted.get(result.id);
    return entry === undefined
      ? result
      : { ...result, accepted: { reason: entry.reason, expires: entry.expires } };
  });
  const { interrupted, broken } = report.run;
  return {
    ...report,
    requirements: toRequirements(cases, report.requirements),
    cases,
    exitCode: toExitCode({
      results: cases,
      interrupted,
      broken: broken !== undefined,
      baselineErrors: errors.length,
    }),
    baseline: { file: baseline.file, errors, accepted: accepted.size },
  };
}

/**
 * An entry for each case that the entry names, or what is wrong with it: one for a requirement with several cases has to name those that
 * it accepts, so that one known failure hides no other.
 */
function toCaseEntries(
  entry: BaselineEntry,
  casesOf: BaselineIds["casesOf"],
): readonly (BaselineEntry | string)[] {
  const { requirement, cases, ...accepted } = entry;
  const own = casesOf.get(requirement) ?? [requirement];
  if (cases !== undefined)
    return cases.map((id) =>
      own.includes(id) ? { ...accepted, requirement: id } : `"${id}" is not a case of "${requirement}"`,
    );
  if (own.length === 1) return [entry];
  return [
    `"${requirement}" has ${own.length} cases, and the entry names none: list some of ${own.join(", ")} in "cases"`,
  ];
}

function toError(
  entry: BaselineEntry,
  result: CaseResult | undefined,
  about: { readonly known: ReadonlySet<string>; readonly today: string },
): string | undefined {
  if (!about.known.has(entry.requirement))
    return `"${entry.requirement}" is not a requirement or a case of this suite`;
  if (entry.expires < about.today) return `"${entry.requirement}" expired on ${entry.expires}`;
  if (result === undefined || isSame(result, entry)) return undefined;
  return `"${entry.requirement}" is ${result.verdict} now, the baseline expects ${entry.verdict}: remove the entry`;
}

/** A warning that a strict run counts as a failure is accepted as one. */
function isSame(result: CaseResult, entry: BaselineEntry): boolean {
  return result.verdict === entry.verdict || (result.verdict === "warned" && entry.verdict === "failed");
}

/**
 * A new baseline for a report: entries that still match keep their reason and expiry, and so do those of requirements that this
 * run did not select. New entries have an empty reason: a person has to write it before the file can be used.
 * @param about `expires` is for new entries, `YYYY-MM-DD`; the ids are those of the suite
 */
export function updateBaseline(
  report: Report,
  old: Baseline | undefined,
  about: BaselineIds & { readonly expires: string },
): readonly BaselineEntry[] {
  const before = (old?.entries ?? [])
    .flatMap((entry) => toCaseEntries(entry, about.casesOf))
    .filter((entry) => typeof entry !== "string");
  const selected = new Set(report.cases.map(({ id }) => id));
  const isKept = ({ requirement }: BaselineEntry): boolean =>
    about.known.has(requirement) && !selected.has(requirement);
  const current = report.cases.flatMap((result): readonly BaselineEntry[] => {
    const verdict = toEntryVerdict(result);
    if (verdict === undefined) return [];
    const known = before.find((entry) => entry.requirement === result.id && isSame(result, entry));
    return [known ?? { requirement: result.id, verdict, reason: "", expires: about.expires }];
  });
  return [...current, ...before.filter(isKept)];
}

function toEntryVerdict({ verdict, notOffered }: CaseResult): BaselineEntry["verdict"] | undefined {
  if (verdict === "failed" || verdict === "blocked") return verdict;
  return verdict === "skipped" && notOffered !== true ? "skipped" : undefined;
}
