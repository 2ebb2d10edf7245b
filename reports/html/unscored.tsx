import type { JSX } from "hono/jsx/jsx-runtime";
import { FoldedSection } from "./folded-section.tsx";
import type { Report } from "../../schemas/report.ts";
import { Prose } from "./prose.tsx";
import { VerdictBadge } from "./verdict-badge.tsx";

/** The requirements that ran and are not in the requirement set. No count of the page includes them. */
export function Unscored({ report }: { readonly report: Report }): JSX.Element | null {
  const { unscored = [], run } = report;
  if (unscored.length === 0) return null;
  return (
    <FoldedSection id="unscored" title="Not scored" count={unscored.length}>
      <p class="quiet">
        These requirements ran and are not in the set {run.set?.name}. The verdict and the counts do not
        include them. A later set can have them.
      </p>
      <table class="observations">
        <thead>
          <tr>
            <th scope="col">Requirement</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {unscored.map(({ id, title, verdict, reason }) => (
            <tr>
              <th scope="row">
                <Prose text={title} />
                <span class="quiet block mono">{id}</span>
              </th>
              <td>
                <VerdictBadge verdict={verdict} />
                {reason === undefined ? null : (
                  <span class="block">
                    <Prose text={reason} />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </FoldedSection>
  );
}
