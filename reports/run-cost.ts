/** What a run cost the registry, and what it left there. */
import type { Exchange, Report } from "../schemas/report.ts";
import { formatCount, formatCounted } from "./measures.ts";

/** The actor of the requests that unpublish at the end of a run. */
const cleaner = "clean-up";

/**
 * Such as `Sent 1,997 requests; published 117 releases, all unpublished again; 58 tokens and 2 advisories that the states hook made
 * remain`, with the count of answers that broke off or never came. Undefined for observed traffic, of which nothing was sent.
 */
export function describeCost(report: Report): string | undefined {
  const { run, created = [], left, exchanges } = report;
  if (run.traffic !== undefined) return undefined;
  if (run.visit !== undefined) return `Sent ${formatCounted(run.requests, "request")}; wrote nothing`;
  const published =
    created.length === 0
      ? "published nothing"
      : `published ${formatCounted(created.length, "release")}, ${describeLeft(report)}`;
  const hook = exchanges.filter(({ operation }) => operation === "state");
  const made = [
    [countMade(hook, "token"), "token", "tokens"] as const,
    [countMade(hook, "advisory"), "advisory", "advisories"] as const,
  ].flatMap(([count, one, many]) => (count === 0 ? [] : [formatCounted(count, one, many)]));
  const what = made.join(" and ");
  const isEnded = countMade(hook, "run-ended") > 0;
  const fate = isEnded
    ? `the states hook was asked to take back ${what}`
    : `${what} that the states hook made remain`;
  const remain = made.length === 0 ? "" : `; ${fate}`;
  // what could not be unpublished is listed below, also if its finalize got no answer
  const doubtful = created.length === 0 && left.length > 0 ? `, ${formatCount(left.length)} may remain` : "";
  return `Sent ${formatCounted(run.requests, "request")}${describeLost(exchanges)}; ${published}${doubtful}${remain}`;
}

/** A registry passes if the next try is answered: a reader has to know how often one was necessary. */
function describeLost(exchanges: readonly Exchange[]): string {
  const lost = exchanges.filter(
    ({ failure }) => failure !== undefined && !/^not (?:sent|used): /.test(failure),
  );
  return lost.length === 0 ? "" : `, of which ${formatCount(lost.length)} got no whole answer`;
}

function describeLeft({ created = [], left, exchanges }: Report): string {
  // one whose finalize got no answer may be there, and is not among the published ones
  const ofThem = left.length > created.length ? "" : " of them";
  if (left.length > 0) return `${formatCount(left.length)}${ofThem} may remain`;
  return exchanges.some(({ actor, operation }) => actor === cleaner && operation !== "state")
    ? "all unpublished again"
    : "without a clean-up at the end";
}

function countMade(hook: readonly Exchange[], state: string): number {
  return hook.filter(({ request, response }) => {
    const isDone = response !== undefined && response.status >= 200 && response.status < 300;
    return isDone && (request.body?.text ?? "").includes(`"state":"${state}"`);
  }).length;
}
