/** The chapters of a report on a terminal: a verdict, a title and counts each. */
import type { Report } from "../schemas/report.ts";
import { titleOfChapter } from "./chapter-words.ts";
import { type ChapterResult, type ChapterVerdict, toChapters } from "./chapters.ts";
import { describeNotOffered, verdictOrder } from "./conclusion.ts";
import { formatCount } from "./measures.ts";
import { type Segment, type TerminalPage, type Tone, wrapText } from "./terminal-page.ts";

const verdictWords: Readonly<Record<ChapterVerdict, { readonly text: string; readonly tone: Tone }>> = {
  failed: { text: "FAILED", tone: "failed" },
  errored: { text: "ERRORED", tone: "errored" },
  partial: { text: "partial", tone: "blocked" },
  undecided: { text: "undecided", tone: "blocked" },
  warned: { text: "warned", tone: "warned" },
  passed: { text: "passed", tone: "passed" },
  "not offered": { text: "not offered", tone: "faint" },
};

function countsOf(chapter: ChapterResult): readonly Segment[] {
  const ofVerdicts = verdictOrder.flatMap((verdict): readonly Segment[] => {
    const count =
      verdict === "skipped" ? chapter.counts.skipped - chapter.notOffered : chapter.counts[verdict];
    if (count === 0) return [];
    const text = `${formatCount(count)} ${verdict}`;
    return [verdict === "passed" ? text : { text, tone: verdict }];
  });
  return [...ofVerdicts, ...describeNotOffered(chapter.requirements)];
}

function textOf(segment: Segment): string {
  return typeof segment === "string" ? segment : segment.text;
}

function lengthOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, one) => sum + textOf(one).length, 0);
}

/** The counts with commas between them, on as many lines as the room needs. */
function wrapCounts(counts: readonly Segment[], room: number): readonly (readonly Segment[])[] {
  const lines: Segment[][] = [[]];
  counts.forEach((count, place) => {
    const line = lines.at(-1) ?? [];
    const isLast = place === counts.length - 1;
    const isFull = line.length > 0 && lengthOf(line) + textOf(count).length + (isLast ? 0 : 1) > room;
    const to = isFull ? [] : line;
    if (isFull) lines.push(to);
    to.push(count, ...(isLast ? [] : [", "]));
  });
  return lines;
}

/** Titles get as much, so that each needs few lines. */
const minTitle = 28;

/** For each chapter its verdict, its title and its counts, which may need further lines. */
export function printChapters(page: TerminalPage, report: Report): void {
  const chapters = toChapters(report);
  const wordWidth = Math.max(0, ...chapters.map(({ verdict }) => verdictWords[verdict].text.length));
  const width = page.width - wordWidth - 6;
  const counts = chapters.map((chapter) => wrapCounts(countsOf(chapter), width - minTitle));
  const countsWidth = Math.max(0, ...counts.flat().map(lengthOf));
  const titles = chapters.map(({ name }) =>
    wrapText(titleOfChapter(name), Math.max(minTitle, width - countsWidth)),
  );
  const titleWidth = Math.max(0, ...titles.flat().map(({ length }) => length));
  chapters.forEach(({ verdict }, place) => {
    const { text, tone } = verdictWords[verdict];
    const title = titles[place] ?? [];
    const beside = counts[place] ?? [];
    for (let line = 0; line < Math.max(title.length, beside.length); line++) {
      const word = line === 0 ? { text: text.padEnd(wordWidth + 2), tone } : " ".repeat(wordWidth + 2);
      const ofCounts = beside[line] ?? [];
      const ofTitle = title[line] ?? "";
      page.line("  ", word, ofCounts.length === 0 ? ofTitle : ofTitle.padEnd(titleWidth + 2), ...ofCounts);
    }
  });
  page.blank();
}
