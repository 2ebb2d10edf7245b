/** What is different between the answers that registries give to an open question. */
import type { Report } from "../schemas/report.ts";

/**
 * An answer on one line. Where the registry is, and what this run happened to send or saw of it, says nothing about what it decided.
 * Without a refusal, the largest value that was taken is the largest that was sent.
 */
export function toComparable(answer: string, { target }: Report): string {
  return answer
    .replaceAll(/\s+/gu, " ")
    .replaceAll(target.baseUrl, "{base URL}")
    .replaceAll(/ \(\d+\)/gu, "")
    .replaceAll(/, with \d+ characters\b/gu, "")
    .replaceAll(/Largest taken: [\d,]+(?: \w+)?; no larger one was refused/gu, "Nothing was refused")
    .replaceAll(/\bin \d+ (items|rows|responses|releases)\b/gu, "in all $1")
    .replaceAll(/\b(\d+) of \1\b/gu, "all")
    .trim();
}

/**
 * How many answers are different in kind. Different sizes, times and versions are one kind; different statuses are two. An answer all of
 * whose labelled parts (`upload.url: …; dist.url: …`) another one has too is of its kind: less was seen.
 */
export function countKinds(answers: readonly string[]): number {
  const kinds = [...new Set(answers.map(withoutNumbers))];
  return kinds.filter((kind) => !kinds.some((other) => other !== kind && isPartOf(kind, other))).length;
}

/** The parts of an answer that are different in kind, without their sizes. */
function withoutNumbers(answer: string): string {
  const text = answer.replaceAll(/\d+(?:[.,]\d+)*/gu, (number) =>
    /^[1-5]\d\d$/u.test(number) ? number : "N",
  );
  return [...new Set(text.split("; "))].join("; ");
}

function isPartOf(answer: string, other: string): boolean {
  const parts = answer.split("; ");
  const others = new Set(other.split("; "));
  return parts.length < others.size && parts.every((part) => part.includes(": ") && others.has(part));
}

/** Answers that say what is different between them, and what all of them have. */
export interface ToldApart {
  readonly texts: readonly string[];
  /** What all answers begin or end with, where it is long; it is left out of `texts`. */
  readonly same?: string;
}

/** So many words that all answers share are left out, since nobody sees a difference of one word among them. */
const minShared = 6;
/** Words before the difference that stay, to say what it is about. */
const context = 3;

/** The different words of each answer, with a few words around them. */
export function tellApart(answers: readonly string[]): ToldApart {
  const all = answers.map((answer) => answer.split(" "));
  const shortest = Math.min(...all.map(({ length }) => length));
  const [first = []] = all;
  if (all.length < 2) return { texts: answers };
  const isShared = (place: number): boolean => all.every((words) => words.at(place) === first.at(place));
  let before = 0;
  while (before < shortest && isShared(before)) before += 1;
  let after = 0;
  while (after < shortest - before && isShared(-after - 1)) after += 1;
  const start = before < minShared + context ? 0 : before - context;
  const end = after < minShared ? 0 : after;
  if (start + end === 0) return { texts: answers };
  const texts = all.map((words) => {
    const own = words.slice(start, words.length - end).join(" ");
    return `${start > 0 ? "… " : ""}${own === "" ? "(nothing)" : own}${end > 0 ? " …" : ""}`;
  });
  const head = first.slice(0, start).join(" ");
  const tail = first.slice(first.length - end).join(" ");
  return { texts, same: [...(start > 0 ? [`${head} …`] : []), ...(end > 0 ? [`… ${tail}`] : [])].join(" ") };
}
