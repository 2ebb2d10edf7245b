import type { JSX } from "hono/jsx/jsx-runtime";
import { columnName, type ConformanceMatrix, hasDifferentVerdicts, type MatrixRow } from "../matrix.ts";
import { formatCounted } from "../measures.ts";
import { renderDocument } from "./document.ts";
import { VerdictSummaryBadge, VerdictBadge } from "./verdict-badge.tsx";
import { toVisibleTexts } from "./visible-report.ts";

interface MatrixProps {
  readonly matrix: ConformanceMatrix;
}

function Columns({ matrix }: MatrixProps): JSX.Element {
  return (
    <ul class="cards wide">
      {matrix.columns.map((column, place) => (
        <li class="card">
          <span class="quiet">Column {columnName(place)}</span>
          <span class="card-title">{column.subject}</span>
          <VerdictSummaryBadge verdict={column.verdict} />
          <span class="quiet">{column.counts}</span>
          <span class="quiet mono">{column.baseUrl}</span>
        </li>
      ))}
    </ul>
  );
}

/** A wide table that scrolls sideways; the tab stop makes it scroll with the keyboard. */
function Scrolled({
  label,
  children,
}: {
  readonly label: string;
  readonly children: JSX.Element;
}): JSX.Element {
  return (
    <div class="scrolled" role="region" aria-label={label} tabindex={0}>
      {children}
    </div>
  );
}

function ColumnHeads({ matrix }: MatrixProps): JSX.Element {
  return (
    <>
      {matrix.columns.map((column, place) => (
        <th scope="col" title={column.subject}>
          {columnName(place)} <span class="quiet block">{column.subject}</span>
        </th>
      ))}
    </>
  );
}

function Rows({
  matrix,
  rows,
  label,
}: MatrixProps & { readonly rows: readonly MatrixRow[]; readonly label: string }): JSX.Element {
  return (
    <Scrolled label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Requirement</th>
            <ColumnHeads matrix={matrix} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row">
                {row.title} <span class="quiet mono block">{row.id}</span>
              </th>
              {row.verdicts.map((verdict) => (
                <td>
                  {verdict === null ? <span class="quiet">absent</span> : <VerdictBadge verdict={verdict} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

function Observations({ matrix }: MatrixProps): JSX.Element | null {
  if (matrix.observations.length === 0) return null;
  return (
    <section aria-labelledby="observations">
      <h2 id="observations">Observations</h2>
      <Scrolled label="Observations by implementation">
        <table>
          <thead>
            <tr>
              <th scope="col">Question</th>
              <ColumnHeads matrix={matrix} />
            </tr>
          </thead>
          <tbody>
            {matrix.observations.map(({ id, question, answers }) => (
              <tr>
                <th scope="row">
                  {question} <span class="quiet mono block">{id}</span>
                </th>
                {answers.map((answer) => (
                  <td>{answer ?? <span class="quiet">not observed</span>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </section>
  );
}

function Body({ matrix }: MatrixProps): JSX.Element {
  const different = matrix.rows.filter(hasDifferentVerdicts);
  return (
    <>
      <header class="masthead">
        <p class="eyebrow">Conformance of {formatCounted(matrix.columns.length, "implementation")}</p>
        <h1>Requirements by implementation</h1>
        <p class="meaning">
          {formatCounted(matrix.rows.length, "requirement")}, {different.length} with different verdicts.
        </p>
        {matrix.cautions.length === 0 ? null : (
          <ul class="caveats">
            {matrix.cautions.map((caution) => (
              <li>{caution}</li>
            ))}
          </ul>
        )}
        <Columns matrix={matrix} />
      </header>
      <main>
        {different.length === 0 ? null : (
          <section aria-labelledby="different">
            <h2 id="different">Different verdicts ({different.length})</h2>
            <Rows matrix={matrix} rows={different} label="Requirements with different verdicts" />
          </section>
        )}
        <section aria-labelledby="all">
          <h2 id="all">All requirements ({matrix.rows.length})</h2>
          <Rows matrix={matrix} rows={matrix.rows} label="All requirements" />
        </section>
        <Observations matrix={matrix} />
      </main>
    </>
  );
}

/** A matrix of requirements by implementation as one HTML file without script. */
export function renderMatrixHtml(matrix: ConformanceMatrix): string {
  return renderDocument({
    title: "Requirements by implementation",
    body: <Body matrix={toVisibleTexts(matrix)} />,
    runningHead: "Requirements by implementations",
  });
}
