/** Requirement sets: what a verdict is about, frozen with a release of the suite. A newer check is not in an older set. */
import type { Level, ReportedSet } from "../../schemas/report.ts";
import type { Chapter } from "../check.ts";
import { readPackageFile } from "../package-file.ts";
import { listAt, textAt, valueAt } from "../exchange/answer.ts";
import { sha256 } from "../seed.ts";
import { sentencesOf } from "../sentences.ts";
import { nearest, nearestId } from "../target-file/nearest.ts";

/** A requirement set that cannot be used (exit code 2). */
export class SetError extends Error {
  override readonly name = "SetError";
}

/** Levels by id, in the order of the suite. */
export type SetRequirements = Readonly<Record<string, Level>>;

export interface RequirementSet {
  readonly name: string;
  readonly specification: string;
  /** The release of the suite that it is frozen with. */
  readonly suite: string;
  /** An open set has every requirement of this suite, until it is frozen with the release. */
  readonly state: "open" | "frozen";
  readonly requirements: SetRequirements;
  /** Of a frozen set. */
  readonly digest?: string;
}

/** A set as a run applies it: what it has less than this suite. */
export interface AppliedSet extends ReportedSet {
  /** Ids that are not in the set: they run after all others, and are not scored. */
  readonly outside: readonly string[];
  /** Ids that are `should` in the set, and `must` in this suite. */
  readonly onlyShould: readonly string[];
}

/** The file with the sets of the package. */
export const setsFile = "suites/requirement-sets.json";

/** Every id of the suite with its level; that of an observation is `gap`. */
export function requirementsOf(chapters: readonly Chapter[]): SetRequirements {
  return Object.fromEntries(
    chapters.flatMap(({ checks, invariants = [], observations = [] }) => [
      ...[...checks, ...invariants].map(({ id, level }) => [id, level] as const),
      ...observations.map(({ id }) => [id, "gap"] as const),
    ]),
  );
}

/** The digest of a set: of its ids and levels, in any order. */
export function digestOfSet(requirements: SetRequirements): string {
  const lines = Object.entries(requirements).map(([id, level]) => `${id} ${level}\n`);
  return sha256(lines.toSorted().join(""));
}

/** The sets that the package has, the oldest first. */
export function readPackageSets(chapters: readonly Chapter[]): readonly RequirementSet[] {
  return parseSets(readPackageFile(setsFile), setsFile, requirementsOf(chapters));
}

/**
 * @param own every requirement of this suite: those of an open set, which the file does not list, and of one that was frozen just now
 * @throws SetError if the file is not valid
 */
export function parseSets(text: string, file: string, own: SetRequirements): readonly RequirementSet[] {
  const content = parseJson(text, file);
  if (valueAt(content, "requirementSetsVersion") !== 1)
    throw new SetError(`Cannot read sets "${file}": expected "requirementSetsVersion": 1`);
  return listAt(content, "sets").map((set) => {
    const [name, specification, suite, state] = ["name", "specification", "suite", "state"].map((member) =>
      textAt(set, member),
    );
    if (name === undefined || specification === undefined || suite === undefined)
      throw new SetError(`Cannot read sets "${file}": a set needs "name", "specification" and "suite"`);
    if (state !== "open" && state !== "frozen")
      throw new SetError(`Cannot read sets "${file}": "${name}" needs the "state" open or frozen`);
    const digest = textAt(set, "digest");
    const listed = valueAt(set, "requirements");
    const isWhole = state === "open" || (digest === undefined && listed === undefined);
    return {
      name,
      specification,
      suite,
      state,
      requirements: isWhole ? own : toRequirements(listed, file),
      ...(digest === undefined ? {} : { digest }),
    };
  });
}

/** True for a word that names a file, and not a set of the package. */
export function isSetFile(word: string): boolean {
  return /[/\\]|\.json$/u.test(word);
}

/**
 * A set of the package as this suite applies it.
 * @param name the newest set if it is undefined
 * @throws SetError if there is no set of this name
 */
