/** The baseline: known and accepted verdicts, each with a reason and an expiry date. It changes the exit code, never a verdict. */
import type { Report, RequirementResult } from "../../schemas/report.ts";
import { toExitCode } from "../running/verdicts.ts";

export interface BaselineEntry {
  readonly requirement: string;
  readonly verdict: "failed" | "skipped" | "blocked";
  readonly reason: string;
  /** `YYYY-MM-DD`: the last day on which the entry holds. */
  readonly expires: string;
}

export interface Baseline {
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
}

/**
 * The report with what the baseline accepts, and with the baseline's own errors: an entry whose requirement is unknown,
 * that has expired, is a duplicate, or no longer matches. Requirements that this run did not select are ignored.
 * @param known ids of all requirements of the suite
 * @param today `YYYY-MM-DD`
 */
export function applyBaseline(
  report: Report,
  baseline: Baseline,
  about: { readonly known: ReadonlySet<string>; readonly today: string },
): Report {
  const results = new Map(report.requirements.map((result) => [result.id, result]));
  const errors: string[] = [];
  const accepted = new Map<string, BaselineEntry>();
  for (const entry of baseline.entries) {
    const error = accepted.has(entry.requirement)
      ? `"${entry.requirement}" has two entries`
      : toError(entry, results.get(entry.requirement), about);
    if (error !== undefined) errors.push(error);
    else if (results.has(entry.requirement)) accepted.set(entry.requirement, entry);
  }
  const requirements = report.requirements.map((result): RequirementResult => {
    const entry = accepted.get(result.id);
    return entry === undefined
      ? result
      : { ...result, accepted: { reason: entry.reason, expires: entry.expires } };
  });
  const { strict, interrupted, broken } = report.run;
  return {
    ...report,
    requirements,
    exitCode: toExitCode({
      results: requirements,
      strict,
      interrupted,
      broken: broken !== undefined,
      baselineErrors: errors.length,
    }),
    baseline: { file: baseline.file, errors, accepted: accepted.size },
  };
}

function toError(
  entry: BaselineEntry,
  result: RequirementResult | undefined,
  about: { readonly known: ReadonlySet<string>; readonly today: string },
): string | undefined {
  if (!about.known.has(entry.requirement)) return `"${entry.requirement}" is not a requirement of this suite`;
  if (entry.expires < about.today) return `"${entry.requirement}" expired on ${entry.expires}`;
  if (result === undefined || isSame(result, entry)) return undefined;
  return `"${entry.requirement}" is ${result.verdict} now, the baseline expects ${entry.verdict}: remove the entry`;
}

/** A warning that a strict run counts as a failure is accepted as one. */
function isSame(result: RequirementResult, entry: BaselineEntry): boolean {
  return result.verdict === entry.verdict || (result.verdict === "warned" && entry.verdict === "failed");
}

/**
 * A new baseline for a report: entries that still match keep their reason and expiry, and so do those of requirements that this
 * run did not select. New entries have an empty reason: a person has to write it before the file can be used.
 * @param about `expires` is for new entries, `YYYY-MM-DD`; `known` has the ids of all requirements of the suite
 */
export function updateBaseline(
  report: Report,
  old: Baseline | undefined,
  about: { readonly expires: string; readonly known: ReadonlySet<string> },
): readonly BaselineEntry[] {
  const selected = new Set(report.requirements.map(({ id }) => id));
  const isKept = ({ requirement }: BaselineEntry): boolean =>
    about.known.has(requirement) && !selected.has(requirement);
  const current = report.requirements.flatMap((result): readonly BaselineEntry[] => {
    const verdict = toEntryVerdict(result, report.run.strict);
    if (verdict === undefined) return [];
    const known = old?.entries.find((entry) => entry.requirement === result.id && isSame(result, entry));
    return [known ?? { requirement: result.id, verdict, reason: "", expires: about.expires }];
  });
  return [...current, ...(old?.entries ?? []).filter(isKept)];
}

function toEntryVerdict(
  { verdict, notOffered }: RequirementResult,
  strict: boolean,
): BaselineEntry["verdict"] | undefined {
  if (verdict === "failed" || verdict === "blocked") return verdict;
  if (verdict === "warned") return strict ? "failed" : undefined;
  return verdict === "skipped" && notOffered !== true ? "skipped" : undefined;
}
