import type { JSX } from "hono/jsx/jsx-runtime";
import type { Verdict } from "../../schemas/report.ts";
import { titleOfChapter } from "../chapter-words.ts";
import { columnName, type ConformanceMatrix, hasDifferentVerdicts, type MatrixRow } from "../matrix.ts";
import { formatCount, formatCounted } from "../measures.ts";
import { tableScript } from "./compiled/table-script.ts";
import { renderDocument, toHtml } from "./document.ts";
import { FoldedSection } from "./folded-section.tsx";
import { GroupedTable, type TableGroup, toTableBlock } from "./grouped-table.tsx";
import { Prose } from "./prose.tsx";
import { ReportLink, type ReportLinks } from "./report-link.tsx";
import type { TableRow } from "./table-row.ts";
import { VerdictSummaryBadge, VerdictBadge } from "./verdict-badge.tsx";
import { toVisibleTexts } from "./visible-report.ts";

interface MatrixProps {
  readonly matrix: ConformanceMatrix;
  readonly links: ReportLinks;
}

function Columns({ matrix, links }: MatrixProps): JSX.Element {
  return (
    <ul class="cards wide">
      {matrix.columns.map((column, place) => (
        <li class="card">
          <span class="quiet">Column {columnName(place)}</span>
          <span class="card-title">
            <ReportLink link={links[place]}>{column.subject}</ReportLink>
          </span>
          <VerdictSummaryBadge verdict={column.verdict} />
          <span class="quiet">{column.counts}</span>
          <span class="quiet mono">{column.baseUrl}</span>
        </li>
      ))}
    </ul>
  );
}

function Head({ matrix, links, title }: MatrixProps & { readonly title: string }): JSX.Element {
  return (
    <tr>
      <th scope="col">{title}</th>
      {matrix.columns.map((column, place) => (
        <th scope="col">
          {columnName(place)}{" "}
          <span class="quiet block">
            <ReportLink link={links[place]}>{column.subject}</ReportLink>
          </span>
        </th>
      ))}
    </tr>
  );
}

function Row({ row, links }: { readonly row: MatrixRow; readonly links: ReportLinks }): JSX.Element {
  return (
    <tr>
      <th scope="row">
        <Prose text={row.title} /> <span class="quiet mono block">{row.id}</span>
      </th>
      {row.verdicts.map((verdict, place) => (
        <td>
          {verdict === null ? (
            <span class="quiet">not in report</span>
          ) : (
            <ReportLink link={links[place]} id={row.id}>
              <VerdictBadge verdict={verdict} />
            </ReportLink>
          )}
        </td>
      ))}
    </tr>
  );
}

function toRow(row: MatrixRow, links: ReportLinks): TableRow {
  return {
    group: row.chapter,
    html: toHtml(<Row row={row} links={links} />),
    text: [row.id, titleOfChapter(row.chapter), row.title, row.section, ...row.verdicts]
      .join(" ")
      .toLowerCase(),
    differs: hasDifferentVerdicts(row),
    differsWithSkipped: hasDifferentVerdicts(row, { countSkipped: true }),
  };
}

const shownCounts: readonly Verdict[] = ["failed", "errored", "warned", "blocked", "skipped"];

/** The verdicts of one chapter in one column: those that are not `passed`, or that all are. */
function RollUp({
  rows,
  place,
}: {
  readonly rows: readonly MatrixRow[];
  readonly place: number;
}): JSX.Element {
  const count = (verdict: Verdict): number => rows.filter((row) => row.verdicts[place] === verdict).length;
  const counts = shownCounts
    .map((verdict) => [verdict, count(verdict)] as const)
    .filter(([, number]) => number > 0);
  if (counts.length === 0)
    return (
      <span class="quiet">
        {formatCount(count("passed"))} of {formatCount(rows.length)} passed
      </span>
    );
  return (
    <>
      {counts.map(([verdict, number]) => (
        <span class={`count ${verdict}`}>
          {formatCount(number)} {verdict}
        </span>
      ))}
    </>
  );
}

function toGroups(matrix: ConformanceMatrix): readonly TableGroup[] {
  return [...new Set(matrix.rows.map(({ chapter }) => chapter))].map((name) => {
    const rows = matrix.rows.filter(({ chapter }) => chapter === name);
    const different = rows.filter((row) => hasDifferentVerdicts(row)).length;
    return {
      name,
      label: `${titleOfChapter(name)} (${formatCount(different)} of ${formatCount(rows.length)} differ)`,
      cells: matrix.columns.map((_, place) => <RollUp rows={rows} place={place} />),
    };
  });
}

function Observations({ matrix, links }: MatrixProps): JSX.Element | null {
  if (matrix.observations.length === 0) return null;
  return (
    <FoldedSection id="observations" title="Observations" count={matrix.observations.length}>
      <div class="scrolled" role="region" aria-label="Observations by implementation" tabindex={0}>
        <table>
          <thead>
            <Head matrix={matrix} links={links} title="Question" />
          </thead>
          <tbody>
            {matrix.observations.map(({ id, question, answers }) => (
              <tr>
                <th scope="row">
                  <Prose text={question} /> <span class="quiet mono block">{id}</span>
                </th>
                {answers.map((answer) => (
                  <td>{answer ?? <span class="quiet">not observed</span>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </FoldedSection>
  );
}

interface BodyProps extends MatrixProps {
  readonly rows: readonly TableRow[];
  readonly home: string | undefined;
}

function Body({ matrix, links, rows, home }: BodyProps): JSX.Element {
  const different = rows.filter(({ differs }) => differs).length;
  return (
    <div class="page">
      <header class="masthead">
        <p class="eyebrow">
          {home === undefined ? null : (
            <>
              <a href={home}>All implementations</a>{" "}
            </>
          )}
          Conformance of {formatCounted(matrix.columns.length, "implementation")}
        </p>
        <h1>Requirements by implementations</h1>
        <p class="meaning">
          {formatCounted(matrix.rows.length, "case")}, {different} with different verdicts. Skipped
          requirements are not counted as differences.
        </p>
        {matrix.cautions.length === 0 ? null : (
          <ul class="caveats">
            {matrix.cautions.map((caution) => (
              <li>{caution}</li>
            ))}
          </ul>
        )}
        <Columns matrix={matrix} links={links} />
      </header>
      <main>
        <section aria-labelledby="requirements">
          <h2 id="requirements">Requirements ({formatCount(different)} differ)</h2>
          <GroupedTable
            label="Requirements by implementations"
            head={<Head matrix={matrix} links={links} title="Requirement" />}
            columns={matrix.columns.length}
            groups={toGroups(matrix)}
            rows={rows}
          />
        </section>
        <Observations matrix={matrix} links={links} />
      </main>
    </div>
  );
}

/**
 * A matrix of requirements by implementations as one HTML file, rolled up by chapter.
 * @param home the first page of the site that the matrix is part of
 */
export function renderMatrixHtml(matrix: ConformanceMatrix, links: ReportLinks = [], home?: string): string {
  const visible = toVisibleTexts(matrix);
  const rows = visible.rows.map((row) => toRow(row, links));
  return renderDocument({
    title: "Requirements by implementations",
    body: <Body matrix={visible} links={links} rows={rows} home={home} />,
    runningHead: "Requirements by implementations",
    script: tableScript,
    blocks: [toTableBlock(rows)],
  });
}
