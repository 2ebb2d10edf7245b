import type { JSX } from "hono/jsx/jsx-runtime";
import { titleOfChapter } from "../chapter-words.ts";
import { changeTitles, concludeComparison, otherChecksNoLongerRun } from "../compare.ts";
import { changeKinds, type ComparedReport, type Comparison, type RequirementChange } from "../comparison.ts";
import { formatCount, formatCounted } from "../measures.ts";
import { tableScript } from "./compiled/table-script.ts";
import { renderDocument, toHtml } from "./document.ts";
import { GroupedTable, type TableGroup, toTableBlock } from "./grouped-table.tsx";
import { Prose } from "./prose.tsx";
import { ReportLink, type ReportLinks } from "./report-link.tsx";
import { toShortReason } from "./short-got.ts";
import type { TableRow } from "./table-row.ts";
import { VerdictSummaryBadge, VerdictBadge } from "./verdict-badge.tsx";
import { toVisibleTexts } from "./visible-report.ts";

const maxCauses = 20;

interface SideProps {
  readonly title: string;
  readonly report: ComparedReport;
  readonly link: string | undefined;
}

function Side({ title, report, link }: SideProps): JSX.Element {
  return (
    <li class="card">
      <span class="quiet">
        {title}, <time datetime={report.startedAt}>{report.startedAt}</time>
      </span>
      <span class="card-title">
        <ReportLink link={link}>{report.subject}</ReportLink>
      </span>
      <VerdictSummaryBadge verdict={report.verdict} />
      <span class="quiet">{report.counts}</span>
      <span class="quiet mono">{report.baseUrl}</span>
    </li>
  );
}

interface ChangeProps {
  readonly change: RequirementChange;
  readonly links: ReportLinks;
}

interface VerdictLinkProps {
  readonly verdict: RequirementChange["before"];
  readonly link: string | undefined;
  readonly id: string;
}

function VerdictLink({ verdict, link, id }: VerdictLinkProps): JSX.Element {
  if (verdict === undefined) return <span class="quiet">absent</span>;
  return (
    <ReportLink link={link} id={id}>
      <VerdictBadge verdict={verdict} />
    </ReportLink>
  );
}

function Change({ change, links }: ChangeProps): JSX.Element {
  const { id, title, kind, before, after, reason } = change;
  return (
    <tr>
      <th scope="row">
        <Prose text={title} /> <span class="quiet mono block">{id}</span>
      </th>
      <td>{changeTitles[kind]}</td>
      <td>
        <VerdictLink verdict={before} link={links[0]} id={id} />
      </td>
      <td>
        <VerdictLink verdict={after} link={links[1]} id={id} />
      </td>
      <td>{reason === undefined ? "" : toShortReason(reason)}</td>
    </tr>
  );
}

/** Whether a change is shown without being asked for: one to or from *skipped* is not, unless it is a regression. */
function isDifference({ kind, before, after }: RequirementChange): boolean {
  if (kind === "newly-failing" || kind === "no-longer-decided") return true;
  return before !== "skipped" && after !== "skipped";
}

function chapterOf({ id }: RequirementChange): string {
  return id.split("/")[0] ?? "";
}

function toRow(change: RequirementChange, links: ReportLinks): TableRow {
  const { id, title, kind, before, after, reason } = change;
  return {
    group: chapterOf(change),
    html: toHtml(<Change change={change} links={links} />),
    text: [id, titleOfChapter(chapterOf(change)), title, changeTitles[kind], before, after, reason]
      .join(" ")
      .toLowerCase(),
    differs: isDifference(change),
    differsWithSkipped: true,
  };
}

/** The chapters with changes; the changes are in order of severity, so the chapter with the most severe one comes first. */
function toGroups(changes: readonly RequirementChange[]): readonly TableGroup[] {
  return [...new Set(changes.map(chapterOf))].map((name) => {
    const own = changes.filter((change) => chapterOf(change) === name);
    const counts = changeKinds
      .map((kind) => [changeTitles[kind], own.filter((change) => change.kind === kind).length] as const)
      .filter(([, count]) => count > 0)
      .map(([title, count]) => `${formatCount(count)} ${title.toLowerCase()}`);
    return { name, label: titleOfChapter(name), cells: [counts.join(", ")] };
  });
}

