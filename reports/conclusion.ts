import type {
  ProfileResult,
  CaseResult,
  Erratum,
  Report,
  RequirementResult,
  RunVerdict,
  Traffic,
  Verdict,
} from "../schemas/report.ts";
import { formatCount, formatCounted } from "./measures.ts";
import { renderNothingToJudge } from "./nothing-to-judge.ts";

/** Every verdict, the most severe first. All renderers list in this order. */
export const verdictOrder: readonly Verdict[] = [
  "failed",
  "errored",
  "warned",
  "blocked",
  "skipped",
  "passed",
];

/** What each verdict of a requirement means. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  passed: "every checked response matches the specification",
  failed: "a response does not match the specification",
  warned: "a response does not follow a recommendation of the specification or of an RFC that it builds on",
  skipped: "not tried: a precondition is not configured or not offered",
  blocked: "not decided: its set-up failed, or it rests on a failure above",
  errored: "not decided: an error in the suite, not in the registry",
};

/** The verdicts of a requirement that was not decided: it neither passed nor failed. */
export const openVerdicts: readonly Verdict[] = ["errored", "blocked", "skipped"];

/** What a run's verdict means. */
export const runVerdictMeanings: Readonly<Record<RunVerdict, string>> = {
  conformant: "no selected requirement failed, and all of them were decided",
  partial: "no requirement failed, but some were not decided",
  "non-conformant": "at least one requirement failed",
  undecided: "no requirement was decided",
};

/** The exit codes of `run` with one meaning; 0 and 1 depend on the rest of the report. */
const exitCodeMeanings: Readonly<Record<number, string>> = {
  2: "the command or the target file is wrong",
  3: "no requirement was decided",
  4: "no requirement failed, but some were not decided",
  5: "an error in the suite, not in the registry",
  130: "interrupted; the report covers only what had run",
};

/** Why the run ends with its exit code, as in the table of `--help`. */
export function explainExitCode(report: Report): string {
  if (report.exitCode === 0) {
    return report.verdict === "conformant"
      ? "conformant"
      : "the baseline accepts every requirement that did not pass";
  }
  if (report.exitCode === 1) {
    const notAccepted = report.cases.filter(({ accepted }) => accepted === undefined);
    const failed = notAccepted.filter(({ verdict }) => verdict === "failed");
    if (failed.length === 0) return "at least one baseline entry no longer matches";
    return failed.every(({ level }) => level === "should")
      ? "only recommendations failed, and --strict counts them as failures"
      : "at least one requirement failed";
  }
  return exitCodeMeanings[report.exitCode] ?? "unknown";
}

/** Cases that were not decided, except those whose feature the target declares as not offered. */
export function openCases(report: Report): readonly CaseResult[] {
  return report.cases.filter(
    (requirement) => openVerdicts.includes(requirement.verdict) && requirement.notOffered !== true,
  );
}

/** How many requirements are skipped because the target declares their feature as not offered. */
export function countNotOffered(
  requirements: readonly Pick<RequirementResult, "verdict" | "notOffered">[],
): number {
  return requirements.filter(
    (requirement) => requirement.verdict === "skipped" && requirement.notOffered === true,
  ).length;
}

/** A requirement that is skipped without a loss for the verdict, and what that is called. */
const settledKinds: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/(?:^|: )optional: /u, "optional, not configured"],
  [/(?:^|: )nothing to judge: /u, "with nothing to judge"],
  [/^/u, "not offered"],
];

/** How many requirements were not tried without a loss for the verdict, by why: `2 not offered`, `1 optional, not configured`. */
export function describeNotOffered(
  requirements: readonly Pick<RequirementResult, "verdict" | "notOffered" | "reason">[],
): readonly string[] {
  const settled = requirements.filter(
    ({ verdict, notOffered }) => verdict === "skipped" && notOffered === true,
  );
  const kinds = settled.map(({ reason = "" }) => settledKinds.findIndex(([pattern]) => pattern.test(reason)));
  return settledKinds
    .map(([, words], kind) => [kinds.filter((one) => one === kind).length, words] as const)
    .toReversed()
    .flatMap(([count, words]) => (count === 0 ? [] : [`${formatCount(count)} ${words}`]));
}

function countWithAccepted(report: Report, verdict: Verdict): string {
  const accepted = report.requirements.filter(
    (requirement) => requirement.verdict === verdict && requirement.accepted !== undefined,
  ).length;
  const counted = `${formatCount(report.counts[verdict])} ${verdict}`;
  return accepted === 0 ? counted : `${counted} (${formatCount(accepted)} accepted)`;
}

/**
 * The counts of a report in words, the undecided ones last:
 * `2 failed, 1 warned, 120 passed; not decided: 8 skipped, 12 blocked`. Counts of zero are left out, except `passed`.
 */
export function renderCounts(report: Report): string {
  const decided = (["failed", "warned"] as const)
    .filter((verdict) => report.counts[verdict] > 0)
    .map((verdict) => countWithAccepted(report, verdict));
  decided.push(`${formatCount(report.counts.passed)} passed`);
  const notOffered = countNotOffered(report.requirements);
  decided.push(...describeNotOffered(report.requirements));
  const skipped = report.counts.skipped - notOffered;
  const open = (["errored", "blocked"] as const)
    .filter((verdict) => report.counts[verdict] > 0)
    .map((verdict) => countWithAccepted(report, verdict));
  if (skipped > 0) open.push(`${formatCount(skipped)} skipped`);
  return open.length === 0 ? decided.join(", ") : `${decided.join(", ")}; not decided: ${open.join(", ")}`;
}

