import type { JSX } from "hono/jsx/jsx-runtime";
import type { Report, CaseResult, ProfileResult, Verdict } from "../../schemas/report.ts";
import { orderCauses, verdictOfCause } from "../cause-list.ts";
import { countNotOffered, describeNotOffered, isNotOffered, openCases, verdictOrder } from "../conclusion.ts";
import { groupByReason } from "../evidence-list.ts";
import { formatCount, formatCounted } from "../measures.ts";
import { describeCounts } from "./chapter-list.tsx";
import { FoldedSection } from "./folded-section.tsx";
import { Prose } from "./prose.tsx";
import { describeFinding } from "./short-got.ts";
import { VerdictSummaryBadge, VerdictBadge } from "./verdict-badge.tsx";

/** The results of a profile's cases. */
function describeProfile(profile: ProfileResult): string {
  const total = verdictOrder.reduce((sum, verdict) => sum + profile[verdict], 0);
  if (total === 0) return "nothing selected";
  return profile.passed === total
    ? `all ${formatCounted(total, "requirement")} passed`
    : `of ${formatCounted(total, "requirement")}: ${describeCounts(profile)}`;
}

/** The verdict of each profile. */
export function Profiles({ report }: { readonly report: Report }): JSX.Element {
  return (
    <section aria-labelledby="profiles">
      <h2 id="profiles">Profiles</h2>
      <ul class="cards profiles">
        {report.profiles.map((profile) => (
          <li class="card">
            <span class="card-title">{profile.name}</span>
            {isNotOffered(report, profile) ? null : <VerdictSummaryBadge verdict={profile.verdict} />}
            <span class="quiet">
              {isNotOffered(report, profile) ? "not offered" : describeProfile(profile)}
            </span>
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
/** The first reasons are in sight, the others below one line. */
const maxShown = 6;
const maxIds = 20;

interface UndecidedGroup {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly ids: readonly string[];
}

/**
 * What was not decided, by its cause or reason. What rests on a failure that the page has told is one group for each such cause; then
 * come failed set-ups and other reasons, the largest group first.
 */
export function toUndecidedGroups(report: Report): readonly UndecidedGroup[] {
  const results = new Map(report.cases.map((one) => [one.id, one]));
  const told = orderCauses(report).filter(
    (cause) => cause.blocks.length > 0 && verdictOfCause(cause, results) !== "blocked",
  );
  const resting = new Set(told.flatMap(({ blocks }) => blocks));
  const rootCauses = report.rootCauses
    .map((one) => ({ ...one, requirements: one.requirements.filter((id) => !resting.has(id)) }))
    .filter(({ requirements }) => requirements.length > 0);
  const withCause = new Set([...resting, ...rootCauses.flatMap(({ requirements }) => requirements)]);
  const rest = openCases(report).filter((requirement) => !withCause.has(requirement.id));
  const groupsOf = (verdict: Verdict): readonly UndecidedGroup[] =>
    groupByReason(rest.filter((requirement) => requirement.verdict === verdict)).map(({ reason, ids }) => ({
      verdict,
      reason,
      ids,
    }));
  return [
    ...told.map(({ sentence, blocks }): UndecidedGroup => ({
      verdict: "blocked",
      reason: `rests on a failure above: ${sentence}`,
      ids: blocks,
    })),
    ...rootCauses.map(({ cause, requirements }): UndecidedGroup => ({
      verdict: "blocked",
      reason: cause,
      ids: requirements,
    })),
    ...groupsOf("blocked"),
    ...groupsOf("skipped"),
  ];
}

/** What was not tried without a loss for the verdict, by its reason. */
export function toSettledGroups(report: Report): readonly UndecidedGroup[] {
  const settled = report.cases.filter(
    ({ verdict, notOffered }) => verdict === "skipped" && notOffered === true,
  );
  return groupByReason(settled).map(({ reason, ids }) => ({ verdict: "skipped", reason, ids }));
}

/** What is not offered, optional or without anything to judge: it does not count against the registry. */
export function NotOffered({ report }: { readonly report: Report }): JSX.Element | null {
  const groups = toSettledGroups(report);
  if (groups.length === 0) return null;
  const requirements = countNotOffered(report.requirements);
  const cases = formatCounted(
    groups.reduce((sum, { ids }) => sum + ids.length, 0),
    "case",
  );
  return (
    <FoldedSection
      id="not-offered"
      title="Not offered, optional, or nothing to judge"
      count={requirements === 0 ? cases : `${formatCounted(requirements, "requirement")}, ${cases}`}
    >
      <p class="quiet">
        {requirements === 0
          ? "The verdict does not depend on these cases. Their requirements have other cases."
          : `The verdict does not depend on these: ${describeNotOffered(report.requirements).join(", ")}.`}
      </p>
      <Groups groups={groups} />
    </FoldedSection>
  );
}

/** The number of requirements that were not decided. */
export function countUndecided(report: Report): number {
  const { errored, blocked, skipped } = report.counts;
  return errored + blocked + skipped - countNotOffered(report.requirements);
}

/** What was not decided, each cause once with the requirements that depend on it. */
export function Undecided({ report }: { readonly report: Report }): JSX.Element | null {
  const groups = toUndecidedGroups(report);
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="undecided">
      <h2 id="undecided">
        Not decided{" "}
        <span class="quiet">
          ({formatCounted(countUndecided(report), "requirement")},{" "}
          {formatCounted(openCases(report).length, "case")})
        </span>
      </h2>
      <Groups groups={groups} />
    </section>
  );
}

function Group({ verdict, reason, ids }: UndecidedGroup): JSX.Element {
  return (
    <li>
      <details>
        <summary>
          <VerdictBadge verdict={verdict} />
          <span>
            <Prose text={reason} />
          </span>
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
  );
}

/** The groups after the first ones: a line that opens. */
function MoreGroups({ groups }: { readonly groups: readonly UndecidedGroup[] }): JSX.Element {
  const cases = groups.reduce((sum, { ids }) => sum + ids.length, 0);
  const left = groups.length - maxGroups;
  return (
    <details class="more-groups">
      <summary class="quiet">
        and {formatCounted(groups.length, "more reason")} for {formatCounted(cases, "case")}
      </summary>
      <ul class="groups">
        {groups.slice(0, maxGroups).map((group) => (
          <Group {...group} />
        ))}
      </ul>
      {left > 0 ? (
        <p class="quiet">
          <a href="#?verdict=blocked&verdict=skipped">and {formatCounted(left, "more reason")}</a>
        </p>
      ) : null}
    </details>
  );
}

function Groups({ groups }: { readonly groups: readonly UndecidedGroup[] }): JSX.Element {
  // a fold of one line saves nothing
  const shown = groups.length <= maxShown + 1 ? groups.length : maxShown;
  return (
    <>
      <ul class="groups">
        {groups.slice(0, shown).map((group) => (
          <Group {...group} />
        ))}
      </ul>
      {groups.length > shown ? <MoreGroups groups={groups.slice(shown)} /> : null}
    </>
  );
}