export function applyPackageSet(name: string | undefined, chapters: readonly Chapter[]): AppliedSet {
  const sets = readPackageSets(chapters);
  const set = name === undefined ? sets.at(-1) : sets.find((one) => one.name === name);
  if (set === undefined) throw new SetError(describeUnknown(name ?? "", sets));
  return applySet(set.name, set.requirements, requirementsOf(chapters));
}

function describeUnknown(name: string, sets: readonly RequirementSet[]): string {
  const names = sets.map((set) => set.name);
  const near = nearest(name, names);
  return `Cannot use --set "${name}": expected one of ${names.join(", ")}, or a file${near === undefined ? "" : `, did you mean "${near}"`}`;
}

/**
 * The set of a file: `{ "name": "…", "requirements": { "ID": "must", … } }`. A requirement stands for all its cases, but for those that
 * have an entry of their own.
 * @throws SetError if the file is not valid, or names an unknown requirement
 */
export function applySetText(text: string, file: string, chapters: readonly Chapter[]): AppliedSet {
  const content = parseJson(text, file);
  const name = textAt(content, "name") ?? "";
  if (name.trim() === "") throw new SetError(`Cannot read the set "${file}": expected a "name"`);
  const own = requirementsOf(chapters);
  const listed = toRequirements(valueAt(content, "requirements"), file);
  const requirements = withCases(listed, chapters);
  const unknown = Object.keys(requirements).find((id) => !Object.hasOwn(own, id));
  if (unknown === undefined) return applySet(name, requirements, own);
  const near = nearestId(unknown, Object.keys(own));
  throw new SetError(
    `Cannot read the set "${file}": unknown requirement "${unknown}"${near === undefined ? "" : `, did you mean "${near}"`}`,
  );
}

function withCases(listed: SetRequirements, chapters: readonly Chapter[]): SetRequirements {
  const sentences = sentencesOf(chapters).filter(({ id }) => Object.hasOwn(listed, id));
  const known = new Set(sentences.map(({ id }) => id));
  const ofSentences = sentences.flatMap(({ id, cases }) =>
    cases.map((one) => [one.id, listed[id] ?? "must"] as const),
  );
  const others = Object.entries(listed).filter(([id]) => !known.has(id));
  return Object.fromEntries([...ofSentences, ...others]);
}

function applySet(name: string, set: SetRequirements, own: SetRequirements): AppliedSet {
  const ids = Object.keys(own);
  return {
    name,
    digest: digestOfSet(set),
    outside: ids.filter((id) => !Object.hasOwn(set, id)),
    onlyShould: ids.filter((id) => own[id] === "must" && set[id] === "should"),
  };
}

function toRequirements(value: unknown, file: string): SetRequirements {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (entries.length === 0)
    throw new SetError(`Cannot read sets "${file}": expected "requirements" with a level for each id`);
  return Object.fromEntries(entries.map(([id, level]) => [id, toLevel(id, level, file)]));
}

function toLevel(id: string, level: unknown, file: string): Level {
  if (level === "must" || level === "should" || level === "gap") return level;
  throw new SetError(`Cannot read sets "${file}": expected must, should or gap for "${id}"`);
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new SetError(`Cannot read the set "${file}": it is not valid JSON`, { cause: error });
  }
}

/** Why two sets are not the same; undefined if they are. A report of a suite without sets names none. */
export function describeOtherSet(claimed: ReportedSet | undefined, own: ReportedSet): string | undefined {
  if (claimed?.name === own.name && claimed.digest === own.digest) return undefined;
  if (claimed?.name === own.name)
    return `the report was made with another set of the name ${own.name} (${claimed.digest}) than this one (${own.digest})`;
  const made = claimed === undefined ? "no set" : `the set ${claimed.name}`;
  return `the report was made with ${made}, and this is ${own.name}${claimed === undefined ? "" : `; give --set ${claimed.name}`}`;
}
