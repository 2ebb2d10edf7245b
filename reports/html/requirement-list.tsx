import type { JSX } from "hono/jsx/jsx-runtime";
import type { RequirementResult } from "../../schemas/report.ts";
import type { ChapterResult } from "../chapters.ts";
import { verdictMeanings } from "../conclusion.ts";
import { type LocatedFinding, renderRepeats } from "../evidence-list.ts";
import { summarizeExchange } from "../exchange-summary.ts";
import { formatCounted, formatDuration } from "../measures.ts";
import { Command } from "./command.tsx";
import type { HtmlIndex } from "./html-index.ts";
import { type CheckEvidence, collectEvidence } from "./requirement-evidence.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

interface Located {
  readonly requirement: RequirementResult;
  readonly index: HtmlIndex;
}

interface FindingProps {
  readonly located: LocatedFinding;
  readonly index: HtmlIndex;
  /** The title above the finding; a rule that is equal to it is left out. */
  readonly title: string;
  /** The check that the finding is shown under. */
  readonly own: string;
}

function Finding({ located, index, title, own }: FindingProps): JSX.Element {
  const { finding, exchange, where, repeats, check } = located;
  return (
    <div class="finding">
      {finding.rule === title ? null : <p class="rule">{finding.rule}</p>}
      {where === undefined ? null : (
        <p class="quiet">In {where === "both forms" ? where : `the ${where}`} of the name</p>
      )}
      <div class="versus">
        <div>
          <h5>Expected</h5>
          <pre>{finding.expected}</pre>
        </div>
        <div class="got">
          <h5>Got</h5>
          <pre>{finding.got}</pre>
        </div>
      </div>
      {exchange === undefined ? null : <p class="quiet mono">{summarizeExchange(exchange, index.baseUrl)}</p>}
      {check === own ? null : (
        <p class="quiet">
          Seen in <span class="mono">{check}</span>
        </p>
      )}
      {repeats === 0 ? null : <p class="quiet">{renderRepeats(repeats)}</p>}
    </div>
  );
}

function Exchanges({
  evidence,
  index,
}: {
  readonly evidence: CheckEvidence;
  readonly index: HtmlIndex;
}): JSX.Element | null {
  const places = (evidence.check?.exchanges ?? []).flatMap((id) => index.placeOf.get(id) ?? []);
  if (places.length === 0) return null;
  const shown = evidence.findings.flatMap(
    ({ exchange }) => (exchange && index.placeOf.get(exchange.id)) ?? [],
  );
  return (
    <div class="exchanges" data-exchanges={places.join(" ")} data-shown={shown.join(" ")}>
      <p class="quiet">
        {formatCounted(places.length, "exchange")}
        <span class="without-script"> (JavaScript is needed to show them)</span>
      </p>
    </div>
  );
}

interface CheckProps {
  readonly evidence: CheckEvidence;
  readonly index: HtmlIndex;
  readonly requirement: RequirementResult;
}

function Check({ evidence, index, requirement }: CheckProps): JSX.Element {
  const { id, check, verdict, findings } = evidence;
  const title = check?.title ?? requirement.title;
  return (
    <div class="check">
      <h4>
        <VerdictBadge verdict={verdict} /> <span class="mono">{id}</span>
        {check === undefined || check.durationMs === 0 ? null : (
          <span class="quiet">{formatDuration(check.durationMs)}</span>
        )}
      </h4>
      {title === requirement.title ? null : <p>{title}</p>}
      {check?.message === undefined || findings.length > 0 || check.message === requirement.reason ? null : (
        <p>{check.message}</p>
      )}
      {findings.map((located) => (
        <Finding located={located} index={index} title={title} own={id} />
      ))}
      {check === undefined || !("counterexample" in check) ? null : (
        <>
          <h5>Smallest input that still fails</h5>
          <pre>{index.renderValue(check.counterexample)}</pre>
        </>
      )}
      {check === undefined ? null : <Command label={`Repeat ${id}`} text={check.replay} />}
      <Exchanges evidence={evidence} index={index} />
    </div>
  );
}

/** The reason for the verdict; a reason that only repeats a finding is left out. */
function Reason({ requirement }: { readonly requirement: RequirementResult }): JSX.Element {
  const { verdict, reason, accepted, evidence } = requirement;
  const repeatsFinding = evidence.some(
    ({ finding }) => finding !== undefined && reason?.includes(finding.got),
  );
  return (
    <div class="reason">
      <p>{repeatsFinding || reason === undefined ? `${verdict}: ${verdictMeanings[verdict]}` : reason}</p>
      {accepted === undefined ? null : (
        <p class="quiet">
          Accepted by the baseline until {accepted.expires}: {accepted.reason}
        </p>
      )}
    </div>
  );
}

function Facts({ requirement }: { readonly requirement: RequirementResult }): JSX.Element {
  const { level, section, operations, profiles, reading } = requirement;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Section of the specification", section],
    ["Reading", reading],
    ["Level", level],
    ["Operations", operations.join(", ")],
    ["Profiles", profiles.join(", ")],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) =>
        value === undefined || value === "" ? null : (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Evidence({ requirement, index }: Located): JSX.Element {
  const { checks, moreFindings, alsoChecked } = collectEvidence(requirement, index);
  return (
    <>
      {checks.map((evidence) => (
        <Check evidence={evidence} index={index} requirement={requirement} />
      ))}
      {moreFindings === 0 ? null : (
        <p class="quiet">and {formatCounted(moreFindings, "other finding")}, all in report.json</p>
      )}
      {alsoChecked.checks === 0 ? null : (
        <p class="quiet">
          Also checked on {formatCounted(alsoChecked.exchanges, "exchange")} of{" "}
          {formatCounted(alsoChecked.checks, "other check")}: no finding
        </p>
      )}
    </>
  );
}

function Requirement({ requirement, index }: Located): JSX.Element {
  const { id, verdict, level, chapter, operations, title, accepted } = requirement;
  return (
    <details
      class={`requirement ${verdict}`}
      id={id}
      data-verdict={verdict}
      data-level={level}
      data-chapter={chapter}
      data-operations={operations.join(" ")}
    >
      <summary>
        <VerdictBadge verdict={verdict} />
        <span class="requirement-title">
          {title} <span class="quiet mono">{id}</span>
        </span>
        {accepted === undefined ? null : <span class="tag">accepted</span>}
        <span class={`tag level-${level}`}>{level}</span>
      </summary>
      <div class="requirement-body">
        <Reason requirement={requirement} />
        <Evidence requirement={requirement} index={index} />
        <Facts requirement={requirement} />
        <Command label={`Explain ${id}`} text={`registry-conformance explain ${id}`} />
      </div>
    </details>
  );
}

/** The requirements of one chapter, closed. They open without JavaScript, but exchanges need it. */
export function ChapterRequirements({
  chapter,
  index,
}: {
  readonly chapter: ChapterResult;
  readonly index: HtmlIndex;
}): JSX.Element {
  return (
    <div class="chapter" data-chapter={chapter.name}>
      <h3 id={`chapter-${chapter.name}`}>{chapter.name}</h3>
      {chapter.requirements.map((requirement) => (
        <Requirement requirement={requirement} index={index} />
      ))}
    </div>
  );
}
