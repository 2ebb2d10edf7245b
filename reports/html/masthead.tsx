import type { JSX } from "hono/jsx/jsx-runtime";
import type { Report, Verdict } from "../../schemas/report.ts";
import {
  countNotOffered,
  describeNotOffered,
  explainExitCode,
  renderCaveats,
  renderSpecification,
  renderCounts,
  runVerdictMeanings,
  toSentenceStart,
  verdictOrder,
} from "../conclusion.ts";
import { renderSubject } from "../subjects.ts";
import { formatCount, formatCounted, formatDuration } from "../measures.ts";
import { VerdictBar } from "./verdict-bar.tsx";
import { toneOf } from "./verdict-badge.tsx";

function Tally({
  verdict,
  count,
  note,
}: {
  readonly verdict: Verdict;
  readonly count: number;
  readonly note: string;
}): JSX.Element {
  return (
    <li class={count === 0 ? "tally-zero" : verdict}>
      <a href={`#?verdict=${verdict}`}>
        <span class="tally-count">{formatCount(count)}</span> <span class="tally-word">{verdict}</span>
        {note === "" ? null : <span class="tally-note"> {note}</span>}
      </a>
    </li>
  );
}

function noteFor(report: Report, verdict: Verdict): string {
  const accepted = report.requirements.filter(
    (one) => one.verdict === verdict && one.accepted !== undefined,
  ).length;
  const notOffered = verdict === "skipped" ? countNotOffered(report.requirements) : 0;
  const notes = [
    ...(accepted > 0 ? [`${formatCount(accepted)} accepted`] : []),
    ...(notOffered > 0 ? [`and ${describeNotOffered(report.requirements).join(", ")}`] : []),
  ];
  return notes.length === 0 ? "" : `(${notes.join(", ")})`;
}

/** Who answered in place of the registry. */
function Foreign({ report }: { readonly report: Report }): JSX.Element | null {
  const { foreignResponses } = report;
  if (foreignResponses === undefined) return null;
  return (
    <p class="foreign">
      <strong>{foreignResponses.sentence}</strong> {foreignResponses.hint}
    </p>
  );
}

function Caveats({ report }: { readonly report: Report }): JSX.Element | null {
  const caveats = renderCaveats(report);
  const errors = report.baseline?.errors ?? [];
  if (caveats.length + errors.length === 0) return null;
  return (
    <ul class="caveats">
      {errors.map((error) => (
        <li class="failed">
          <strong>Baseline:</strong> {error}
        </li>
      ))}
      {caveats.map((caveat) => (
        <li>{caveat}</li>
      ))}
    </ul>
  );
}

/** The head of the page: what was tested, the verdict, its meaning, and all counts. */
export function Masthead({ report }: { readonly report: Report }): JSX.Element {
  const { target, run } = report;
  return (
    <header class={`masthead ${toneOf(report.verdict)}`}>
      <p class="eyebrow">Conformance report, Package Registry HTTP API {renderSpecification(report)}</p>
      <h1>{renderSubject(report)}</h1>
      {renderSubject(report) === target.baseUrl ? null : <p class="address">{target.baseUrl}</p>}
      <p class="headline">
        {toSentenceStart(report.verdict)}
        {run.interrupted ? " (interrupted)" : ""}
      </p>
      <p class="meaning">
        {renderCounts(report)}. Exit code {report.exitCode}: {explainExitCode(report)}.
      </p>
      <Foreign report={report} />
      <VerdictBar counts={report.counts} scale={report.requirements.length} />
      <ul class="tallies" aria-label={`Requirements by verdict: ${runVerdictMeanings[report.verdict]}`}>
        {verdictOrder.map((verdict) => (
          <Tally
            verdict={verdict}
            count={
              report.counts[verdict] - (verdict === "skipped" ? countNotOffered(report.requirements) : 0)
            }
            note={noteFor(report, verdict)}
          />
        ))}
      </ul>
      <Caveats report={report} />
      <p class="eyebrow">
        <time datetime={run.startedAt}>{run.startedAt.replace("T", " ").replace(/\.\d+Z$|Z$/u, " UTC")}</time>
        , {run.depth} run, seed {run.seed}, {formatCounted(run.requests, "request")} in{" "}
        {formatDuration(run.durationMs)}
      </p>
    </header>
  );
}
