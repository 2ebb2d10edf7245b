import type { JSX } from "hono/jsx/jsx-runtime";
import type { Profile, Report } from "../../schemas/report.ts";
import {
  isSelection,
  renderCaveats,
  renderCounts,
  renderSubject,
  runVerdictMeanings,
} from "../conclusion.ts";
import { formatCounted } from "../measures.ts";
import { type SiteImplementation, type SiteRun, toRunFile } from "../site.ts";
import { renderDocument } from "./document.ts";
import { Prose } from "./prose.tsx";
import { toneOf, VerdictBadge, VerdictSummaryBadge } from "./verdict-badge.tsx";
import { VerdictBar } from "./verdict-bar.tsx";
import { toVisibleTexts } from "./visible-report.ts";

const profiles: readonly Profile[] = ["read", "search", "publish", "trust", "unpublish", "advisories"];

function Verified({ run }: { readonly run: SiteRun }): JSX.Element {
  return run.isVerified ? (
    <span class="quiet">verified from its recording</span>
  ) : (
    <span class="badge warned">not verified</span>
  );
}

/** The depth, and whether the verdict covers a part of the suite only. */
function describeRun(report: Report): string {
  const { depth, interrupted } = report.run;
  return [
    `${depth} run`,
    ...(isSelection(report) ? ["a selection"] : []),
    ...(interrupted ? ["interrupted"] : []),
  ].join(", ");
}

function dayOf({ run }: Report): string {
  return run.startedAt.slice(0, 10);
}

function Card({ one }: { readonly one: SiteImplementation }): JSX.Element {
  const { report } = one.latest;
  return (
    <li class="card">
      <span class="card-title">
        <a href={`./${one.slug}/index.html`}>{renderSubject(report)}</a>
      </span>
      <VerdictSummaryBadge verdict={report.verdict} />
      <span class="quiet">{renderCounts(report)}</span>
      <span class="quiet">
        {dayOf(report)}, {describeRun(report)}, {formatCounted(one.runs.length, "report")}
      </span>
      <Verified run={one.latest} />
    </li>
  );
}

/** The verdict of each profile in the latest report of each implementation. */
function ProfileTable({ all }: { readonly all: readonly SiteImplementation[] }): JSX.Element {
  return (
    <div class="scrolled" role="region" aria-label="Profiles by implementation" tabindex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Implementation</th>
            {profiles.map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.map(({ slug, latest: { report } }) => (
            <tr>
              <th scope="row">
                <a href={`./${slug}/index.html`}>{renderSubject(report)}</a>
              </th>
              {profiles.map((name) => {
                const found = report.profiles.find((profile) => profile.name === name);
                return (
                  <td>
                    {found === undefined ? (
                      <span class="quiet">not run</span>
                    ) : (
                      <VerdictSummaryBadge verdict={found.verdict} />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function IndexBody({ all, title }: SiteProps): JSX.Element {
  const reports = all.reduce((sum, { runs }) => sum + runs.length, 0);
  const conformant = all.filter(({ latest }) => latest.report.verdict === "conformant").length;
  return (
    <div class="page">
      <header class="masthead">
        <p class="eyebrow">
          {formatCounted(all.length, "implementation")}, {formatCounted(reports, "report")}
        </p>
        <h1>{title}</h1>
        <p class="meaning">
          {formatCounted(conformant, "implementation is", "implementations are")} conformant in the latest
          report. The <a href="./matrix.html">matrix</a> has every requirement and every open question side by
          side.
        </p>
      </header>
      <main>
        <section aria-labelledby="implementations">
          <h2 id="implementations">Implementations</h2>
          <ul class="cards wide">
            {all.map((one) => (
              <Card one={one} />
            ))}
          </ul>
        </section>
        <section aria-labelledby="profiles">
          <h2 id="profiles">Profiles</h2>
          <ProfileTable all={all} />
        </section>
      </main>
    </div>
  );
}

export interface SiteProps {
  readonly all: readonly SiteImplementation[];
  readonly title: string;
}

/** The first page of a site: every implementation with its latest verdict. */
export function renderSiteIndex({ all, title }: SiteProps): string {
  const visible = { all: all.map(toVisibleImplementation), title: toVisibleTexts({ title }).title };
  return renderDocument({
    title: visible.title,
    body: <IndexBody {...visible} />,
    runningHead: visible.title,
  });
}

/** Without the exchanges, which these pages do not show. */
function toVisibleImplementation(one: SiteImplementation): SiteImplementation {
  const toVisibleRun = (run: SiteRun): SiteRun => ({
    ...run,
    report: toVisibleTexts({ ...run.report, exchanges: [], checks: [] }),
  });
  const runs = one.runs.map(toVisibleRun);
  return {
    ...one,
    name: toVisibleTexts({ name: one.name }).name,
    runs,
    latest: runs[0] ?? toVisibleRun(one.latest),
  };
}

function History({ one }: { readonly one: SiteImplementation }): JSX.Element {
  return (
    <div class="scrolled" role="region" aria-label="Reports by date" tabindex={0}>
      <table>
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
                  <a href={`./${toRunFile(one, run)}`}>{dayOf(report)}</a>
                </th>
                <td>
                  {implementation?.version ?? <span class="quiet">not given</span>}
                  {implementation?.commit === undefined ? null : (
                    <span class="quiet mono block">{implementation.commit}</span>
                  )}
                </td>
                <td>
                  <VerdictSummaryBadge verdict={report.verdict} />
                </td>
                <td>{renderCounts(report)}</td>
                <td>
                  {describeRun(report)}, seed {report.run.seed}
                  <span class="quiet block">
                    suite {report.suite.version}
                    {report.run.set === undefined ? "" : `, set ${report.run.set.name}`}
                  </span>
                </td>
                <td>
                  <Verified run={run} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Failures({ report, file }: { readonly report: Report; readonly file: string }): JSX.Element {
  const red = report.requirements.filter(({ verdict }) => verdict === "failed" || verdict === "warned");
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
  return (
    <div class="page">
      <header class="masthead">
        <p class="eyebrow">
          <a href="../index.html">All implementations</a>
        </p>
        <h1>{renderSubject(report)}</h1>
        <p class="address">{report.target.baseUrl}</p>
        <p class={`headline ${toneOf(report.verdict)}`}>{report.verdict}</p>
        <p class="meaning">
          {runVerdictMeanings[report.verdict]}: {renderCounts(report)}.{" "}
          <a href={`./${file}`}>The whole report</a>
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
