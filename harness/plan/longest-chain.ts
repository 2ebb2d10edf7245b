/** The requests of a run that have to be sent one after the other: more of them at once makes it no shorter. */
import type { Check } from "../check.ts";
import type { CheckResult, Exchange, Report } from "../../schemas/report.ts";

/** The requests of a check in a row. */
interface Chain {
  readonly check: string;
  readonly requests: number;
}

/**
 * The longest chain of the checks that run side by side, behind it the longest of those that wait for them, then the longest of those
 * that end the run together, and at last each of the others that judge the whole run.
 * @param outcomes of checks and observations, by id
 */
export function findLongestChain(
  outcomes: ReadonlyMap<string, Pick<CheckResult, "exchanges">>,
  exchanges: readonly Exchange[],
  checks: readonly Pick<Check, "id" | "alone" | "last">[],
): NonNullable<Report["run"]["requestChain"]> {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const stages = new Map(checks.map((check) => [check.id, stageOf(check)]));
  const inStages: Record<Stage, Chain[]> = { beside: [], alone: [], together: [], last: [] };
  for (const [check, { exchanges: seen }] of outcomes) {
    const stage = stages.get(check) ?? "beside";
    const all = seen.flatMap((one) => byId.get(one) ?? []);
    // the set-ups of a check of the end were built before
    const isAtEnd = stage === "together" || stage === "last";
    const own = isAtEnd ? all.filter(({ actor }) => actor.startsWith(check)) : all;
    const requests = countInForms(own);
    if (requests > 0) inStages[stage].push({ check, requests });
  }
  const { beside, alone, together, last } = inStages;
  const chain = [...[beside, alone, together].flatMap(maxChain), ...last];
  return {
    checks: chain.map(({ check }) => check),
    requests: chain.reduce((sum, { requests }) => sum + requests, 0),
  };
}

type Stage = "beside" | "alone" | "together" | "last";

function stageOf({ alone, last = false }: Pick<Check, "alone" | "last">): Stage {
  if (last === "together") return "together";
  if (last) return "last";
  return alone === true ? "alone" : "beside";
}

/** The longest, if there is any; of equals, the first by name. */
function maxChain(chains: readonly Chain[]): readonly Chain[] {
  return chains.toSorted((a, b) => b.requests - a.requests || (a.check < b.check ? -1 : 1)).slice(0, 1);
}

/** Both forms of names run at once: the longer of them. Crossed ones run after those. */
function countInForms(exchanges: readonly Exchange[]): number {
  const counts = [/\.scoped\b/u, /\.unscoped\b/u].map((other) =>
    countInARow(exchanges.filter(({ actor }) => !other.test(actor))),
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
