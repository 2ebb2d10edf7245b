/** The text of a specification, with what a suite and its reports say of each block. Plain data for the page. */
import type { Level, RunVerdict, Verdict } from "../schemas/report.ts";

/** A requirement, an open question or an untested rule beside the block that it is about. */
export interface Annotation {
  readonly id: string;
  readonly level: Level | "untested";
  readonly title: string;
  /** A verdict for each report; null if that report does not have it. */
  readonly verdicts: readonly (Verdict | null)[];
  /** Of an open question: what each implementation does; of an untested rule, the reason. */
  readonly answers: readonly string[];
}

export interface AnnotatedBlock {
  readonly kind: "heading" | "numbered" | "bullet" | "row" | "head-row" | "paragraph" | "code";
  readonly text: string;
  readonly level?: number;
  readonly ordinal?: number;
  readonly cells?: readonly string[];
  readonly annotations: readonly Annotation[];
  /** How it differs from the text that the suite was written for. */
  readonly drift?: "changed" | "new";
}

export interface AnnotatedText {
  readonly title: string;
  readonly specification: string;
  readonly reports: readonly { readonly subject: string; readonly verdict: RunVerdict }[];
  readonly blocks: readonly AnnotatedBlock[];
  /** Places that the suite covers and that the text does not have. */
  readonly lost: readonly string[];
  /** Annotations without a place in the text: questions that the suite's authors numbered. */
  readonly unplaced: readonly Annotation[];
}

/** Severe verdicts first. */
const severity: readonly Verdict[] = ["failed", "errored", "warned", "blocked", "skipped", "passed"];

/** The most severe verdict of annotations over all reports; undefined without any. */
export function worstVerdict(annotations: readonly Annotation[]): Verdict | undefined {
  const found = new Set(annotations.flatMap(({ verdicts }) => verdicts));
  return severity.find((verdict) => found.has(verdict));
}

/** True for a block that states something and has no annotation at all. */
export function isUncovered({ kind, annotations }: AnnotatedBlock): boolean {
  return annotations.length === 0 && (kind === "numbered" || kind === "bullet" || kind === "row");
}

/** What a report has instead of an answer. */
const noAnswers: ReadonlySet<string> = new Set(["not observed", "not in report"]);

/** What says nothing about the registry: the run did not decide it. */
const undecided: ReadonlySet<string> = new Set(["blocked", "skipped", "errored"]);

/** True if the reports have different verdicts, or different answers to an open question. */
export function isDifferent({ level, verdicts, answers }: Annotation): boolean {
  const found =
    level === "gap"
      ? answers.filter((answer) => !noAnswers.has(answer))
      : verdicts.filter((verdict) => verdict === null || !undecided.has(verdict));
  return level !== "untested" && new Set(found.filter((one) => one !== null)).size > 1;
}

/** What introduces and demands nothing. */
export interface Introductions {
  /** The indexes of the headings below which nothing is stated, and of the paragraphs that begin a list without a demand. */
  readonly starts: ReadonlySet<number>;
  /** The indexes of the items of these lists. */
  readonly items: ReadonlySet<number>;
}

/** A bulleted list after a sentence that ends with a colon says what there is, if no item has a requirement or is new. */
export function findIntroductions(blocks: readonly AnnotatedBlock[]): Introductions {
  const isBare = ({ annotations, drift }: AnnotatedBlock): boolean =>
    annotations.length === 0 && drift === undefined;
  const lists = blocks.flatMap((block, index) => {
    const rest = blocks.slice(index + 1);
    const end = rest.findIndex(({ kind }) => kind !== "bullet");
    const list = end === -1 ? rest : rest.slice(0, end);
    const isIntroduced = block.kind === "paragraph" && block.text.endsWith(":") && list.length > 0;
    return isIntroduced && [block, ...list].every(isBare) ? [{ index, length: list.length }] : [];
  });
  const items = new Set(
    lists.flatMap(({ index, length }) => Array.from({ length }, (_, place) => index + 1 + place)),
  );
  const headings = blocks.flatMap(({ kind }, index) => (kind === "heading" ? [index] : []));
  const empty = headings.filter((start, place) => {
    const own = blocks.slice(start, headings[place + 1]);
    return own.length > 1 && own.every((block) => block.annotations.length === 0 && !isUncovered(block));
  });
  return { starts: new Set([...empty, ...lists.map(({ index }) => index)]), items };
}
