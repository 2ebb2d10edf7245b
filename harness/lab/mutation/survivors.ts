/** What the survivors of a mutation run of the reference server say: which may be judged, and which not, and why. */
import type { Kind, Named } from "./kinds.ts";

/** The part of Stryker's JSON report that is read here. */
export interface MutationReport {
  readonly files: Readonly<
    Record<string, { readonly source: string; readonly mutants: readonly ReportedMutant[] }>
  >;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

interface ReportedMutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

/** A mutant that no run noticed. */
export interface Survivor {
  readonly file: string;
  /** The rule or function that it is in. */
  readonly rule: string;
  readonly line: number;
  /** The lines that it changes, and what they become, without the spaces around them. */
  readonly original: string;
  readonly changed: string;
  readonly kind: Kind | "judged";
}

/** The figures of one file. */
export interface FileScore {
  readonly file: string;
  readonly killed: number;
  readonly survivors: readonly Survivor[];
}

const nameOfRule =
  /^(?: {2}(\w+)(?:\(|: (?:async )?\(|: )|(?:export )?(?:async )?function (\w+)|(?:export )?const (\w+))/;

/** The name of the innermost rule or function at the margin that begins at or before a line, counted from 1. */
export function ruleAt(lines: readonly string[], line: number): string {
  for (const text of lines.slice(0, line).toReversed()) {
    const [, property, called, constant] = nameOfRule.exec(text) ?? [];
    const name = property ?? called ?? constant;
    if (name !== undefined) return name;
  }
  return "";
}

/** The text that is changed, whole lines of it, and what it becomes. */
function toTexts(lines: readonly string[], { location, replacement = "" }: ReportedMutant): [string, string] {
  const { start, end } = location;
  const before = (lines[start.line - 1] ?? "").slice(0, start.column - 1);
  const after = (lines[end.line - 1] ?? "").slice(end.column - 1);
  const original = lines.slice(start.line - 1, end.line).join("\n");
  const tidy = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
  return [tidy(original), tidy(`${before}${replacement}${after}`)];
}

const problemText =
  /new ProblemError\(\s*"[a-z-]+",|\b(?:unauthenticated|forbidden|conflict|invalid)\(|^(?:"|`)|\breason: "/;

/** True for the words of a problem or of a state, which nobody judges; not for its slug. */
function isWording(
  { mutatorName, replacement = "" }: ReportedMutant,
  original: string,
  changed: string,
): boolean {
  const isEmptied = mutatorName === "StringLiteral" && /^(?:""|``)$/.test(replacement);
  return isEmptied && problemText.test(original) && !/ProblemError\(\s*""/.test(changed);
}

function kindOf(survivor: Omit<Survivor, "kind">, named: readonly Named[]): Kind | "judged" {
  const fits = named.find(
    ({ file, rules, change }) =>
      survivor.file.endsWith(`/${file}`) &&
      (rules === "every" || rules.includes(survivor.rule)) &&
      (change === undefined || change.test(`${survivor.original} => ${survivor.changed}`)),
  );
  return fits?.kind ?? "judged";
}

/** The score of each file. A mutant that ran into the time limit was noticed; static ones were not tried. */
export function toScores({ files }: MutationReport, named: readonly Named[]): readonly FileScore[] {
  return Object.entries(files).map(([file, { source, mutants }]) => {
    const lines = source.split("\n");
    const survivors = mutants
      .filter(({ status }) => status === "Survived" || status === "NoCoverage")
      .map((mutant): Survivor => {
        const [original, changed] = toTexts(lines, mutant);
        const { line } = mutant.location.start;
        const survivor = { file, rule: ruleAt(lines, line), line, original, changed };
        const kind = isWording(mutant, original, changed) ? "wording" : kindOf(survivor, named);
        return { ...survivor, kind };
      });
    const killed = mutants.filter(({ status }) => status === "Killed" || status === "Timeout").length;
    return { file, killed, survivors };
  });
}

/** The share of the mutants that may be judged and were noticed, rounded down: 0 to 100. */
export function scoreOf(scores: readonly FileScore[]): number {
  const killed = scores.reduce((sum, one) => sum + one.killed, 0);
  const missed = scores.reduce((sum, one) => sum + one.survivors.filter(isJudged).length, 0);
  return killed + missed === 0 ? 100 : Math.floor((100 * killed) / (killed + missed));
}

/** True for a survivor that a suite could notice and may judge. */
export function isJudged({ kind }: Survivor): boolean {
  return kind === "judged";
}
