import type { JSX } from "hono/jsx/jsx-runtime";
import { changeTitles, concludeComparison, otherChecksNoLongerRun } from "../compare.ts";
import {
  type ChangeKind,
  changeKinds,
  type ComparedReport,
  type Comparison,
  type RequirementChange,
} from "../comparison.ts";
import { formatCounted } from "../measures.ts";
import { renderDocument } from "./document.ts";
import { VerdictSummaryBadge, VerdictBadge } from "./verdict-badge.tsx";
import { toVisibleTexts } from "./visible-report.ts";

function Side({ title, report }: { readonly title: string; readonly report: ComparedReport }): JSX.Element {
  return (
    <li class="card">
      <span class="quiet">
        {title}, <time datetime={report.startedAt}>{report.startedAt}</time>
      </span>
      <span class="card-title">{report.subject}</span>
      <VerdictSummaryBadge verdict={report.verdict} />
      <span class="quiet">{report.counts}</span>
      <span class="quiet mono">{report.baseUrl}</span>
    </li>
  );
}

function Change({ change }: { readonly change: RequirementChange }): JSX.Element {
  const { id, title, before, after, reason } = change;
  return (
    <tr>
      <th scope="row">
        {title} <span class="quiet mono block">{id}</span>
      </th>
      <td>{before === undefined ? <span class="quiet">absent</span> : <VerdictBadge verdict={before} />}</td>
      <td>{after === undefined ? <span class="quiet">absent</span> : <VerdictBadge verdict={after} />}</td>
      <td>{reason ?? ""}</td>
    </tr>
  );
}

function Changes({
  kind,
  comparison,
}: {
  readonly kind: ChangeKind;
  readonly comparison: Comparison;
}): JSX.Element | null {
  const changes = comparison.changes.filter((change) => change.kind === kind);
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby={kind}>
      <h2 id={kind}>
        {changeTitles[kind]} ({changes.length})
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Requirement</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <Change change={change} />
          ))}
        </tbody>
      </table>
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

function Body({ comparison }: { readonly comparison: Comparison }): JSX.Element {
  return (
    <>
      <header class={`masthead ${comparison.regressed ? "failed" : "passed"}`}>
        <p class="eyebrow">Conformance reports compared</p>
        <h1>{comparison.after.subject}</h1>
        <p class="headline">{comparison.regressed ? "Regressed" : "No regression"}</p>
        <p class="meaning">{concludeComparison(comparison).replace(/^[A-Z ]+: /u, "")}</p>
        <ul class="cards wide">
          <Side title="Before" report={comparison.before} />
          <Side title="After" report={comparison.after} />
        </ul>
      </header>
      <main>
        {changeKinds.map((kind) => (
          <Changes kind={kind} comparison={comparison} />
        ))}
        <Checks comparison={comparison} />
        <Circumstances comparison={comparison} />
        <p class="quiet">{formatCounted(comparison.unchanged, "requirement")} unchanged.</p>
      </main>
    </>
  );
}

/** A comparison of two reports as one HTML file without script. */
export function renderComparisonHtml(comparison: Comparison): string {
  const visible = toVisibleTexts(comparison);
  return renderDocument({
    title: `${visible.regressed ? "regressed" : "no regression"}: ${visible.after.subject}`,
    body: <Body comparison={visible} />,
    runningHead: `${visible.before.subject} and ${visible.after.subject} compared`,
  });
}
