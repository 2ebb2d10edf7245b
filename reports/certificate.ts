/** What a certificate says about a verified report, and which reports cannot have one. Plain data for its page. */
import type { Report, RequirementResult } from "../schemas/report.ts";
import { countNotOffered, isSelection, renderCaveats } from "./conclusion.ts";
import { renderSubject } from "./subjects.ts";
import { toShellWord } from "./curl.ts";
import { groupByReason } from "./evidence-list.ts";
import { formatCount, formatCounted } from "./measures.ts";
import { toShortText } from "./visible-text.ts";

/** A verified report, and what its reader needs to check it again. */
export interface CertificateSource {
  readonly report: Report;
  /** The name of the directory of the run, for the command that checks it. */
  readonly folder: string;
  /** `sha256:` of the published files, by name. */
  readonly files: readonly (readonly [name: string, digest: string])[];
  /** Who chose the seed, as `--seed-chosen-by` has it. */
  readonly seedChosenBy?: string;
  /** Further options of the command that checks it, such as `--errata errata.json`. */
  readonly verifyOptions?: readonly string[];
}

/** Why a report cannot have a certificate, with the exit code for that. */
export interface CertificateRefusal {
  readonly reason: string;
  readonly exitCode: number;
  /** True if a certificate that is marked as partial is possible. */
  readonly mayBePartial: boolean;
}

/** Whether the verdict is about all requirements of the set, and all of them were decided. */
export function isWhole(report: Report): boolean {
  return report.verdict === "conformant" && !isPart(report);
}

/** Whether the run left out requirements of the set: as a quick run does. */
function isPart(report: Report): boolean {
  return isSelection(report) || report.run.depth === "quick";
}

const quickLimit = "A quick run leaves out requirements that --depth standard tries";

/** @returns undefined if the report can have a certificate that is not partial */
export function refuseCertificate(report: Report): CertificateRefusal | undefined {
  const { run, verdict, counts, exitCode } = report;
  const refuse = (reason: string, otherwise: number): CertificateRefusal => ({
    reason,
    exitCode: exitCode === 0 ? otherwise : exitCode,
    mayBePartial: false,
  });
  if (run.traffic !== undefined) return refuse("it judges observed traffic, and no check ran", 4);
  if (run.visit !== undefined) return refuse("it reads again what an earlier run published", 4);
  if (run.shard !== undefined)
    return refuse(
      `it is shard ${run.shard.index} of ${run.shard.total}; put the shards together with merge`,
      4,
    );
  if (verdict === "non-conformant") return refuse(`${formatCounted(counts.failed, "requirement")} failed`, 1);
  if (verdict === "undecided") return refuse("no requirement was decided", 3);
  if (run.broken !== undefined || counts.errored > 0) return refuse("the suite itself broke", 5);
  if (run.interrupted || run.stoppedAfter !== undefined) return refuse("the run ended early", 4);
  if (isWhole(report)) return undefined;
  return { reason: describePart(report), exitCode: exitCode === 0 ? 4 : exitCode, mayBePartial: true };
}

/** What a report that nothing failed in has left out. */
function describePart(report: Report): string {
  const { requirements, run } = report;
  const open = undecidedOf(report).length;
  if (open > 0)
    return `${formatCount(open)} of ${formatCounted(requirements.length, "requirement")} ${open === 1 ? "was" : "were"} not decided`;
  const isQuick = run.depth === "quick" && !isSelection(report);
  return isQuick ? "a quick run leaves out requirements" : "only a part of the suite ran";
}

function undecidedOf({ requirements }: Report): readonly RequirementResult[] {
  return requirements.filter(
    ({ verdict, notOffered }) => (verdict === "blocked" || verdict === "skipped") && notOffered !== true,
  );
}

/** The sentences below the headline. */
export function describeCertificate(report: Report): string {
  const { counts, requirements, cases, run } = report;
  const ofSet = run.set === undefined ? "" : ` of the set ${run.set.name}`;
  const tried = `in ${formatCounted(cases.length, "case")} and ${formatCounted(run.requests, "request")}`;
  const all = `${formatCount(requirements.length)} requirements${ofSet}${isPart(report) ? " that ran" : ""}`;
  if (counts.passed === requirements.length) return `All ${all} passed, ${tried}.`;
  const notOffered = countNotOffered(requirements);
  const open = undecidedOf(report).length;
  const parts = [
    `${formatCount(counts.passed)} passed`,
    ...(counts.warned === 0 ? [] : [`${formatCount(counts.warned)} passed with a warning`]),
    ...(notOffered === 0 ? [] : [`${formatCount(notOffered)} not offered`]),
    ...(open === 0 ? [] : [`${formatCount(open)} not decided`]),
  ];
  return `Of ${all}, none failed: ${parts.join(", ")}, ${tried}.`;
}

