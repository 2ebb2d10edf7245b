import type { Report, RequirementResult, RunVerdict, Verdict } from "../schemas/report.ts";
import { formatCount, formatCounted } from "./measures.ts";

/** Every verdict, the ones that want attention first. All renderers list in this order. */
export const verdictOrder: readonly Verdict[] = [
  "failed",
  "errored",
  "warned",
  "blocked",
  "skipped",
  "passed",
];

/** What each verdict of a requirement means, in one sentence a newcomer understands. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  passed: "the registry did what the specification demands, wherever the suite looked",
  failed: "the registry did something else than the specification states",
  warned: "the registry departs from what the specification suggests, or from an RFC it builds on",
  skipped: "not tried: something it needs was not configured or is not offered",
  blocked: "not decided: the set-up before it failed",
  errored: "not decided: the suite itself broke, which is never charged to the registry",
};

/** The verdicts that leave a requirement open: it neither held nor broke. */
export const openVerdicts: readonly Verdict[] = ["errored", "blocked", "skipped"];

/** What a run's verdict means, in one sentence. */
export const runVerdictMeanings: Readonly<Record<RunVerdict, string>> = {
  conformant: "every selected requirement that binds was seen to hold",
  partial: "nothing failed, but not everything was decided",
  "non-conformant": "at least one requirement that binds was broken",
  undecided: "no verdict could be reached",
};

/** The exit codes of `run` whose meaning does not hang on the rest of the report. */
const exitCodeMeanings: Readonly<Record<number, string>> = {
  2: "the command or the target file is wrong",
  3: "no requirement could be decided",
  4: "nothing failed, but not everything was decided",
  5: "the suite itself broke",
  130: "interrupted; this covers what had run",
};

/** Why the run ends with its exit code, in one sentence, as in the table of the command line. */
export function explainExitCode(report: Report): string {
  if (report.exitCode === 0) {
    return report.verdict === "conformant"
      ? "conformant"
      : "the baseline accepts everything that stands against it";
  }
  if (report.exitCode === 1) {
    const stand = report.requirements.filter(({ accepted }) => accepted === undefined);
    if (stand.some(({ verdict }) => verdict === "failed")) return "at least one requirement failed";
    return report.run.strict && stand.some(({ verdict }) => verdict === "warned")
      ? "at least one warning, and --strict counts warnings as failures"
      : "the baseline no longer fits this registry";
  }
  return exitCodeMeanings[report.exitCode] ?? "unknown";
}

/** Requirements that were neither seen to hold nor to break, save those whose feature the target declares as not offered. */
export function openRequirements(report: Report): readonly RequirementResult[] {
  return report.requirements.filter(
    (requirement) => openVerdicts.includes(requirement.verdict) && requirement.notOffered !== true,
  );
}

/** How many requirements are skipped because the target declares their feature as not offered. */
export function countNotOffered(requirements: readonly RequirementResult[]): number {
  return requirements.filter(
    (requirement) => requirement.verdict === "skipped" && requirement.notOffered === true,
  ).length;
}

function countWithAccepted(report: Report, verdict: Verdict): string {
  const accepted = report.requirements.filter(
    (requirement) => requirement.verdict === verdict && requirement.accepted !== undefined,
  ).length;
  const counted = `${formatCount(report.counts[verdict])} ${verdict}`;
  return accepted === 0 ? counted : `${counted} (${formatCount(accepted)} accepted)`;
}

/**
 * The counts of a report in words, everything not decided named last:
 * `2 failed, 1 warned, 120 passed; not decided: 8 skipped, 12 blocked`. What is zero goes unsaid, save the passed ones.
 */
export function renderCounts(report: Report): string {
  const decided = (["failed", "warned"] as const)
    .filter((verdict) => report.counts[verdict] > 0)
    .map((verdict) => countWithAccepted(report, verdict));
  decided.push(`${formatCount(report.counts.passed)} passed`);
  const notOffered = countNotOffered(report.requirements);
  if (notOffered > 0) decided.push(`${formatCount(notOffered)} not offered`);
  const skipped = report.counts.skipped - notOffered;
  const open = (["errored", "blocked"] as const)
    .filter((verdict) => report.counts[verdict] > 0)
    .map((verdict) => countWithAccepted(report, verdict));
  if (skipped > 0) open.push(`${formatCount(skipped)} skipped`);
  return open.length === 0 ? decided.join(", ") : `${decided.join(", ")}; not decided: ${open.join(", ")}`;
}

/** The last word of every report: verdict and counts on one line. */
export function renderConclusion(report: Report): string {
  const interrupted = report.run.interrupted ? " (INTERRUPTED)" : "";
  return `${report.verdict.toUpperCase()}${interrupted}: ${renderCounts(report)}`;
}

/** Who was tested: name and version where the target gives them, else the address. */
export function renderSubject(report: Report): string {
  const implementation = report.target.implementation;
  if (implementation === undefined) return report.target.baseUrl;
  return implementation.version === undefined
    ? implementation.name
    : `${implementation.name} ${implementation.version}`;
}

const profileCount = 6;

/** True where the run looked at less than the whole suite: its verdict speaks for that part alone. */
export function isSelection({ run }: Report): boolean {
  return run.only.length + run.skip.length > 0 || run.profiles.length < profileCount;
}

/** What stands beside the verdict and changes how far it reaches: a cut selection, an interruption, baseline errors. */
export function renderCaveats(report: Report): readonly string[] {
  const caveats: string[] = [];
  const { run } = report;
  if (run.interrupted)
    caveats.push("The run was interrupted: requirements it had not reached are not in the counts as passed");
  if (run.profiles.length < profileCount)
    caveats.push(
      `Only ${run.profiles.length === 1 ? "one profile" : "these profiles"} ran: ${run.profiles.join(", ")}`,
    );
  if (run.only.length > 0) caveats.push(`Only a selection ran: --only ${run.only.join(" --only ")}`);
  if (run.skip.length > 0) caveats.push(`Left out on request: --skip ${run.skip.join(" --skip ")}`);
  if (report.target.notOffered.length > 0) {
    caveats.push(`The target declares as not offered: ${report.target.notOffered.join(", ")}`);
  }
  if (report.baseline !== undefined && report.baseline.accepted > 0) {
    caveats.push(
      `The baseline ${JSON.stringify(report.baseline.file)} accepts ${formatCounted(report.baseline.accepted, "known verdict")}`,
    );
  }
  return caveats;
}
