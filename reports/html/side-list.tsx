import type { JSX } from "hono/jsx/jsx-runtime";
import type { Report, Verdict } from "../../schemas/report.ts";
import { titleOfChapter } from "../chapter-words.ts";
import { renderSubject } from "../subjects.ts";
import { formatCount } from "../measures.ts";
import type { PlannedChapter } from "./chapter-plan.tsx";
import { VerdictSummaryBadge } from "./verdict-badge.tsx";

/** One link of the side list. */
export interface SideLink {
  readonly id: string;
  readonly label: string;
  readonly count?: number;
}

interface Tally {
  readonly verdict: Verdict;
  readonly count: number;
  readonly label: string;
}

function toTallies({ chapter, settled }: PlannedChapter): readonly Tally[] {
  const { counts, requirements } = chapter;
  const failed = counts.failed + counts.errored;
  const undecided = requirements.length - settled - failed - counts.warned;
  const tallies: readonly Tally[] = [
    { verdict: "failed", count: failed, label: "failed" },
    { verdict: "warned", count: counts.warned, label: "warned" },
    { verdict: "blocked", count: undecided, label: "not decided" },
  ];
  const loud = tallies.filter(({ count }) => count > 0);
  return loud.length > 0 ? loud : [{ verdict: "passed", count: counts.passed, label: "passed" }];
}

function ChapterLink({ planned }: { readonly planned: PlannedChapter }): JSX.Element {
  const { name } = planned.chapter;
  return (
    <li>
      <a href={`#chapter-${encodeURIComponent(name)}`}>
        {titleOfChapter(name)}
        {toTallies(planned).map(({ verdict, count, label }) => (
          <span class={`count ${verdict}`} title={label}>
            {formatCount(count)}
          </span>
        ))}
      </a>
    </li>
  );
}

function Links({ links }: { readonly links: readonly SideLink[] }): JSX.Element {
  return (
    <>
      {links.map(({ id, label, count }) => (
        <li>
          <a href={`#${id}`}>
            {label}
            {count === undefined ? null : <span class="count">{formatCount(count)}</span>}
          </a>
        </li>
      ))}
    </>
  );
}

/** The list beside the page: its sections, and the chapters with their counts. On a phone it is a bar that opens. */
export function SideList({
  report,
  chapters,
  before,
  after,
}: {
  readonly report: Report;
  readonly chapters: readonly PlannedChapter[];
  readonly before: readonly SideLink[];
  readonly after: readonly SideLink[];
}): JSX.Element {
  return (
    <nav class="side" aria-label="Contents">
      <p class="side-head">
        <a href="#top">{renderSubject(report)}</a> <VerdictSummaryBadge verdict={report.verdict} />
      </p>
      <details class="contents" open>
        <summary>Contents</summary>
        <ul>
          <Links links={before} />
        </ul>
        <p class="side-title">Chapters</p>
        <ul>
          {chapters.map((planned) => (
            <ChapterLink planned={planned} />
          ))}
        </ul>
        <ul class="side-rest">
          <Links links={after} />
        </ul>
        <p class="side-tools with-script">
          <button type="button" id="theme">
            Theme: automatic
          </button>
          <button type="button" data-show-keys aria-keyshortcuts="?">
            Keys <kbd>?</kbd>
          </button>
        </p>
      </details>
    </nav>
  );
}
