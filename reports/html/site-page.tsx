import type { JSX } from "hono/jsx/jsx-runtime";
import type { Profile } from "../../schemas/report.ts";
import { renderCounts } from "../conclusion.ts";
import { renderSubject } from "../subjects.ts";
import { formatCounted } from "../measures.ts";
import type { SiteImplementation } from "../site.ts";
import { renderDocument } from "./document.ts";
import { dayOf, describeRun, toVisibleImplementation, Verified } from "./site-parts.tsx";
import { VerdictSummaryBadge } from "./verdict-badge.tsx";
import { toVisibleTexts } from "./visible-report.ts";

const profiles: readonly Profile[] = ["read", "search", "publish", "trust", "unpublish", "advisories"];

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
    <table class="stacked" aria-label="Profiles by implementation">
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
                <td data-label={name}>
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
