import type { JSX } from "hono/jsx/jsx-runtime";
import type { ChoiceResult, FaultResult, KillMatrix } from "../../schemas/kill-matrix.ts";
import type { Verdict } from "../../schemas/report.ts";
import { concludeKillMatrix, isProof, orderFaults } from "../kill-matrix-order.ts";
import { formatCount, formatCounted, formatDuration } from "../measures.ts";
import { renderDocument } from "./document.ts";
import { toVisibleTexts } from "./visible-report.ts";

const faultTones: Readonly<Record<FaultResult["outcome"], Verdict>> = {
  killed: "passed",
  "killed-by-another": "warned",
  missed: "failed",
};

function Outcome({ outcome, tone }: { readonly outcome: string; readonly tone: Verdict }): JSX.Element {
  return <span class={`badge ${tone}`}>{outcome}</span>;
}

function Failed({ red, breaks }: { readonly red: readonly string[]; readonly breaks?: string }): JSX.Element {
  if (red.length === 0) return <span class="quiet">none</span>;
  return (
    <details>
      <summary>{formatCounted(red.length, "case")}</summary>
      <ul class="red">
        {red.map((id) => (
          <li>
            <span class="mono">{id}</span>
            {id === breaks ? <span class="tag">the one it breaks</span> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Faults({ faults }: { readonly faults: readonly FaultResult[] }): JSX.Element {
  return (
    <section aria-labelledby="faults">
      <h2 id="faults">Faults: each breaks one rule</h2>
      <table class="kills">
        <thead>
          <tr>
            <th scope="col">Fault</th>
            <th scope="col">Outcome</th>
            <th scope="col">Breaks</th>
            <th scope="col">Failed requirements</th>
            <th scope="col" class="number">
              Duration
            </th>
          </tr>
        </thead>
        <tbody>
          {orderFaults(faults).map((fault) => (
            <tr id={`fault-${fault.name}`}>
              <th scope="row">
                {fault.summary} <span class="quiet mono block">{fault.name}</span>
              </th>
              <td>
                <Outcome outcome={fault.outcome} tone={faultTones[fault.outcome]} />
              </td>
              <td>
                <span class="mono">{fault.breaks}</span>
              </td>
              <td>
                <Failed red={fault.red} breaks={fault.breaks} />
              </td>
              <td class="number">{formatDuration(fault.durationMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Choices({ choices }: { readonly choices: readonly ChoiceResult[] }): JSX.Element {
  const alarmsFirst = choices.toSorted(
    (a, b) => Number(b.outcome === "false-alarm") - Number(a.outcome === "false-alarm"),
  );
  return (
    <section aria-labelledby="choices">
      <h2 id="choices">Choices: every legal answer to an open question</h2>
      <table class="kills">
        <thead>
          <tr>
            <th scope="col">Choice</th>
            <th scope="col">Outcome</th>
            <th scope="col">Failed requirements</th>
            <th scope="col" class="number">
              Duration
            </th>
          </tr>
        </thead>
        <tbody>
          {alarmsFirst.map((choice) => (
            <tr>
              <th scope="row">
                {choice.summary} <span class="quiet mono block">{`${choice.name}=${choice.value}`}</span>
              </th>
              <td>
                <Outcome outcome={choice.outcome} tone={choice.outcome === "clean" ? "passed" : "failed"} />
              </td>
              <td>
                <Failed red={choice.red} />
              </td>
              <td class="number">{formatDuration(choice.durationMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Unproven({ unproven }: { readonly unproven: readonly string[] }): JSX.Element {
  return (
    <section aria-labelledby="unproven">
      <h2 id="unproven">Requirements without a fault</h2>
      <p class="quiet">No fault proves that their checks can fail.</p>
      <ul class="ids">
        {unproven.map((id) => (
          <li>{id}</li>
        ))}
      </ul>
    </section>
  );
}

function Total({
  count,
  word,
  tone,
}: {
  readonly count: number;
  readonly word: string;
  readonly tone: Verdict;
}): JSX.Element {
  return (
    <li class={count === 0 ? "tally-zero" : tone}>
      <span class="tally-count">{formatCount(count)}</span> <span class="tally-word">{word}</span>
    </li>
  );
}

function toHeadline(matrix: KillMatrix): string {
  if (!isProof(matrix)) return "Not proven";
  return matrix.only === undefined ? "Proven" : "Selection proven";
}

function Body({ matrix }: { readonly matrix: KillMatrix }): JSX.Element {
  const { suite, totals } = matrix;
  return (
    <div class="page">
      <header class={`masthead ${isProof(matrix) ? "passed" : "failed"}`}>
        <p class="eyebrow">Self-test, Package Registry HTTP API {suite.specification}</p>
        <h1>
          {suite.name} {suite.version}
        </h1>
        <p class="headline">{toHeadline(matrix)}</p>
        <p class="meaning">{concludeKillMatrix(matrix).replace(/^[A-Z ]+: /u, "")}</p>
        <ul class="tallies" aria-label="Totals">
          <Total count={totals.killed} word="killed" tone="passed" />
          <Total count={totals.killedByAnother} word="killed by another" tone="warned" />
          <Total count={totals.missed} word="missed" tone="failed" />
          <Total count={totals.clean} word="choices clean" tone="passed" />
          <Total count={totals.falseAlarms} word="false alarms" tone="failed" />
        </ul>
        <p class="eyebrow">
          <time datetime={matrix.startedAt}>{matrix.startedAt}</time>, seed {matrix.seed},{" "}
          {formatDuration(matrix.durationMs)}
        </p>
        <p class="quiet mono">{suite.digest}</p>
      </header>
      <main>
        {matrix.faults.length === 0 ? null : <Faults faults={matrix.faults} />}
        {matrix.choices.length === 0 ? null : <Choices choices={matrix.choices} />}
        {matrix.unproven.length === 0 ? null : <Unproven unproven={matrix.unproven} />}
      </main>
    </div>
  );
}

/** The kill matrix as one HTML file without script: missed faults and false alarms first, with all failed requirements. */
export function renderKillMatrixPage(matrix: KillMatrix): string {
  const visible = toVisibleTexts(matrix);
  return renderDocument({
    title: `${toHeadline(visible).toLowerCase()}: ${visible.suite.name} ${visible.suite.version}`,
    body: <Body matrix={visible} />,
    runningHead: `Self-test of ${visible.suite.name} ${visible.suite.version}: ${toHeadline(visible).toLowerCase()}`,
  });
}