/** The last line of every report: verdict and counts. */
export function renderConclusion(report: Report): string {
  const { interrupted, broken } = report.run;
  const early = broken === undefined ? (interrupted ? " (INTERRUPTED)" : "") : " (THE SUITE BROKE)";
  return `${report.verdict.toUpperCase()}${early}: ${renderCounts(report)}${renderCaseCount(report)}`;
}

/** How many requirements these are, and how many cases decided them; nothing where each has one. */
function renderCaseCount({ requirements, cases }: Report): string {
  if (cases.length === requirements.length) return "";
  return ` (${formatCounted(requirements.length, "requirement")}, ${formatCounted(cases.length, "case")})`;
}

/** Whether the target file says that the registry does not offer this profile: what passes there are rules for all responses. */
export function isNotOffered({ target }: Report, { name }: ProfileResult): boolean {
  return target.notOffered.includes(name);
}

const profileCount = 6;

/** Whether only a part of the suite was selected: the verdict covers that part alone. */
export function isSelection({ run }: Report): boolean {
  return (
    run.only.length + run.skip.length > 0 || run.profiles.length < profileCount || run.visit !== undefined
  );
}

/** Withdrawn requirements did not run; disputed ones did, and their verdicts count. */
function renderErrata(errata: readonly Erratum[]): readonly string[] {
  return errata.map(({ id, status, reason, date }) =>
    status === "withdrawn"
      ? `Withdrawn on ${date}, and not run: ${id}. ${reason}`
      : `Disputed since ${date}: ${id}. ${reason}`,
  );
}

/** Results that no verdict includes: the ids of those that would not pass come first. */
function renderUnscored({ unscored = [], run }: Report): readonly string[] {
  if (unscored.length === 0) return [];
  const red = unscored.filter(({ verdict }) => verdict !== "passed" && verdict !== "skipped");
  const listed = red.slice(0, maxUnscored).map(({ id, verdict }) => `${id} ${verdict}`);
  const more = red.length > maxUnscored ? [`and ${formatCount(red.length - maxUnscored)} more`] : [];
  const results = red.length === 0 ? "none of them failed" : [...listed, ...more].join(", ");
  return [
    `Not in the set ${run.set?.name ?? ""}, and not scored: ${formatCounted(unscored.length, "case")}; ${results}`,
  ];
}

const maxUnscored = 10;

/** Such as `0.1.0-rc.1, set 2026.11`. */
export function renderSpecification({ suite, run }: Report): string {
  return run.set === undefined ? suite.specification : `${suite.specification}, set ${run.set.name}`;
}

const trafficSources: Readonly<Record<Traffic["source"], string>> = {
  har: "a HAR file",
  recording: "a recording",
  proxy: "a proxy",
};

function renderTrafficCaveats({ source, notJudged }: Traffic): readonly string[] {
  const reasons = notJudged.map(({ reason, count }) => `${formatCount(count)}: ${reason}`);
  return [
    `Judged is the traffic of ${trafficSources[source]}, by the rules for every response. No request was sent`,
    ...(reasons.length === 0 ? [] : [`Exchanges that were not judged: ${reasons.join("; ")}`]),
  ];
}

/** What limits the verdict: an interruption, a selection, features that are not offered, a baseline. */
export function renderCaveats(report: Report): readonly string[] {
  const caveats: string[] = [];
  const { run } = report;
  caveats.push(...renderErrata(run.errata ?? []), ...renderUnscored(report));
  if (run.traffic !== undefined) caveats.push(...renderTrafficCaveats(run.traffic));
  if (run.visit !== undefined)
    caveats.push(
      `A second visit: what the run of ${run.startedAt} published was read again from ${run.visit.startedAt} on. Nothing was written`,
    );
  if (run.broken !== undefined)
    caveats.push(
      `The suite itself broke, which says nothing about the registry: ${run.broken}. Requirements that had not run do not count as passed`,
    );
  else if (run.interrupted)
    caveats.push("The run was interrupted: requirements that had not run do not count as passed");
  if (run.stoppedAfter !== undefined)
    caveats.push(
      `The run stopped at ${formatCounted(run.stoppedAfter, "failure")} (--max-failures): requirements that had not run do not count as passed`,
    );
  if (run.profiles.length < profileCount)
    caveats.push(
      `Only ${run.profiles.length === 1 ? "one profile" : "these profiles"} ran: ${run.profiles.join(", ")}`,
    );
  if (run.only.length > 0)
    caveats.push(`Only selected requirements ran: --only ${run.only.join(" --only ")}`);
  if (run.skip.length > 0) caveats.push(`Excluded requirements: --skip ${run.skip.join(" --skip ")}`);
  if (report.target.notOffered.length > 0) {
    caveats.push(`Not offered, according to the target file: ${report.target.notOffered.join(", ")}`);
  }
  caveats.push(...renderNothingToJudge(report));
  if (report.baseline !== undefined && report.baseline.accepted > 0) {
    caveats.push(
      `The baseline ${JSON.stringify(report.baseline.file)} accepts ${formatCounted(report.baseline.accepted, "verdict")}`,
    );
  }
  return caveats;
}

/** The text with a capital letter first, as a heading or a sentence begins. */
export function toSentenceStart(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
