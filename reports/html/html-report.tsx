import type { JSX } from "hono/jsx/jsx-runtime";
import type { Cause, Report } from "../../schemas/report.ts";
import { orderCauses } from "../cause-list.ts";
import { countNotOffered } from "../conclusion.ts";
import { renderSubject } from "../subjects.ts";
import { formatCounted } from "../measures.ts";
import { Causes } from "./causes.tsx";
import { ChapterList, toChapterBlocks } from "./chapter-list.tsx";
import { planChapters, type PlannedChapter } from "./chapter-plan.tsx";
import { reportScript } from "./compiled/report-script.ts";
import { renderDocument } from "./document.ts";
import { Filters } from "./filters.tsx";
import { type HtmlIndex, indexForHtml } from "./html-index.ts";
import { KeyHelp } from "./key-help.tsx";
import { Masthead } from "./masthead.tsx";
import { Observations } from "./observations.tsx";
import {
  countUndecided,
  FailuresAndWarnings,
  NotOffered,
  Profiles,
  toSettledGroups,
  Undecided,
} from "./overview.tsx";
import { RunFacts } from "./run-facts.tsx";
import { type SideLink, SideList } from "./side-list.tsx";
import { Latency, Timeline } from "./timing.tsx";
import { toVisibleTexts } from "./visible-report.ts";
import { Unscored } from "./unscored.tsx";

interface PageProps {
  readonly report: Report;
  readonly index: HtmlIndex;
  readonly causes: readonly Cause[];
  readonly chapters: readonly PlannedChapter[];
}

function Requirements({ report, index, causes, chapters }: PageProps): JSX.Element {
  return (
    <section aria-labelledby="requirements">
      <h2 id="requirements">Requirements</h2>
      <Filters report={report} />
      <p class="no-matches" hidden>
        No requirement matches the filter.
      </p>
      <ChapterList chapters={chapters} index={index} causes={causes} />
    </section>
  );
}

function toSideLinks({
  report,
  index,
  causes,
}: PageProps): Readonly<Record<"before" | "after", readonly SideLink[]>> {
  const { failed, errored, warned } = report.counts;
  const loud = failed + errored + warned;
  const undecided = countUndecided(report);
  const notOffered = countNotOffered(report.requirements);
  const hasNotOffered = toSettledGroups(report).length > 0;
  const hasExchanges = index.allExchanges.length > 0;
  const observations = report.observations.length;
  const unscored = report.unscored?.length ?? 0;
  return {
    before: [
      ...(causes.length > 0 ? [{ id: "causes", label: "Causes", count: causes.length }] : []),
      ...(causes.length === 0 && loud > 0
        ? [{ id: "failures", label: "Failures and warnings", count: loud }]
        : []),
      ...(undecided > 0 ? [{ id: "undecided", label: "Not decided", count: undecided }] : []),
      { id: "profiles", label: "Profiles" },
      { id: "requirements", label: "Requirements", count: report.requirements.length },
    ],
    after: [
      ...(hasNotOffered
        ? [{ id: "not-offered", label: "Not offered", ...(notOffered === 0 ? {} : { count: notOffered }) }]
        : []),
      ...(unscored === 0 ? [] : [{ id: "unscored", label: "Not scored", count: unscored }]),
      ...(observations > 0 ? [{ id: "observations", label: "Observations", count: observations }] : []),
      ...(hasExchanges
        ? [
            { id: "latency", label: "Latency" },
            { id: "timeline", label: "Timeline" },
          ]
        : []),
      { id: "run", label: "The run" },
    ],
  };
}

function Body(props: PageProps): JSX.Element {
  const { report, index, causes, chapters } = props;
  return (
    <>
      <a class="skip" href="#requirements">
        Skip to the requirements
      </a>
      <SideList report={report} chapters={chapters} {...toSideLinks(props)} />
      <div class="page" id="top">
        <Masthead report={report} />
        <main>
          <Causes causes={causes} index={index} />
          {causes.length > 0 ? null : <FailuresAndWarnings report={report} />}
          <Undecided report={report} />
          <Profiles report={report} />
          <Requirements {...props} />
          <NotOffered report={report} />
          <Unscored report={report} />
          <Observations report={report} index={index} />
          <Latency exchanges={index.allExchanges} />
          <Timeline exchanges={index.allExchanges} />
          <RunFacts report={report} />
        </main>
        <footer>
          <span class="produced">
            {report.suite.name} {report.suite.version}, run {report.run.id} of {renderSubject(report)}
          </span>
          : {formatCounted(index.allExchanges.length, "exchange")} recorded, credentials redacted.
        </footer>
      </div>
      <KeyHelp />
    </>
  );
}

/**
 * The report as one HTML file with everything inlined. Causes, failures, warnings and what is not decided come first. Chapters
 * are folded where everything passed; the script adds their requirements, and exchanges, from packed blocks when they are
 * opened. Each requirement has a link (`#finalize/bytes-have-arrived`). Without JavaScript the page lists everything in short.
 * Text of a registry cannot become markup, script or a request.
 */
export function renderHtml(report: Report): string {
  const index = indexForHtml(report);
  const visible: Report = toVisibleTexts({ ...report, exchanges: [] });
  const causes = orderCauses(visible);
  const chapters = planChapters(visible, index, causes);
  const props: PageProps = { report: visible, index, causes, chapters };
  return renderDocument({
    title: `${visible.verdict}: ${renderSubject(visible)}`,
    body: <Body {...props} />,
    runningHead: `${renderSubject(visible)}: ${visible.verdict}, ${visible.run.startedAt.slice(0, 10)}`,
    script: reportScript,
    blocks: [...toChapterBlocks(props), ...index.blocks],
  });
}
