/** The catalogue: every sentence the suite answers for, and how it is checked. */
import { chapters } from "../../suites/index.ts";
import type { Check, Observation } from "../check.ts";
import { profilesOf } from "../plan/selection.ts";
import type { Operation, Profile } from "../../schemas/report.ts";
import { sentencesOf } from "../sentences.ts";
import type { Requirement } from "../vocabulary.ts";

/** The levels of `list`: those of requirements, and `untested` for a rule that no client can observe. */
export const levels = ["must", "should", "gap", "untested"] as const;

export interface RequirementRow {
  readonly id: string;
  readonly level: (typeof levels)[number];
  readonly section: string;
  readonly operations: readonly Operation[];
  readonly profiles: readonly Profile[];
  readonly rule: string;
  readonly reading?: string;
  /** The checks and rules for all responses that are its cases. */
  readonly cases?: readonly string[];
  /** Of a case: the requirement that it is a case of. */
  readonly requirement?: string;
  /** Why an untested rule cannot be tested. */
  readonly reason?: string;
}

export interface CheckRow {
  readonly id: string;
  readonly kind: "check" | "invariant" | "observation";
  readonly requirement: string;
  readonly depth: string;
  readonly forms: string;
  readonly needs: readonly string[];
}

/** Judged requirements, questions that the specification leaves open, and rules that no client can observe. */
export function listRequirements(): readonly RequirementRow[] {
  const sentences = sentencesOf(chapters);
  return chapters.flatMap((chapter): readonly RequirementRow[] => [
    ...sentences
      .filter((sentence) => sentence.chapter === chapter.id)
      .map((sentence) => ({ ...toRequirementRow(sentence), cases: sentence.cases.map(({ id }) => id) })),
    ...(chapter.observations ?? []).map(({ id, question, source, operations }) => ({
      id,
      level: "gap" as const,
      section: source,
      operations,
      profiles: profilesOf({ operations }),
      rule: question,
    })),
    ...(chapter.untested ?? []).map(({ id, rule, source, reason }) => ({
      id,
      level: "untested" as const,
      section: source,
      operations: [],
      profiles: [],
      rule,
      reason,
    })),
  ]);
}

/** The checks and rules for all responses, each with its own words. */
export function listCases(): readonly RequirementRow[] {
  return chapters
    .flatMap(({ checks, invariants = [] }): readonly Requirement[] => [...checks, ...invariants])
    .map((one) => ({ ...toRequirementRow(one), requirement: one.of ?? one.id }));
}

function toRequirementRow(requirement: Omit<Requirement, "of">): RequirementRow {
  const { id, level, rule, source, operations, reading } = requirement;
  return {
    id,
    level,
    section: source,
    operations,
    profiles: profilesOf(requirement),
    rule,
    ...(reading === undefined ? {} : { reading }),
  };
}

export function listChecks(): readonly CheckRow[] {
  return chapters.flatMap((chapter): readonly CheckRow[] => [
    ...chapter.checks.map((check) => toCheckRow("check", check)),
    ...(chapter.invariants ?? []).map(({ id, of = id }) => ({
      id,
      kind: "invariant" as const,
      requirement: of,
      depth: "quick",
      forms: "every response",
      needs: [],
    })),
    ...(chapter.observations ?? []).map((observation) => toCheckRow("observation", observation)),
  ]);
}

function toCheckRow(kind: "check" | "observation", check: Check | Observation): CheckRow {
  return {
    id: check.id,
    kind,
    requirement: "of" in check ? (check.of ?? check.id) : check.id,
    depth: check.from ?? "quick",
    forms: check.forms ?? "each",
    needs: check.needs ?? [],
  };
}

/** Such as `28 must, 10 should`. */
export function countLevels(rows: readonly RequirementRow[]): string {
  return levels
    .map((level) => [level, rows.filter((row) => row.level === level).length] as const)
    .flatMap(([level, count]) => (count === 0 ? [] : [`${count} ${level}`]))
    .join(", ");
}
