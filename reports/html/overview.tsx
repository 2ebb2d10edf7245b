import type { JSX } from "hono/jsx/jsx-runtime";
import type { Report, CaseResult, Verdict } from "../../schemas/report.ts";
import { verdictOrder } from "../conclusion.ts";
import { groupByReason } from "../evidence-list.ts";
import { formatCount, formatCounted } from "../measures.ts";
import { describeCounts } from "./chapter-list.tsx";
import { Prose } from "./prose.tsx";
import { describeFinding } from "./short-got.ts";
import { VerdictSummaryBadge, VerdictBadge } from "./verdict-badge.tsx";

/** The verdict of each profile. */
export function Profiles({ report }: { readonly report: Report }): JSX.Element {
  return (
    <section aria-labelledby="profiles">
      <h2 id="profiles">Profiles</h2>
      <ul class="cards">
        {report.profiles.map((profile) => (
          <li class="card">
            <span class="card-title">{profile.name}</span>
            <VerdictSummaryBadge verdict={profile.verdict} />
            <span class="quiet">{describeCounts(profile)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const listedVerdicts: ReadonlySet<Verdict> = new Set(["failed", "errored", "warned"]);

/** This many failures and warnings are listed; a link leads to the filter that shows all. */
const maxListed = 10;

function toRank({ verdict, accepted }: CaseResult): number {
  return verdictOrder.indexOf(verdict) + (accepted === undefined ? 0 : verdictOrder.length);
}

function FailureItem({ requirement }: { readonly requirement: CaseResult }): JSX.Element {
  const { id, title, verdict, accepted } = requirement;
  return (
    <li>
      <VerdictBadge verdict={verdict} />
      <span>
        <a href={`#${id}`}>
          <Prose text={title} />
        </a>
        {accepted === undefined ? null : <span class="tag">accepted</span>}
        <span class="quiet block">
          {describeFinding(requirement) ?? requirement.reason ?? requirement.section}
        </span>
      </span>
    </li>
  );
}

/** Failures and warnings, as links to the requirements. */
export function FailuresAndWarnings({ report }: { readonly report: Report }): JSX.Element | null {
  const requirements = report.cases.filter((requirement) => listedVerdicts.has(requirement.verdict));
  if (requirements.length === 0) return null;
  const inOrder = requirements.toSorted((a, b) => toRank(a) - toRank(b));
  const more = inOrder.length - maxListed;
  return (
    <section aria-labelledby="failures">
      <h2 id="failures">Failures and warnings</h2>
      <ul class="failures">
        {inOrder.slice(0, maxListed).map((requirement) => (
          <FailureItem requirement={requirement} />
        ))}
        {more <= 0 ? null : (
          <li>
            <span />
            <a href="#?verdict=failed&verdict=errored&verdict=warned">and {formatCount(more)} more</a>
          </li>
        )}
      </ul>
    </section>
  );
}

/** More are in the filter of the requirements. */
const maxGroups = 25;
const maxIds = 20;

interface UndecidedGroup {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly ids: readonly string[];
}

/** What was not decided, by its cause or reason, the largest group of each first. */
export function toUndecidedGroups(report: Report): readonly UndecidedGroup[] {
  const withCause = new Set(report.rootCauses.flatMap((rootCause) => rootCause.requirements));
  const rest = report.cases.filter((requirement) => !withCause.has(requirement.id));
  const groupsOf = (verdict: Verdict): readonly UndecidedGroup[] => {
    const toGroup = ({ reason, ids }: Pick<UndecidedGroup, "reason" | "ids">): UndecidedGroup => ({
      verdict,
      reason,
      ids,
    });
    return groupByReason(rest.filter((requirement: CaseResult) => requirement.verdict === verdict)).map(
      toGroup,
    );
  };
  const causes = report.rootCauses.map(({ cause, requirements }): UndecidedGroup => ({
    verdict: "blocked",
    reason: cause,
    ids: requirements,
  }));
  return [...causes, ...groupsOf("blocked"), ...groupsOf("skipped")];
}

/** What was not decided, each cause once with the requirements that depend on it. */
export function Undecided({ report }: { readonly report: Report }): JSX.Element | null {
  const groups = toUndecidedGroups(report);
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="undecided">
      <h2 id="undecided">Not decided</h2>
      <ul class="groups">
        {groups.slice(0, maxGroups).map(({ verdict, reason, ids }) => (
          <li>
            <details>
              <summary>
                <VerdictBadge verdict={verdict} />
                <span>{reason}</span>
                <span class="quiet">{formatCounted(ids.length, "case")}</span>
              </summary>
              <p class="ids">
                {ids.slice(0, maxIds).map((id) => (
                  <a href={`#${id}`}>{id}</a>
                ))}
                {ids.length > maxIds ? (
                  <a href={`#?verdict=${verdict}`}>and {formatCount(ids.length - maxIds)} more</a>
                ) : null}
              </p>
            </details>
          </li>
        ))}
      </ul>
      {groups.length > maxGroups ? (
        <p class="quiet">
          <a href="#?verdict=blocked&verdict=skipped">
            and {formatCounted(groups.length - maxGroups, "more reason")}
          </a>
        </p>
      ) : null}
    </section>
  );
}
