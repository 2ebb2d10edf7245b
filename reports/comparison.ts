import type { CheckResult, Report, CaseResult, RunVerdict, Verdict } from "../schemas/report.ts";
import { renderCounts } from "./conclusion.ts";
import { renderSubject } from "./subjects.ts";

/** One of the compared reports: what was tested, and the result. */
export interface ComparedReport {
  readonly subject: string;
  readonly baseUrl: string;
  readonly startedAt: string;
  readonly verdict: RunVerdict;
  readonly counts: string;
  readonly exitCode: number;
}

/**
 * How the result of a requirement changed from the older report to the newer. `newly-failing`: it failed only in the newer.
 * `no-longer-decided`: it was decided, and now is skipped, blocked, errored or missing. `newly-warned`, `newly-passing`: it
 * warned or passed only in the newer. `changed`: any other change of verdict. `added`: it is missing in the older report.
 */
export type ChangeKind =
  "newly-failing" | "no-longer-decided" | "newly-warned" | "newly-passing" | "changed" | "added";

/** The kinds of change, the most severe first. */
export const changeKinds: readonly ChangeKind[] = [
  "newly-failing",
  "no-longer-decided",
  "newly-warned",
  "changed",
  "newly-passing",
  "added",
];

/** One case with a different verdict. */
export interface RequirementChange {
  readonly kind: ChangeKind;
  readonly id: string;
  /** The requirement that it is a case of, and how many it has; absent for the only case of one. */
  readonly requirement?: string;
  readonly casesOfRequirement?: number;
  readonly title: string;
  /** Absent if the older report does not have the requirement. */
  readonly before?: Verdict;
  /** Absent if the newer report does not have it. */
  readonly after?: Verdict;
  /** The newer report's reason. */
  readonly reason?: string;
}

