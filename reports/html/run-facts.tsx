import type { JSX } from "hono/jsx/jsx-runtime";
import { FoldedSection } from "./folded-section.tsx";
import type { Report } from "../../schemas/report.ts";
import { formatCount, formatCounted, formatDuration } from "../measures.ts";

type Fact = readonly [name: string, value: string | undefined];

function factsOf({ suite, target, run }: Report): readonly Fact[] {
  const implementation = target.implementation;
  return [
    ["Registry", target.baseUrl],
    [
      "Implementation",
      implementation &&
        [implementation.name, implementation.version, implementation.commit].filter(Boolean).join(" "),
    ],
    ["Problem types", target.problemBase],
    ["Not offered", target.notOffered.join(", ")],
    ["Suite", `${suite.name} ${suite.version}`],
    ["Suite digest", suite.digest],
    ["Specification", suite.specification],
    ["Requirement set", run.set === undefined ? undefined : `${run.set.name} (${run.set.digest})`],
    ["Run", run.id],
    ["Started", run.startedAt],
    ["Read again from", run.visit?.startedAt],
    ["Duration", formatDuration(run.durationMs)],
    ["Depth", run.depth],
    ["Seed", toSeed(run)],
    ["Profiles", run.profiles.join(", ")],
    ["Requests", formatCount(run.requests)],
    ["Requests to the states hook", run.stateRequests === 0 ? undefined : formatCount(run.stateRequests)],
    ["Requests at once", toAtOnce(run)],
    ["Wait for the rate limit", formatDuration(run.limiterWaitMs)],
    ["Warnings count as failures", run.strict ? "yes (--strict)" : "no"],
    ["Selected (--only)", run.only.join(" ")],
    ["Excluded (--skip)", run.skip.join(" ")],
    ["Exchanges digest", run.exchangesDigest],
  ];
}

function toSeed({ seed, seedChosenBy }: Report["run"]): string {
  if (seedChosenBy === undefined) return String(seed);
  return `${seed}, ${seedChosenBy === "suite" ? "drawn at random" : "given with --seed"}`;
}

function toAtOnce({ concurrency, concurrencyReached }: Report["run"]): string {
  const allowed = formatCount(concurrency);
  return concurrencyReached === undefined ? allowed : `${formatCount(concurrencyReached)} of ${allowed}`;
}

/** The longest chain of requests that wait for each other. It helps those who maintain the suite, and is not printed. */
function Chain({ run: { requestChain } }: Pick<Report, "run">): JSX.Element | null {
  if (requestChain === undefined) return null;
  return (
    <details class="on-screen">
      <summary>Longest chain: {formatCounted(requestChain.requests, "request")} in a row</summary>
      <p class="quiet mono">{requestChain.checks.join(", then ")}</p>
    </details>
  );
}

/** A longer text has a row of its own: in a column it would be a dozen lines. */
const maxInColumn = 120;

/** The settings and numbers of the run: they show whether two reports can be compared. */
export function RunFacts({ report }: { readonly report: Report }): JSX.Element {
  return (
    <FoldedSection id="run" title="The run">
      <dl class="facts columns">
        {factsOf(report).map(([name, value]) =>
          value === undefined || value === "" ? null : (
            <div class={value.length > maxInColumn ? "whole" : undefined}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <Chain run={report.run} />
      {report.left.length === 0 ? null : (
        <details>
          <summary>Left behind in the registry ({formatCount(report.left.length)})</summary>
          <ul class="ids mono">
            {report.left.map((one) => (
              <li>{one}</li>
            ))}
          </ul>
        </details>
      )}
    </FoldedSection>
  );
}
