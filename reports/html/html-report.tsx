import type { JSX } from "hono/jsx/jsx-runtime";
import type { Exchange, Report } from "../../schemas/report.ts";
import { toChapters } from "../chapters.ts";
import { renderSubject } from "../conclusion.ts";
import { toCurl } from "../curl.ts";
import { toPathBelow } from "../exchange-summary.ts";
import { formatCounted } from "../measures.ts";
import { renderDocument } from "./document.ts";
import { Filters } from "./filters.tsx";
import { type HtmlIndex, indexForHtml } from "./html-index.ts";
import { Masthead } from "./masthead.tsx";
import { Observations } from "./observations.tsx";
import { Chapters, FailuresAndWarnings, Profiles, Undecided } from "./overview.tsx";
import { ChapterRequirements } from "./requirement-list.tsx";
import { RunFacts } from "./run-facts.tsx";
import { reportScript } from "./compiled/report-script.ts";
import type { ShownExchange } from "./shown-exchange.ts";
import { Latency, Timeline } from "./timing.tsx";
import { toVisibleTexts } from "./visible-report.ts";

function Requirements({
  report,
  index,
}: {
  readonly report: Report;
  readonly index: HtmlIndex;
}): JSX.Element {
  return (
    <section aria-labelledby="requirements">
      <h2 id="requirements">Requirements</h2>
      <Filters report={report} />
      <p class="no-matches" hidden>
        No requirement matches the filter.
      </p>
      {toChapters(report).map((chapter) => (
        <ChapterRequirements chapter={chapter} index={index} />
      ))}
    </section>
  );
}

const sections = [
  ["profiles", "Profiles"],
  ["chapters", "Chapters"],
  ["requirements", "Requirements"],
  ["observations", "Observations"],
  ["latency", "Latency"],
  ["timeline", "Timeline"],
  ["run", "Run"],
] as const;

function isShown(report: Report, id: string): boolean {
  if (id === "observations") return report.observations.length > 0;
  return (id !== "latency" && id !== "timeline") || report.exchanges.length > 0;
}

function Navigation({ report }: { readonly report: Report }): JSX.Element {
  return (
    <nav aria-label="Sections" class="sections">
      {sections
        .filter(([id]) => isShown(report, id))
        .map(([id, label]) => (
          <a href={`#${id}`}>{label}</a>
        ))}
      <button type="button" id="theme" class="with-script">
        Theme: automatic
      </button>
    </nav>
  );
}

function Body({ report }: { readonly report: Report }): JSX.Element {
  const index = indexForHtml(report);
  return (
    <>
      <a class="skip" href="#requirements">
        Skip to the requirements
      </a>
      <Masthead report={report} />
      <Navigation report={report} />
      <main>
        <Profiles report={report} />
        <FailuresAndWarnings report={report} />
        <Undecided report={report} />
        <Chapters report={report} />
        <Requirements report={report} index={index} />
        <Observations report={report} index={index} />
        <Latency report={report} />
        <Timeline report={report} />
        <RunFacts report={report} />
      </main>
      <footer>
        {report.suite.name} {report.suite.version}, run {report.run.id}:{" "}
        {formatCounted(report.exchanges.length, "exchange")} recorded, credentials redacted.
      </footer>
    </>
  );
}

function toShown(exchange: Exchange, baseUrl: string): ShownExchange {
  const shown = toVisibleTexts(exchange);
  return { ...shown, curl: toCurl(exchange), path: toPathBelow(baseUrl, shown.request.url) };
}

/**
 * The report as one HTML file with everything inlined: verdict, profiles, failures and warnings, chapters, requirements with
 * their evidence, observations, latency and a timeline. Each requirement has a link (`#finalize/bytes-have-arrived`). Exchanges
 * and filters need JavaScript; the rest also works without it and on paper. Text of a registry cannot become markup, script or a
 * request.
 */
export function renderHtml(report: Report): string {
  const shown = toVisibleTexts({ ...report, exchanges: [] });
  const exchanges = report.exchanges.map((exchange) => toShown(exchange, shown.target.baseUrl));
  const visible: Report = { ...shown, exchanges };
  return renderDocument({
    title: `${visible.verdict}: ${renderSubject(visible)}`,
    body: <Body report={visible} />,
    script: reportScript,
    data: { exchanges },
  });
}
