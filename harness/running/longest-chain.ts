/** The requests of a run that have to be sent one after the other: more of them at once makes it no shorter. */
import type { Check } from "../check.ts";
import type { CheckResult, Exchange, Report } from "../../schemas/report.ts";

/** A check that ran beside all others, and one that ran after them. */
interface Chain {
  readonly check: string | undefined;
  readonly requests: number;
}

/**
 * The longest chain of the checks that run side by side, and behind it the longest of those that wait for them.
 * @param outcomes of checks and observations, by id
 */
export function findLongestChain(
  outcomes: ReadonlyMap<string, Pick<CheckResult, "exchanges">>,
  exchanges: readonly Exchange[],
  checks: readonly Pick<Check, "id" | "alone">[],
): NonNullable<Report["run"]["requestChain"]> {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const alone = new Set(checks.flatMap((check) => (check.alone === true ? [check.id] : [])));
  const longest = [false, true].map((isAlone) =>
    [...outcomes]
      .filter(([id]) => alone.has(id) === isAlone)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .reduce<Chain>(
        (most, [id, { exchanges: own }]) => {
          const requests = countInForms(own.flatMap((one) => byId.get(one) ?? []));
          return requests > most.requests ? { check: id, requests } : most;
        },
        { check: undefined, requests: 0 },
      ),
  );
  return {
    checks: longest.flatMap(({ check }) => (check === undefined ? [] : [check])),
    requests: longest.reduce((sum, { requests }) => sum + requests, 0),
  };
}

/** Both forms of names run at once: the longer of them. */
function countInForms(exchanges: readonly Exchange[]): number {
  const counts = [".scoped", ".unscoped"].map((other) =>
    countInARow(exchanges.filter(({ actor }) => !actor.endsWith(other))),
  );
  return Math.max(...counts);
}

/** The most exchanges of which each began when the one before had ended. */
function countInARow(exchanges: readonly Exchange[]): number {
  let count = 0;
  let end = Number.NEGATIVE_INFINITY;
  const endOf = ({ startedAtMs, durationMs }: Exchange): number => startedAtMs + durationMs;
  for (const exchange of exchanges.toSorted((a, b) => endOf(a) - endOf(b))) {
    if (exchange.startedAtMs < end) continue;
    count += 1;
    end = endOf(exchange);
  }
  return count;
}
