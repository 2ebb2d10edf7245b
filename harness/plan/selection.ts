/** Selects the requirements of a run, and the checks that have to run for them. */
import { type Chapter, type Check, type Invariant, isLast, type Observation } from "../check.ts";
import type { Requirement } from "../vocabulary.ts";
import type { AppliedSet } from "../requirement-sets/requirement-sets.ts";
import type { Depth, Erratum, Operation, Profile, Shard } from "../../schemas/report.ts";
import type { VisitOptions } from "./run-plan.ts";
import { sentencesOf } from "../sentences.ts";
import type { DescribedRequirement } from "../sentences.ts";
import { profileOrder } from "../vocabulary.ts";
import { nearest, nearestId } from "../target-file/nearest.ts";

export interface SelectionOptions {
  readonly depth: Depth;
  readonly profiles: readonly Profile[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly shard?: Shard;
  /** A withdrawn requirement is not selected. */
  readonly errata?: readonly Erratum[];
  /** Requirements that are not in it are not scored. */
  readonly set?: AppliedSet;
  /** Only what reads show is selected. */
  readonly visit?: VisitOptions;
}

export interface Selection {
  readonly checks: readonly Check[];
  readonly invariants: readonly Invariant[];
  readonly observations: readonly Observation[];
  /** The requirements of the suite, in the order of the catalogue. */
  readonly requirements: readonly DescribedRequirement[];
  /** Checks that run only to give the selected rules for all exchanges something to judge; they are not reported. */
  readonly carriers: readonly Check[];
  /** Ids that are not in the requirement set. */
  readonly unscored: ReadonlySet<string>;
}

/** A pattern or profile that selects nothing (exit code 2). */
export class SelectionError extends Error {
  override readonly name = "SelectionError";
}

const profileOf: Readonly<Record<Operation, Profile>> = {
  searchVolumes: "search",
  getVersionIndex: "read",
  getRelease: "read",
  getCapabilities: "read",
  createReleaseUpload: "publish",
  finalizeReleaseUpload: "publish",
  transferBytes: "publish",
  createTrustUpload: "trust",
  finalizeTrustUpload: "trust",
  getTrustSummary: "trust",
  getTrustDetail: "trust",
  searchAdvisories: "advisories",
  getAdvisory: "advisories",
  unpublishVersion: "unpublish",
};

const depths: readonly Depth[] = ["quick", "standard", "deep"];

/** The profiles of a requirement: those of its operations, in a fixed order. */
export function profilesOf(requirement: Pick<Requirement, "operations">): readonly Profile[] {
  const own = new Set(requirement.operations.map((operation) => profileOf[operation]));
  return profileOrder.filter((profile) => own.has(profile));
}

/** True if a check with this minimum depth runs at the run's depth. */
export function isDeepEnough(from: Depth | undefined, depth: Depth): boolean {
  return depths.indexOf(from ?? "quick") <= depths.indexOf(depth);
}

/**
 * @throws SelectionError if a pattern matches no id, or nothing is selected
 */
export function select(chapters: readonly Chapter[], options: SelectionOptions): Selection {
  const withLevel = toLevelOfSet(options.set);
  const checks = chapters.flatMap((chapter) => chapter.checks).map(withLevel);
  const invariants = chapters.flatMap((chapter) => chapter.invariants ?? []).map(withLevel);
  const observations = chapters.flatMap((chapter) => chapter.observations ?? []);
  const ids = [...checks, ...invariants, ...observations].flatMap((one) =>
    "of" in one && one.of !== undefined ? [one.id, one.of] : [one.id],
  );
  for (const [option, patterns] of [
    ["--only", options.only],
    ["--skip", options.skip],
  ] as const) {
    for (const pattern of patterns) assertMatches(option, pattern, ids);
  }
  const withdrawn = new Set(
    (options.errata ?? []).flatMap(({ id, status }) => (status === "withdrawn" ? [id] : [])),
  );
  const isOfOnly = toSelector(options.only);
  const isOfSkip = toSelector(options.skip);
  function isWanted(one: Selectable): boolean {
    if (withdrawn.has(one.id) || isOfSkip(one)) return false;
    if (options.only.length > 0 && !isOfOnly(one)) return false;
    return (
      options.profiles.length === 0 || profilesOf(one).some((profile) => options.profiles.includes(profile))
    );
  }
  const wantedChecks = checks.filter(
    (check) =>
      isWanted(check) &&
      isDeepEnough(check.from, options.depth) &&
      (options.visit === undefined || mayVisit(check)),
  );
  const wantedInvariants = invariants.filter(isWanted);
  const wantedObservations = observations.filter(
    (one) => isWanted(one) && isDeepEnough(one.from, options.depth) && options.visit === undefined,
  );
  if (wantedChecks.length + wantedInvariants.length + wantedObservations.length === 0) {
    const tooShallow = checks.filter(isWanted);
    throw new SelectionError(
      tooShallow.length > 0
        ? `Nothing to run: ${tooShallow[0]?.id ?? ""} runs from depth "${tooShallow[0]?.from ?? ""}" on`
        : "Nothing to run: the options together select no requirement",
    );
  }
  assertScored([...wantedChecks, ...wantedInvariants, ...wantedObservations], options.set);
  // a visit is small: it reads everything, whatever is selected of what that shows
  const isCarrier = (check: Check): boolean =>
    options.visit === undefined
      ? !isLast(check) && carries(check, [...wantedInvariants, ...wantedChecks])
      : mayVisit(check) && !wantedChecks.includes(check);
  const carriers = wantedChecks.every(isLast)
    ? checks.filter((check) => isCarrier(check) && isDeepEnough(check.from, options.depth))
    : [];
  const part = <T>(all: readonly T[]): readonly T[] => partOf(all, options.shard);
  return {
    checks: part(wantedChecks),
    // they judge what each shard sends
    invariants: wantedInvariants,
    observations: part(wantedObservations),
    requirements: describeSentences(chapters),
    carriers: part(carriers),
    unscored: new Set(options.set?.outside),
  };
}

/** True for a check of the whole run that says something of reads and changes nothing: the others judge what was written, and have done so. */
function mayVisit({ last, operations, needs = [] }: Check): boolean {
  return (
    last === true &&
    operations.some((operation) => readOperations.has(operation)) &&
    !needs.includes("state:release-status")
  );
}

const readOperations: ReadonlySet<Operation> = new Set([
  "getRelease",
  "getVersionIndex",
  "searchVolumes",
  "getTrustSummary",
  "getTrustDetail",
  "searchAdvisories",
  "getAdvisory",
  "transferBytes",
]);

function describeSentences(chapters: readonly Chapter[]): readonly DescribedRequirement[] {
  return sentencesOf(chapters).map(({ id, rule, source, restsOn }) => ({
    id,
    title: rule,
    section: source,
    restsOn,
  }));
}

/** A requirement has the weaker of two levels: that of the set, and that of the suite. */
function toLevelOfSet(set: AppliedSet | undefined): <T extends Requirement>(one: T) => T {
  const ids = new Set(set?.onlyShould);
  return (one) => (ids.has(one.id) ? { ...one, level: "should" } : one);
}

/** @throws SelectionError if no selected requirement is in the set: nothing could give a verdict */
function assertScored(selected: readonly { readonly id: string }[], set: AppliedSet | undefined): void {
  const outside = new Set(set?.outside);
  const [first] = selected;
  if (set === undefined || first === undefined || selected.some(({ id }) => !outside.has(id))) return;
  throw new SelectionError(
    `Nothing to score: ${first.id}${selected.length === 1 ? "" : " and all others that are selected"} came after the set ${set.name}. Use a newer --set`,
  );
}

/** What a shard does: neighbours stay together, since they have set-ups in common. */
function partOf<T>(all: readonly T[], shard: Shard | undefined): readonly T[] {
  if (shard === undefined) return all;
  const { index, total } = shard;
  return all.slice(Math.floor(((index - 1) * all.length) / total), Math.floor((index * all.length) / total));
}

function carries(check: Check, rules: readonly (Invariant | Check)[]): boolean {
  return rules.some(({ operations }) => check.operations.some((operation) => operations.includes(operation)));
}

function assertMatches(option: string, pattern: string, ids: readonly string[]): void {
  const expression = toPattern(pattern);
  if (ids.some((id) => expression.test(id))) return;
  const near = nearestPattern(pattern, ids);
  throw new SelectionError(
    `Cannot use ${option} "${pattern}": it matches no requirement${near === undefined ? "" : `, did you mean "${near}"`}`,
  );
}

/** What a pattern may select. */
interface Selectable extends Pick<Requirement, "id" | "of" | "operations"> {
  readonly from?: Depth;
}

/** True for what any pattern selects: a glob or a chapter by the ids of cases, an id by that of a case or of its requirement. */
function toSelector(patterns: readonly string[]): (one: Pick<Requirement, "id" | "of">) => boolean {
  const ofCases = toPatternOfAny(patterns);
  const named = new Set(patterns);
  return ({ id, of }) => ofCases.test(id) || (of !== undefined && named.has(of));
}

/** The nearest chapter or id; for a pattern in an unknown chapter, the same pattern in the nearest one. */
function nearestPattern(pattern: string, ids: readonly string[]): string | undefined {
  const known = [...new Set(ids.map((id) => id.split("/")[0] ?? id))];
  const [chapter = "", ...rest] = pattern.split("/");
  const near = nearest(chapter, known);
  const corrected = [near, ...rest].join("/");
  if (near !== undefined && ids.some((id) => toPattern(corrected).test(id))) return corrected;
  return nearestId(pattern, ids);
}

/** A glob over ids: `*` stands for any characters, `?` for one; `{a,b}` for either. A chapter's name alone means the whole chapter. */
export function toPattern(glob: string): RegExp {
  return toPatternOfAny([glob]);
}

/** What any of the globs matches; nothing if there is none. */
export function toPatternOfAny(globs: readonly string[]): RegExp {
  return new RegExp(`^(?:${globs.map(toSource).join("|")})$`);
}

function toSource(glob: string): string {
  const source = glob
    .replaceAll(/[.+^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll("*", ".*")
    .replaceAll("?", ".")
    .replaceAll(/\{([^{}]*)\}/g, (_, alternatives: string) => `(?:${alternatives.replaceAll(",", "|")})`);
  return `(?:${source})${glob.includes("/") ? "" : "(?:/.*)?"}`;
}
