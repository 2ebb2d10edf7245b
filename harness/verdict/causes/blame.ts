/**
 * Decides, when all checks have run, whose failure a deviation is that many of them met: a check that answers for it fails, and
 * the others are blocked by it. A check is blocked only if one that answers for the same deviation has failed for it, so that
 * no deviation is without a failure.
 */
import type { Check } from "../../check.ts";
import type { BrokenRule } from "../../expect/broken-rules.ts";
import type { Exchange, Finding } from "../../../schemas/report.ts";
import { type Deviation, toDeviation } from "./deviation.ts";
import type { CheckOutcome, Outcome } from "../check-outcome.ts";

type Outcomes = ReadonlyMap<string, CheckOutcome>;

/** Outcomes with each deviation blamed on the checks that answer for it. */
export function assignBlame(
  outcomes: Outcomes,
  checks: readonly Check[],
  exchanges: readonly Exchange[],
): Outcomes {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const deviationOf = (id: string, finding: Omit<Finding, "rule">): Deviation =>
    toDeviation(id, byId.get(finding.exchange ?? ""), finding);
  const owners = new Map<string, BrokenRule>();
  for (const { id, level, answersFor = [] } of checks) {
    for (const finding of outcomes.get(id)?.findings ?? []) {
      const { key, shared = "" } = deviationOf(id, finding);
      if (answersFor.some((one) => one === shared))
        owners.set(key, { id, level, ownsResponse: false, finding });
    }
  }
  if (owners.size === 0) return outcomes;
  return new Map(
    [...outcomes].map(([id, outcome]) => {
      const check = checks.find((one) => one.id === id);
      const first = outcome.findings[0];
      if (check === undefined || first === undefined) return [id, outcome];
      const found = outcome.findings.map((finding) => owners.get(deviationOf(id, finding).key));
      const owner = found[0];
      const isOwned = found.every((one) => one !== undefined && mayBlock(one, check));
      return [id, owner !== undefined && isOwned ? toBlocked(outcome, owner, first) : outcome];
    }),
  );
}

function mayBlock(owner: BrokenRule, { id, level, owns = [] }: Check): boolean {
  return owner.id !== id && !owns.includes(owner.id) && (level !== "must" || owner.level === "must");
}

/** The outcome of a check whose finding another requirement reports. */
export function toBlocked(
  outcome: CheckOutcome,
  owner: BrokenRule,
  finding: Omit<Finding, "rule">,
): CheckOutcome {
  return { ...outcome, findings: [], outcome: toBlockedBy({ ...owner, finding }) };
}

/** The beginning of the reason for a requirement that saw what another one fails for. */
export const sameDeviation = "rests on a failure above, of ";

/** @param owner the requirement that fails, with what the blocked one saw of it */
export function toBlockedBy(owner: BrokenRule): Outcome {
  const { expected, got, exchange } = owner.finding;
  return {
    verdict: "blocked",
    reason: `${sameDeviation}${owner.id}: got ${got}, expected ${expected}`,
    ...(exchange === undefined ? {} : { causeExchange: exchange }),
    owner,
  };
}

/** Outcomes in which a check that saw only a consequence is blocked by the requirement that fails for it. */
export function withoutConsequences(
  outcomes: Outcomes,
  consequences: ReadonlyMap<string, BrokenRule>,
): Outcomes {
  return new Map(
    [...outcomes].map(([id, outcome]) => {
      const owner = consequences.get(id);
      return [id, owner === undefined ? outcome : toBlocked(outcome, owner, owner.finding)];
    }),
  );
}