const columns = ["Requirement", "Change", "Before", "After", "Reason"] as const;

function Changes({
  comparison,
  rows,
}: {
  readonly comparison: Comparison;
  readonly rows: readonly TableRow[];
}): JSX.Element | null {
  const { changes } = comparison;
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">Changes ({formatCount(changes.length)})</h2>
      <GroupedTable
        label="Changed requirements"
        head={
          <tr>
            {columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        }
        columns={columns.length - 1}
        groups={toGroups(changes)}
        rows={rows}
      />
    </section>
  );
}

interface CausesProps {
  readonly id: string;
  readonly title: string;
  readonly causes: Comparison["newCauses"];
}

function Causes({ id, title, causes }: CausesProps): JSX.Element | null {
  if (causes.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title} ({formatCount(causes.length)})
      </h2>
      <ul>
        {causes.slice(0, maxCauses).map(({ sentence }) => (
          <li>
            <Prose text={sentence} />
          </li>
        ))}
      </ul>
      {causes.length > maxCauses ? (
        <p class="quiet">and {formatCount(causes.length - maxCauses)} more</p>
      ) : null}
    </section>
  );
}

function Circumstances({ comparison }: { readonly comparison: Comparison }): JSX.Element | null {
  if (comparison.circumstances.length === 0) return null;
  return (
    <section aria-labelledby="circumstances">
      <h2 id="circumstances">Settings that differ</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {comparison.circumstances.map(({ name, before, after }) => (
            <tr>
              <th scope="row">{name}</th>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Checks({ comparison }: { readonly comparison: Comparison }): JSX.Element | null {
  const checks = otherChecksNoLongerRun(comparison);
  if (checks.length === 0) return null;
  return (
    <section aria-labelledby="checks">
      <h2 id="checks">Other checks that no longer ran ({checks.length})</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Check</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {checks.map(({ id, title, now }) => (
            <tr>
              <th scope="row">
                {title} <span class="quiet mono block">{id}</span>
              </th>
              <td>{now === "absent" ? <span class="quiet">absent</span> : <VerdictBadge verdict={now} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface BodyProps {
  readonly comparison: Comparison;
  readonly links: ReportLinks;
  readonly rows: readonly TableRow[];
}

function Body({ comparison, links, rows }: BodyProps): JSX.Element {
  return (
    <div class="page">
      <header class={`masthead ${comparison.regressed ? "failed" : "passed"}`}>
        <p class="eyebrow">Conformance reports compared</p>
        <h1>{comparison.after.subject}</h1>
        <p class="headline">{comparison.regressed ? "Regressed" : "No regression"}</p>
        <p class="meaning">{concludeComparison(comparison).replace(/^[A-Z ]+: /u, "")}</p>
        <ul class="cards wide">
          <Side title="Before" report={comparison.before} link={links[0]} />
          <Side title="After" report={comparison.after} link={links[1]} />
        </ul>
      </header>
      <main>
        <Causes id="new-causes" title="New causes" causes={comparison.newCauses} />
        <Causes id="gone-causes" title="Causes that are gone" causes={comparison.goneCauses} />
        <Changes comparison={comparison} rows={rows} />
        <Checks comparison={comparison} />
        <Circumstances comparison={comparison} />
        <p class="quiet">{formatCounted(comparison.unchanged, "case")} with the same verdict.</p>
      </main>
    </div>
  );
}

/** A comparison of two reports as one HTML file, rolled up by chapter. */
export function renderComparisonHtml(comparison: Comparison, links: ReportLinks = []): string {
  const visible = toVisibleTexts(comparison);
  const rows = visible.changes.map((change) => toRow(change, links));
  return renderDocument({
    title: `${visible.regressed ? "regressed" : "no regression"}: ${visible.after.subject}`,
    body: <Body comparison={visible} links={links} rows={rows} />,
    runningHead: `${visible.before.subject} and ${visible.after.subject} compared`,
    script: tableScript,
    blocks: [toTableBlock(rows)],
  });
}