/** A setting that differs between two runs and may explain different verdicts. */
export interface Circumstance {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** A cause that only one of two reports has. */
export interface ComparedCause {
  readonly id: string;
  readonly sentence: string;
}

/** Two reports, case by case. */
export interface Comparison {
  readonly comparisonVersion: 1;
  readonly before: ComparedReport;
  readonly after: ComparedReport;
  readonly circumstances: readonly Circumstance[];
  /** Causes of the newer report that the older does not have. */
  readonly newCauses: readonly ComparedCause[];
  /** Causes of the older report that the newer does not have. */
  readonly goneCauses: readonly ComparedCause[];
  readonly changes: readonly RequirementChange[];
  /** Checks that ran before and did not run now: their failures would go unnoticed. */
  readonly checksNoLongerRun: readonly {
    readonly id: string;
    readonly title: string;
    readonly now: Verdict | "absent";
  }[];
  /** The number of cases with the same verdict. */
  readonly unchanged: number;
  /** True if a requirement newly fails or is no longer decided, or a check no longer ran. */
  readonly regressed: boolean;
}

const decided: ReadonlySet<Verdict> = new Set(["passed", "failed", "warned"]);

/** The part of a report that a comparison or a matrix shows. */
export function toComparedReport(report: Report): ComparedReport {
  return {
    subject: renderSubject(report),
    baseUrl: report.target.baseUrl,
    startedAt: report.run.startedAt,
    verdict: report.verdict,
    counts: renderCounts(report),
    exitCode: report.exitCode,
  };
}

function describeCircumstances({ suite, target, run }: Report): Readonly<Record<string, string>> {
  const { name, version, commit } = target.implementation ?? {};
  return {
    implementation: [name, version, commit].filter((part) => part !== undefined).join(" ") || "not named",
    "base URL": target.baseUrl,
    "not offered": target.notOffered.join(", ") || "nothing",
    specification: suite.specification,
    "suite version": suite.version,
    "suite digest": suite.digest,
    "requirement set": run.set === undefined ? "none" : `${run.set.name} (${run.set.digest})`,
    errata: run.errata?.map(({ id, status }) => `${id} ${status}`).join(", ") ?? "none",
    depth: run.depth,
    seed: String(run.seed),
    profiles: run.profiles.join(", "),
    only: run.only.join(" ") || "everything",
    skip: run.skip.join(" ") || "nothing",
    strict: run.strict ? "yes" : "no",
    interrupted: run.interrupted ? "yes" : "no",
  };
}

function compareCircumstances(before: Report, after: Report): readonly Circumstance[] {
  const now = describeCircumstances(after);
  return Object.entries(describeCircumstances(before))
    .map(([name, value]) => ({ name, before: value, after: now[name] ?? "" }))
    .filter((circumstance) => circumstance.before !== circumstance.after);
}

function classify(before: Verdict | undefined, after: Verdict | undefined): ChangeKind | undefined {
  if (before === after) return undefined;
  if (after === "failed") return "newly-failing";
  if (before !== undefined && decided.has(before) && (after === undefined || !decided.has(after)))
    return "no-longer-decided";
  if (before === undefined) return "added";
  if (after === "warned" && before !== "failed") return "newly-warned";
  return after === "passed" ? "newly-passing" : "changed";
}

function toChange(
  before: CaseResult | undefined,
  after: CaseResult | undefined,
  sizes: ReadonlyMap<string, number>,
): RequirementChange | undefined {
  const kind = classify(before?.verdict, after?.verdict);
  const known = after ?? before;
  if (kind === undefined || known === undefined) return undefined;
  const reason = after?.reason;
  const { requirement } = known;
  const size = sizes.get(requirement ?? "");
  return {
    kind,
    id: known.id,
    ...(requirement === undefined || size === undefined || size < 2
      ? {}
      : { requirement, casesOfRequirement: size }),
    title: known.title,
    ...(before === undefined ? {} : { before: before.verdict }),
    ...(after === undefined ? {} : { after: after.verdict }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function compareRequirements(before: Report, after: Report): readonly RequirementChange[] {
  const was = new Map(before.cases.map((requirement) => [requirement.id, requirement]));
  const is = new Map(after.cases.map((requirement) => [requirement.id, requirement]));
  const sizes = new Map<string, number>();
  for (const { requirement = "" } of new Map([...was, ...is]).values())
    sizes.set(requirement, (sizes.get(requirement) ?? 0) + 1);
  return [...new Set([...was.keys(), ...is.keys()])]
    .flatMap((id) => toChange(was.get(id), is.get(id), sizes) ?? [])
    .toSorted((a, b) => changeKinds.indexOf(a.kind) - changeKinds.indexOf(b.kind));
}

/** Causes of the one report that the other does not have; none if either is of a version without causes. */
function findCausesOnlyIn(one: Report, other: Report): readonly ComparedCause[] {
  if (other.causes === undefined) return [];
  const known = new Set(other.causes.map(({ id }) => id));
  return (one.causes ?? []).flatMap(({ id, sentence }) => (known.has(id) ? [] : [{ id, sentence }]));
}

function findChecksNoLongerRun(before: Report, after: Report): Comparison["checksNoLongerRun"] {
  const is = new Map(after.checks.map((check) => [check.id, check.verdict]));
  const hasRun = (check: CheckResult): boolean => decided.has(check.verdict);
  return before.checks
    .filter(hasRun)
    .map(({ id, title }) => ({ id, title, now: is.get(id) ?? ("absent" as const) }))
    .filter(({ now }) => now === "absent" || !decided.has(now));
}

/**
 * Compares two reports, the older first: changed verdicts, checks that no longer ran, and settings that differ. A baseline has
 * no effect here.
 */
export function compareReports(before: Report, after: Report): Comparison {
  const changes = compareRequirements(before, after);
  const checksNoLongerRun = findChecksNoLongerRun(before, after);
  const hasRegression = changes.some(({ kind }) => kind === "newly-failing" || kind === "no-longer-decided");
  const known = new Set([...before.cases, ...after.cases].map(({ id }) => id));
  return {
    comparisonVersion: 1,
    before: toComparedReport(before),
    after: toComparedReport(after),
    circumstances: compareCircumstances(before, after),
    newCauses: findCausesOnlyIn(after, before),
    goneCauses: findCausesOnlyIn(before, after),
    changes,
    checksNoLongerRun,
    unchanged: known.size - changes.length,
    regressed: hasRegression || checksNoLongerRun.length > 0,
  };
}
