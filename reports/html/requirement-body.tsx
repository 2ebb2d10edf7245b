import type { JSX } from "hono/jsx/jsx-runtime";
import type { CaseResult, Cause, RequirementResult } from "../../schemas/report.ts";
import { verdictMeanings, verdictOrder } from "../conclusion.ts";
import { storyOf } from "../evidence-list.ts";
import { formatCounted, formatDuration } from "../measures.ts";
import { Command } from "./command.tsx";
import { Finding } from "./finding.tsx";
import type { HtmlIndex } from "./html-index.ts";
import { Prose } from "./prose.tsx";
import { formatPlaces } from "./places.ts";
import { type CheckEvidence, collectEvidence } from "./requirement-evidence.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

/** A case with what its report says about it. */
interface LocatedCase {
  readonly requirement: CaseResult;
  readonly index: HtmlIndex;
  readonly causes: readonly Cause[];
}

/** All exchanges of a check, folded: the script adds them when they are opened. */
function Exchanges({
  evidence,
  index,
}: {
  readonly evidence: CheckEvidence;
  readonly index: HtmlIndex;
}): JSX.Element | null {
  const places = (evidence.check?.exchanges ?? []).flatMap((id) => index.placeOf.get(id) ?? []);
  if (places.length === 0) return null;
  return (
    <details class="all-exchanges">
      <summary>
        {formatCounted(places.length, "exchange")}
        <span class="without-script"> (JavaScript is needed to show them)</span>
      </summary>
      <div class="exchanges" data-exchanges={formatPlaces(places)} />
    </details>
  );
}

interface CheckProps {
  readonly evidence: CheckEvidence;
  readonly index: HtmlIndex;
  readonly requirement: CaseResult;
}

function Check({ evidence, index, requirement }: CheckProps): JSX.Element {
  const { id, check, verdict, findings } = evidence;
  const title = check?.title ?? requirement.title;
  return (
    <div class="check">
      {id === requirement.id ? null : (
        <h4>
          <VerdictBadge verdict={verdict} /> <span class="mono">{id}</span>
          {check === undefined || check.durationMs === 0 ? null : (
            <span class="quiet">{formatDuration(check.durationMs)}</span>
          )}
        </h4>
      )}
      {title === requirement.title ? null : <p>{title}</p>}
      {check?.message === undefined || findings.length > 0 || check.message === requirement.reason ? null : (
        <p>{check.message}</p>
      )}
      {findings.map((located, place) => (
        <Finding located={located} index={index} title={title} own={id} isFirst={place === 0} />
      ))}
      {check === undefined || !("counterexample" in check) ? null : (
        <>
          <p class="part-title">Smallest input that still fails</p>
          <pre>{storyOf(check.counterexample)?.join("\n") ?? index.renderValue(check.counterexample)}</pre>
        </>
      )}
      {check === undefined ? null : <Command label={`Repeat ${id}`} text={check.replay} repeats />}
      <Exchanges evidence={evidence} index={index} />
    </div>
  );
}

/** The reason for the verdict. A reason that only repeats a finding is left out. */
function Reason({ requirement }: { readonly requirement: CaseResult }): JSX.Element | null {
  const { verdict, reason, accepted, evidence } = requirement;
  const repeatsFinding = evidence.some(
    ({ finding }) => finding !== undefined && (reason === undefined || reason.includes(finding.got)),
  );
  if (repeatsFinding && accepted === undefined) return null;
  return (
    <div class="reason">
      {repeatsFinding ? null : <p>{reason ?? `${verdict}: ${verdictMeanings[verdict]}`}</p>}
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
          <div data-fact={name === "Section of the specification" ? "section" : undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Evidence({ requirement, index }: LocatedCase): JSX.Element {
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

function RelatedCauses({ requirement, causes }: LocatedCase): JSX.Element | null {
  const { id } = requirement;
  const related = causes.filter(
    (cause) => cause.breaks === id || cause.explains.includes(id) || cause.blocks.includes(id),
  );
  if (related.length === 0) return null;
  return (
    <ul class="related">
      {related.map((cause) => (
        <li>
          Cause:{" "}
          <a href={`#cause-${cause.id}`}>
            <Prose text={cause.sentence} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** What was seen in one case: causes, reason, and findings with their exchanges. */
function CaseDetails(props: LocatedCase): JSX.Element {
  return (
    <>
      <RelatedCauses {...props} />
      <Reason requirement={props.requirement} />
      <Evidence {...props} />
    </>
  );
}

/** One of several cases: a line that opens. */
function Case({ open = false, ...props }: LocatedCase & { readonly open?: boolean }): JSX.Element {
  const { id, verdict, title, reading } = props.requirement;
  return (
    <details class={`case ${verdict}`} id={id} open={open}>
      <summary>
        <VerdictBadge verdict={verdict} />
        <span class="case-title">
          <Prose text={title} /> <span class="quiet mono">{id}</span>
        </span>
      </summary>
      <div class="case-body">
        {reading === undefined ? null : (
          <p class="quiet">
            How it is read: <Prose text={reading} />
          </p>
        )}
        <CaseDetails {...props} />
      </div>
    </details>
  );
}

/** So few cases that passed stand beside the others. */
const maxPassed = 1;

interface CasesProps {
  readonly cases: readonly CaseResult[];
  readonly index: HtmlIndex;
  readonly causes: readonly Cause[];
}

/** Several cases: those that did not pass come first, the first failed one open, and the others are folded below them. */
function Cases({ cases, ...found }: CasesProps): JSX.Element {
  const inOrder = cases.toSorted((a, b) => verdictOrder.indexOf(a.verdict) - verdictOrder.indexOf(b.verdict));
  const passed = inOrder.filter(({ verdict }) => verdict === "passed");
  const isFolded = passed.length > maxPassed && passed.length < cases.length;
  const shown = isFolded ? inOrder.slice(0, -passed.length) : inOrder;
  return (
    <div class="cases">
      {shown.map((one, place) => (
        <Case requirement={one} {...found} open={place === 0 && one.verdict === "failed"} />
      ))}
      {isFolded ? (
        <details class="passed-cases">
          <summary>{formatCounted(passed.length, "case")} passed</summary>
          {passed.map((one) => (
            <Case requirement={one} {...found} />
          ))}
        </details>
      ) : null}
    </div>
  );
}

interface BodyProps extends Omit<LocatedCase, "requirement"> {
  readonly requirement: RequirementResult;
}

/** Everything about a requirement below its title: what was seen in its cases, facts and commands. */
export function RequirementBody({ requirement, index, causes }: BodyProps): JSX.Element {
  const { id } = requirement;
  const cases = requirement.checks.flatMap((one) => index.cases.get(one) ?? []);
  const [only] = cases;
  return (
    <div class="requirement-body">
      {cases.length === 1 && only !== undefined ? (
        <CaseDetails requirement={only} index={index} causes={causes} />
      ) : (
        <Cases cases={cases} index={index} causes={causes} />
      )}
      <Facts requirement={requirement} />
      <Command label={`Explain ${id}`} text={`${index.program} explain ${id}`} />
      <p class="actions with-script">
        <button type="button" data-copy-link={id}>
          Copy link
        </button>
        <button type="button" data-copy-issue>
          Copy as issue
        </button>
      </p>
    </div>
  );
}
