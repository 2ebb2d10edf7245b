/** Checks that judge the whole run see every exchange. What another requirement reports, they leave to that requirement. */
import { type Check, isAudit } from "../check.ts";
import type { BrokenRule } from "../expect/broken-rules.ts";
import type { Exchange, Finding, Level } from "../../schemas/report.ts";
import { toBlocked } from "./causes/blame.ts";
import { toDeviation } from "./causes/deviation.ts";
import { volumeIn } from "./causes/exchange-text.ts";
import type { CheckOutcome } from "./check-outcome.ts";

type Outcomes = ReadonlyMap<string, CheckOutcome>;
type Found = Omit<Finding, "rule">;

/** A requirement and all findings against it. */
export interface Reported {
  readonly id: string;
  readonly level: Level;
  readonly findings: readonly Found[];
}

/**
 * Outcomes in which checks that judge the whole run keep only the findings that nobody else has: no other finding is about
 * the same exchange, the same volume, or the same deviation of the same operation. Without any, such a check is blocked. To a
 * requirement that only warns nothing is left: a warning decides no other one.
 * @param invariants the rules for every response, with their findings
 */
export function leaveToOthers(
  outcomes: Outcomes,
  checks: readonly Check[],
  { invariants, exchanges }: { invariants: readonly Reported[]; exchanges: readonly Exchange[] },
): Outcomes {
  const whole = checks.filter(
    (check) => isAudit(check) && (outcomes.get(check.id)?.findings.length ?? 0) > 0,
  );
  if (whole.length === 0) return outcomes;
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const keysOf = (id: string, finding: Found): readonly string[] => {
    const exchange = byId.get(finding.exchange ?? "");
    const { key, operation } = toDeviation(id, exchange, finding);
    const volume = exchange === undefined ? undefined : volumeIn(exchange);
    return [
      `${operation} ${key}`,
      ...(exchange === undefined ? [] : [exchange.id]),
      ...(volume === undefined ? [] : [`volume ${volume}`]),
    ];
  };
  const others = [
    ...invariants,
    ...checks
      .filter((check) => !isAudit(check))
      .map(({ id, level }) => ({ id, level, findings: outcomes.get(id)?.findings ?? [] })),
  ];
  const result = new Map(outcomes);
  for (const { id } of whole) {
    const outcome = outcomes.get(id);
    if (outcome === undefined) continue;
    const owners = new Map<string, BrokenRule>();
    // a warning blocks nothing
    for (const other of others.filter((one) => one.level === "must"))
      for (const finding of other.findings)
        for (const key of keysOf(other.id, finding))
          owners.set(key, { id: other.id, level: other.level, ownsResponse: false, finding });
    result.set(
      id,
      withoutOwned(outcome, (finding) => findFirst(owners, keysOf(id, finding))),
    );
  }
  return result;
}

function findFirst(owners: ReadonlyMap<string, BrokenRule>, keys: readonly string[]): BrokenRule | undefined {
  return keys.flatMap((key) => owners.get(key) ?? [])[0];
}

function withoutOwned(
  outcome: CheckOutcome,
  ownerOf: (finding: Found) => BrokenRule | undefined,
): CheckOutcome {
  const own = outcome.findings.filter((finding) => ownerOf(finding) === undefined);
  const [first] = own;
  if (first !== undefined)
    return { ...outcome, findings: own, outcome: { ...outcome.outcome, finding: first } };
  const [owned] = outcome.findings;
  const owner = owned === undefined ? undefined : ownerOf(owned);
  return owned === undefined || owner === undefined ? outcome : toBlocked(outcome, owner, owned);
}
