import type { JSX } from "hono/jsx/jsx-runtime";
import type { Cause, RequirementResult, Verdict } from "../../schemas/report.ts";
import { sentenceOfChapter, titleOfChapter } from "../chapter-words.ts";
import { describeNotOffered, verdictOrder } from "../conclusion.ts";
import { formatCount, formatCounted } from "../measures.ts";
import { chapterBlockName } from "./block-names.ts";
import { isDecided, type PlannedChapter } from "./chapter-plan.tsx";
import { toHtml } from "./document.ts";
import type { HtmlIndex } from "./html-index.ts";
import type { PackedBlock } from "./packed-block.ts";
import type { PackedRow } from "./packed-row.ts";
import { RequirementBody } from "./requirement-body.tsx";
import { RequirementRow } from "./requirement-row.tsx";
import { VerdictSummaryBadge } from "./verdict-badge.tsx";
import { VerdictBar } from "./verdict-bar.tsx";

interface ChapterProps {
  readonly planned: PlannedChapter;
  readonly index: HtmlIndex;
  readonly causes: readonly Cause[];
}

/** The counts of all verdicts that occur: `2 failed, 40 passed`. */
export function describeCounts(counts: Readonly<Record<Verdict, number>>): string {
  const parts = verdictOrder
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${formatCount(counts[verdict])} ${verdict}`);
  return parts.length === 0 ? "nothing selected" : parts.join(", ");
}

/** For readers without JavaScript: one line for each requirement that the script would add. */
function PlainList({ requirements }: { readonly requirements: readonly RequirementResult[] }): JSX.Element {
  return (
    <noscript>
      <pre>{requirements.map(({ verdict, id, title }) => `${verdict}  ${id}: ${title}`).join("\n")}</pre>
    </noscript>
  );
}

/** As `describeCounts`, without counting what is not offered as skipped. */
function describeChapterCounts({ chapter: { counts, notOffered, requirements } }: PlannedChapter): string {
  const decided = { ...counts, skipped: counts.skipped - notOffered };
  const parts = verdictOrder.some((verdict) => decided[verdict] > 0) ? [describeCounts(decided)] : [];
  return [...parts, ...describeNotOffered(requirements)].join(", ");
}

function describeSettled({ chapter }: PlannedChapter): string {
  const others = describeNotOffered(chapter.requirements);
  return [`${formatCount(chapter.counts.passed)} passed`, ...others].join(", ");
}

function Chapter({ planned, index, causes }: ChapterProps): JSX.Element {
  const { chapter, rows, open, pending, settled, isFolded } = planned;
  const { name, verdict, counts, requirements } = chapter;
  const shown = new Set(rows.map(({ id }) => id));
  const sentence = sentenceOfChapter(name);
  return (
    <details
      class="chapter"
      id={`chapter-${name}`}
      data-chapter={name}
      data-packed={chapterBlockName(name)}
      data-folded={isFolded ? "" : undefined}
      open={rows.length + pending > 0 && !isFolded}
    >
      <summary>
        <h3>
          {titleOfChapter(name)} <span class="quiet mono block">{name}</span>
        </h3>
        <VerdictSummaryBadge verdict={verdict} />
        {verdict === "passed" && sentence !== undefined ? (
          <span class="chapter-sentence">{sentence}</span>
        ) : (
          <span class="chapter-bar">
            <VerdictBar counts={counts} scale={requirements.length} />
          </span>
        )}
        <span class="quiet chapter-counts">{describeChapterCounts(planned)}</span>
      </summary>
      <div class="rows">
        {rows.map((requirement) => (
          <RequirementRow requirement={requirement} open={open.has(requirement.id)}>
            {open.has(requirement.id) ? (
              <RequirementBody requirement={requirement} index={index} causes={causes} />
            ) : null}
          </RequirementRow>
        ))}
      </div>
      {pending === 0 ? null : (
        <div class="pending">
          <button type="button" class="with-script" data-load>
            Show {formatCounted(pending, "more requirement")}
          </button>
          <PlainList requirements={requirements.filter((one) => !isDecided(one) && !shown.has(one.id))} />
        </div>
      )}
      {settled === 0 ? null : (
        <details class="settled" open={rows.length + pending === 0}>
          <summary>{describeSettled(planned)}</summary>
          <div class="rows" />
          <PlainList requirements={requirements.filter(isDecided)} />
        </details>
      )}
    </details>
  );
}

/** The chapters: open where something failed or a few were not decided, the rest folded. */
export function ChapterList({
  chapters,
  index,
  causes,
}: Omit<ChapterProps, "planned"> & { readonly chapters: readonly PlannedChapter[] }): JSX.Element {
  return (
    <div class="chapters">
      {chapters.map((planned) => (
        <Chapter planned={planned} index={index} causes={causes} />
      ))}
    </div>
  );
}

/** All requirements of each chapter as HTML, for the script to add. */
export function toChapterBlocks({
  chapters,
  index,
  causes,
}: Omit<ChapterProps, "planned"> & { readonly chapters: readonly PlannedChapter[] }): readonly PackedBlock[] {
  return chapters.map(({ chapter }) => ({
    name: chapterBlockName(chapter.name),
    value: chapter.requirements.map((requirement): PackedRow => ({
      id: requirement.id,
      cases: requirement.checks,
      settled: isDecided(requirement),
      row: toHtml(<RequirementRow requirement={requirement} />),
      body: toHtml(<RequirementBody requirement={requirement} index={index} causes={causes} />),
    })),
  }));
}
