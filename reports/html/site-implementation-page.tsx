import type { JSX } from "hono/jsx/jsx-runtime";
import type { Report } from "../../schemas/report.ts";
import { renderCaveats, renderCounts, runVerdictMeanings, toSentenceStart } from "../conclusion.ts";
import { renderSubject } from "../subjects.ts";
import { type SiteImplementation, type SiteRun, toCertificateFile, toRunFile } from "../site.ts";
import { renderDocument } from "./document.ts";
import { Prose } from "./prose.tsx";
import { dayOf, describeRun, toVisibleImplementation, Verified } from "./site-parts.tsx";
import { TrendTable } from "./trend-table.tsx";
import { toneOf, VerdictBadge, VerdictSummaryBadge } from "./verdict-badge.tsx";
import { VerdictBar } from "./verdict-bar.tsx";

/** So many digits of a digest identify a commit in any repository of ordinary size. */
const shortDigits = 12;

/** A commit that is a digest by its first digits, any other name of one whole. */
function Commit({ commit }: { readonly commit: string }): JSX.Element {
  return /^[0-9a-f]{40,}$/iu.test(commit) ? (
    <span class="quiet mono block whole" title={commit}>
      {commit.slice(0, shortDigits)}
    </span>
  ) : (
    <span class="quiet mono block">{commit}</span>
  );
}

function History({ one }: { readonly one: SiteImplementation }): JSX.Element {
  return (
    <table class="stacked" aria-label="Reports by date">
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Version</th>
          <th scope="col">Verdict</th>
          <th scope="col">Requirements</th>
          <th scope="col">Run</th>
          <th scope="col">Proof</th>
        </tr>
      </thead>
      <tbody>
        {one.runs.map((run) => {
          const { report } = run;
          const { implementation } = report.target;
          return (
            <tr>
              <th scope="row">
                <a class="whole" href={`./${toRunFile(one, run)}`}>
                  {dayOf(report)}
                </a>
              </th>
              <td data-label="Version">
                {implementation?.version ?? <span class="quiet">not given</span>}
                {implementation?.commit === undefined ? null : <Commit commit={implementation.commit} />}
              </td>
              <td data-label="Verdict">
                <VerdictSummaryBadge verdict={report.verdict} />
              </td>
              <td data-label="Requirements">{renderCounts(report)}</td>
              <td data-label="Run">
                {describeRun(report)}, seed {report.run.seed}
                <span class="quiet block">
                  suite {report.suite.version}
                  {report.run.set === undefined ? "" : `, set ${report.run.set.name}`}
                </span>
              </td>
              <td data-label="Proof">
                <Verified run={run} />
                <CertificateLink one={one} run={run} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function CertificateLink({
  one,
  run,
}: {
  readonly one: SiteImplementation;
  readonly run: SiteRun;
}): JSX.Element | null {
  const file = toCertificateFile(one, run);
  return file === undefined ? null : (
    <a class="block" href={`./${file}`}>
      certificate of {run.report.target.implementation?.version ?? dayOf(run.report)}
    </a>
  );
}

function Failures({ report, file }: { readonly report: Report; readonly file: string }): JSX.Element {
  const red = report.cases.filter(({ verdict }) => verdict === "failed" || verdict === "warned");
  if (red.length === 0) return <p class="quiet">None in the latest report.</p>;
  return (
    <ul class="failures">
      {red.map(({ id, title, verdict }) => (
        <li>
          <VerdictBadge verdict={verdict} />
          <span>
            <a href={`./${file}#${id}`}>
              <Prose text={title} />
            </a>
            <span class="quiet mono block">{id}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function ImplementationBody({ one }: { readonly one: SiteImplementation }): JSX.Element {
  const { report } = one.latest;
  const file = toRunFile(one, one.latest);
  const certificate = toCertificateFile(one, one.latest);
  return (
    <div class="page">
      <header class="masthead">
        <p class="eyebrow">
          <a href="../index.html">All implementations</a>
        </p>
        <h1>{renderSubject(report)}</h1>
        <p class="address">{report.target.baseUrl}</p>
        <p class={`headline ${toneOf(report.verdict)}`}>{toSentenceStart(report.verdict)}</p>
        <p class="meaning">
          {toSentenceStart(runVerdictMeanings[report.verdict])}: {renderCounts(report)}.{" "}
          <a href={`./${file}`}>The whole report</a>
          {certificate === undefined ? null : (
            <>
              , <a href={`./${certificate}`}>the certificate</a>
            </>
          )}
        </p>
        <VerdictBar counts={report.counts} scale={report.requirements.length} />
        <ul class="caveats">
          {renderCaveats(report).map((caveat) => (
            <li>{caveat}</li>
          ))}
        </ul>
      </header>
      <main>
        <section aria-labelledby="failures">
          <h2 id="failures">Failures and warnings</h2>
          <Failures report={report} file={file} />
        </section>
        <TrendTable one={one} />
        <section aria-labelledby="history">
          <h2 id="history">History</h2>
          <History one={one} />
        </section>
        <section aria-labelledby="badge">
          <h2 id="badge">Badge</h2>
          <p>
            <a href="./badge.svg">badge.svg</a> has the verdict of the latest report. In Markdown:
          </p>
          <pre class="mono">{`[![conformance](badge.svg)](index.html)`}</pre>
        </section>
      </main>
    </div>
  );
}

/** The page of one implementation: its latest verdict, what is red in it, its history and its badge. */
export function renderSiteImplementation(one: SiteImplementation): string {
  const visible = toVisibleImplementation(one);
  return renderDocument({
    title: `${visible.name}: conformance`,
    body: <ImplementationBody one={visible} />,
    runningHead: `${visible.name}: conformance`,
  });
}
