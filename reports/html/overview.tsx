import type { JSX } from "hono/jsx/jsx-runtime";
import type { Report, RequirementResult, Verdict } from "../../schemas/report.ts";
import { type ChapterResult, toChapters } from "../chapters.ts";
import { verdictOrder } from "../conclusion.ts";
import { groupByReason } from "../evidence-list.ts";
import { formatCount, formatCounted } from "../measures.ts";
import { VerdictSummaryBadge, VerdictBadge } from "./verdict-badge.tsx";
import { VerdictBar } from "./verdict-bar.tsx";

function describeCounts(counts: Readonly<Record<Verdict, number>>): string {
  const parts = verdictOrder
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${formatCount(counts[verdict])} ${verdict}`);
  return parts.length === 0 ? "none selected" : parts.join(", ");
}

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

function ChapterRow({
  chapter,
  scale,
}: {
  readonly chapter: ChapterResult;
  readonly scale: number;
}): JSX.Element {
  return (
    <tr>
      <th scope="row">
        <a href={`#?chapter=${encodeURIComponent(chapter.name)}`}>{chapter.name}</a>
      </th>
      <td>
        <VerdictSummaryBadge verdict={chapter.verdict} />
      </td>
      <td class="picture">
        <VerdictBar counts={chapter.counts} scale={scale} />
      </td>
      <td class="quiet">{describeCounts(chapter.counts)}</td>
    </tr>
  );
}

/** The verdicts of each chapter, as words and as a bar. */
export function Chapters({ report }: { readonly report: Report }): JSX.Element {
  const chapters = toChapters(report);
  const scale = Math.max(1, ...chapters.map((chapter) => chapter.requirements.length));
  return (
    <section aria-labelledby="chapters">
      <h2 id="chapters">Chapters</h2>
      <table class="chapters">
        <thead>
          <tr>
            <th scope="col">Chapter</th>
            <th scope="col">Verdict</th>
            <th scope="col">Requirements</th>
            <th scope="col">Counts</th>
          </tr>
        </thead>
        <tbody>
          {chapters.map((chapter) => (
            <ChapterRow chapter={chapter} scale={scale} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const listedVerdicts: ReadonlySet<Verdict> = new Set(["failed", "errored", "warned"]);

/** This many failures and warnings are listed; a link leads to the filter that shows all. */
const maxListed = 20;

function toRank({ verdict, accepted }: RequirementResult): number {
  return verdictOrder.indexOf(verdict) + (accepted === undefined ? 0 : verdictOrder.length);
}

function FailureItem({ requirement }: { readonly requirement: RequirementResult }): JSX.Element {
  const { id, title, verdict, reason, section, accepted } = requirement;
  return (
    <li>
      <VerdictBadge verdict={verdict} />
      <span>
        <a href={`#${id}`}>{title}</a>
        {accepted === undefined ? null : <span class="tag">accepted</span>}
        <span class="quiet block">{reason ?? section}</span>
      </span>
    </li>
  );
}

/** Failures and warnings, as links to the requirements. */
export function FailuresAndWarnings({ report }: { readonly report: Report }): JSX.Element | null {
  const requirements = report.requirements.filter((requirement) => listedVerdicts.has(requirement.verdict));
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

interface UndecidedGroup {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly ids: readonly string[];
}

function toUndecidedGroups(report: Report): readonly UndecidedGroup[] {
  const withCause = new Set(report.rootCauses.flatMap((rootCause) => rootCause.requirements));
  const rest = report.requirements.filter((requirement) => !withCause.has(requirement.id));
  const groupsOf = (verdict: Verdict): readonly UndecidedGroup[] => {
    const toGroup = ({ reason, ids }: Pick<UndecidedGroup, "reason" | "ids">): UndecidedGroup => ({
      verdict,
      reason,
      ids,
    });
    return groupByReason(
      rest.filter((requirement: RequirementResult) => requirement.verdict === verdict),
    ).map(toGroup);
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
      <ul class="causes">
        {groups.map(({ verdict, reason, ids }) => (
          <li>
            <details>
              <summary>
                <VerdictBadge verdict={verdict} />
                <span>{reason}</span>
                <span class="quiet">{formatCounted(ids.length, "requirement")}</span>
              </summary>
              <ul class="ids">
                {ids.map((id) => (
                  <li>
                    <a href={`#${id}`}>{id}</a>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
