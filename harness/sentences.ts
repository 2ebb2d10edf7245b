/**
 * The requirements: each is a sentence of the specification that a reader could dispute. A check or a rule for all responses is a case
 * of one sentence. A sentence with one case is that case, and has its id.
 */
import type { Operation, RequirementResult } from "../schemas/report.ts";
import type { Chapter } from "./check.ts";
import type { Requirement, Sentence } from "./vocabulary.ts";

/** A sentence with its cases, in the order of the catalogue. */
export interface SentenceWithCases extends Required<Sentence> {
  readonly chapter: string;
  /** Those of all its cases. */
  readonly operations: readonly Operation[];
  readonly cases: readonly Requirement[];
}

/** The chapters, in which each case has the level of its sentence. */
export function withLevelsOfSentences(chapters: readonly Chapter[]): readonly Chapter[] {
  const stated = statedSentences(chapters);
  const toCase = <T extends Requirement>(one: T): T => {
    if (one.of === undefined) return one;
    const sentence = stated.get(one.of);
    if (sentence === undefined) throw new Error(`${one.id} is a case of ${one.of}, which no chapter states`);
    return { ...one, level: sentence.level ?? "must" };
  };
  return chapters.map((chapter) => ({
    ...chapter,
    checks: chapter.checks.map(toCase),
    ...(chapter.invariants === undefined ? {} : { invariants: chapter.invariants.map(toCase) }),
  }));
}

/** Every sentence of the chapters with its cases, by chapter: in the order of its first case there, or else at its end. */
export function sentencesOf(chapters: readonly Chapter[]): readonly SentenceWithCases[] {
  const stated = statedSentences(chapters);
  const all = chapters.flatMap(({ checks, invariants = [] }): readonly Requirement[] => [
    ...checks,
    ...invariants,
  ]);
  const casesOf = new Map<string, Requirement[]>();
  for (const one of all) {
    const { id, of = id } = one;
    const cases = casesOf.get(of);
    if (cases === undefined) casesOf.set(of, [one]);
    else cases.push(one);
  }
  return chapters.flatMap((chapter) => {
    const { checks, invariants = [], sentences = [] } = chapter;
    const here = new Set(sentences.map(({ id }) => id));
    const ids = [...checks, ...invariants]
      .map(({ id, of = id }) => ({ id, of }))
      .filter(({ id, of }) => id === of || here.has(of))
      .map(({ of }) => of);
    return [...new Set([...ids, ...here])].map((id) => toSentence(stated.get(id), casesOf.get(id) ?? []));
  });
}

function toSentence(stated: Sentence | undefined, cases: readonly Requirement[]): SentenceWithCases {
  const sentence = stated ?? cases[0];
  if (sentence === undefined) throw new Error("A sentence is stated, or has a case");
  const { id, level = "must", rule, source } = sentence;
  const covers = [...new Set([sentence, ...cases].flatMap((one) => one.covers ?? []))];
  const operations = [...new Set(cases.flatMap((one) => one.operations))];
  const { restsOn = [] } = sentence;
  return { id, level, rule, source, covers, restsOn, chapter: chapterOf(id), operations, cases };
}

function statedSentences(chapters: readonly Chapter[]): ReadonlyMap<string, Sentence> {
  return new Map(chapters.flatMap(({ sentences = [] }) => sentences.map((one) => [one.id, one] as const)));
}

function chapterOf(id: string): string {
  return id.split("/")[0] ?? id;
}

/** What a report says of a requirement before anything has run. */
export interface DescribedRequirement extends Pick<RequirementResult, "id" | "title" | "section"> {
  /** Ids of requirements that it follows from. */
  readonly restsOn?: readonly string[];
}