const depthMeanings: Readonly<Record<Report["run"]["depth"], string>> = {
  quick: "fewer inputs than usual",
  standard: "the usual depth",
  deep: "more inputs than usual",
};

export function describeDepth({ run }: Report): string {
  return `${run.depth}: ${depthMeanings[run.depth]}`;
}

/** The seed, and who chose it: a seed that the vendor could choose freely proves less. */
export function describeSeed({ report, seedChosenBy }: CertificateSource): string {
  const { seed, seedChosenBy: origin } = report.run;
  const recorded =
    origin === undefined ? "" : origin === "suite" ? "drawn at random by the suite" : "given with --seed";
  const chosen = seedChosenBy === undefined ? "" : `chosen by ${seedChosenBy}`;
  return [String(seed), recorded, chosen].filter((part) => part !== "").join(", ");
}

const maxGroups = 4;
const maxIds = 3;
const maxLimits = 7;
/** Two lines on paper. */
const maxLimitCharacters = 190;

function listIds(ids: readonly string[]): string {
  const more = ids.length - maxIds;
  return `${ids.slice(0, maxIds).join(", ")}${more > 0 ? ` and ${formatCount(more)} more` : ""}`;
}

/** Why cases were not decided, the reason of most cases first. */
function listUndecided({ cases, rootCauses }: Report): readonly string[] {
  const causes = new Map(
    rootCauses.flatMap(({ cause, requirements }) => requirements.map((id) => [id, cause] as const)),
  );
  const open = cases.filter(
    ({ verdict, notOffered }) => (verdict === "blocked" || verdict === "skipped") && notOffered !== true,
  );
  const groups = groupByReason(
    open.map((one) => {
      const reason = causes.get(one.id) ?? one.reason;
      return { id: one.id, ...(reason === undefined ? {} : { reason }) };
    }),
  );
  const others = groups.slice(maxGroups).reduce((sum, { ids }) => sum + ids.length, 0);
  return [
    ...groups
      .slice(0, maxGroups)
      .map(({ reason, ids }) => `${formatCounted(ids.length, "case")} not decided: ${reason}`),
    ...(others === 0
      ? []
      : [`${formatCounted(others, "case")} not decided for other reasons: see report.html`]),
  ];
}

/** What was not decided and what else the verdict does not include; each a sentence. */
export function listLimits(report: Report): readonly string[] {
  const { run, requirements } = report;
  const warned = requirements.filter(({ verdict }) => verdict === "warned").map(({ id }) => id);
  const limits = [
    ...(run.depth === "quick" ? [quickLimit] : []),
    ...listUndecided(report),
    ...(warned.length === 0 ? [] : [`Warnings about recommendations: ${listIds(warned)}`]),
    ...renderCaveats(report),
  ].map((limit) => toShortText(limit, maxLimitCharacters));
  const more = limits.length - maxLimits;
  return more <= 0
    ? limits
    : [...limits.slice(0, maxLimits), `${formatCounted(more, "more limit")}: see report.html`];
}

/** Such as `none` or `2 requirements withdrawn, 1 disputed`. */
export function describeErrata({ run }: Report): string {
  const all = run.errata ?? [];
  if (all.length === 0) return "none applied";
  const count = (status: "withdrawn" | "disputed"): number =>
    all.filter((one) => one.status === status).length;
  return (["withdrawn", "disputed"] as const)
    .filter((status) => count(status) > 0)
    .map((status) => `${formatCount(count(status))} ${status}`)
    .join(", ");
}

/** The command that checks the report again, with the suite that made it. */
export function renderVerifyCommand({ report, folder, verifyOptions = [] }: CertificateSource): string {
  const { suite } = report;
  return [`npx ${suite.name}@${suite.version}`, "verify", toShellWord(folder), ...verifyOptions].join(" ");
}

/** The command that runs the same checks with the same random values, for a reader who can reach the registry. */
export function renderAgainCommand({ report }: CertificateSource): string {
  const { suite, run } = report;
  const set = run.set === undefined ? [] : ["--set", toShellWord(run.set.name)];
  return [
    `npx ${suite.name}@${suite.version}`,
    "run",
    "--target TARGET",
    "--depth",
    run.depth,
    "--seed",
    String(run.seed),
    ...set,
  ].join(" ");
}

/** Such as `Certificate of conformance: acme 2.3.0`. */
export function titleOf(report: Report): string {
  return `${isWhole(report) ? "Certificate of conformance" : "Partial certificate"}: ${renderSubject(report)}`;
}
