import type { Cause, Report, RequirementResult, Verdict } from "../../schemas/report.ts";
import type { ChapterResult } from "../chapters.ts";
import { toChapters } from "../chapters.ts";
import { toHtml } from "./document.ts";
import type { HtmlIndex } from "./html-index.ts";
import { RequirementBody } from "./requirement-body.tsx";
import { RequirementRow } from "./requirement-row.tsx";

/** A chapter, and which of its requirements the page has from the beginning; the script adds the others. */
export interface PlannedChapter {
  readonly chapter: ChapterResult;
  /** Requirements that want attention. */
  readonly rows: readonly RequirementResult[];
  /** The rows that are open, by id. */
  readonly open: ReadonlySet<string>;
  /** The number of requirements that want attention and do not fit in the page. */
  readonly pending: number;
  /** The number of requirements that passed or that the target does not offer. */
  readonly settled: number;
  /** True where nothing wants attention but what was not decided, and so much of the report was not: the reasons stand above. */
  readonly isFolded: boolean;
}

/** A page with more elements is slow on a phone. Each number is a limit for everything up to that step. */
const maxLoudElements = 700;
const maxBodyElements = 1000;
const maxElements = 1300;
const maxOpen = 3;
/** So many undecided requirements are shown in their chapters; more would be all that a reader sees. */
const maxUndecided = 20;

const loudVerdicts: ReadonlySet<Verdict> = new Set(["failed", "errored", "warned"]);

/** Whether a requirement is folded with its chapter: it passed, or the target does not offer its feature. */
export function isDecided({ verdict, notOffered }: RequirementResult): boolean {
  return verdict === "passed" || (verdict === "skipped" && notOffered === true);
}

function countElements(html: string): number {
  return html.match(/<[a-z]/gu)?.length ?? 0;
}

interface Budget {
  used: number;
}

/** Takes requirements while their elements fit. */
function take(
  requirements: readonly RequirementResult[],
  budget: Budget,
  limit: number,
  render: (requirement: RequirementResult) => string,
): readonly string[] {
  const taken: string[] = [];
  for (const requirement of requirements) {
    const cost = countElements(render(requirement));
    if (budget.used + cost > limit) break;
    budget.used += cost;
    taken.push(requirement.id);
  }
  return taken;
}

/** Plans the chapters of a page: failures and warnings first, then the bodies of the first failures, then what is not decided. */
export function planChapters(
  report: Report,
  index: HtmlIndex,
  causes: readonly Cause[],
): readonly PlannedChapter[] {
  const budget: Budget = { used: 0 };
  const renderRow = (requirement: RequirementResult): string =>
    toHtml(<RequirementRow requirement={requirement} />);
  const renderBody = (requirement: RequirementResult): string =>
    toHtml(<RequirementBody requirement={requirement} index={index} causes={causes} />);
  const chapters = toChapters(report);
  const inOrder = chapters.flatMap(({ requirements }) => requirements);
  const loud = inOrder.filter(({ verdict }) => loudVerdicts.has(verdict));
  const quiet = inOrder.filter((one) => !loudVerdicts.has(one.verdict) && !isDecided(one));
  const loudRows = new Set(take(loud, budget, maxLoudElements, renderRow));
  const bodies = loud
    .filter(({ id, verdict, accepted }) => verdict !== "warned" && accepted === undefined && loudRows.has(id))
    .slice(0, maxOpen);
  const open = new Set(take(bodies, budget, maxBodyElements, renderBody));
  const rows = new Set([...loudRows, ...take(quiet, budget, maxElements, renderRow)]);
  return chapters.map((chapter) => {
    const settled = chapter.requirements.filter(isDecided).length;
    const shown = chapter.requirements.filter(({ id }) => rows.has(id));
    return {
      chapter,
      rows: shown.toSorted(
        (a, b) => Number(loudVerdicts.has(b.verdict)) - Number(loudVerdicts.has(a.verdict)),
      ),
      open,
      pending: chapter.requirements.length - settled - shown.length,
      settled,
      isFolded:
        quiet.length > maxUndecided && !chapter.requirements.some(({ verdict }) => loudVerdicts.has(verdict)),
    };
  });
}
