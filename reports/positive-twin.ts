import type { Exchange, Finding } from "../schemas/report.ts";
import { isSuccess } from "./exchange-summary.ts";
import { parseJson } from "./json-text.ts";
import { wantsProblem } from "./wanted-problem.ts";

/** The members of a JSON request body; none of anything else. */
export function parseBody({ request }: Exchange): Readonly<Record<string, unknown>> {
  const body = parseJson(request.body?.text);
  return body !== null && typeof body === "object" ? { ...body } : {};
}

function differingMembers(one: Exchange, other: Exchange): number {
  const a = parseBody(one);
  const b = parseBody(other);
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name])).length;
}

function hasScope({ request }: Exchange): boolean {
  return request.url.includes("/@");
}

/** A smaller number is a more similar request. */
function distance(exchange: Exchange, candidate: Exchange): number {
  return (
    (hasScope(exchange) === hasScope(candidate) ? 0 : 100) +
    (exchange.request.url === candidate.request.url ? 0 : 10) +
    differingMembers(exchange, candidate)
  );
}

/**
 * The positive twin of a request that the registry must refuse: the most similar request of the same operation, among the
 * exchanges of the same check, that the registry accepted. It shows what is different in the refused one.
 */
export function findPositiveTwin(
  finding: Finding,
  exchange: Exchange,
  candidates: readonly Exchange[],
): Exchange | undefined {
  if (!wantsProblem(finding)) return undefined;
  return findAcceptedTwin(exchange, candidates);
}

/** The most similar request of the same operation that the registry accepted before. */
export function findAcceptedTwin(exchange: Exchange, candidates: readonly Exchange[]): Exchange | undefined {
  const accepted = candidates.filter(
    (one) =>
      one.id !== exchange.id &&
      one.startedAtMs <= exchange.startedAtMs &&
      one.operation === exchange.operation &&
      one.request.method === exchange.request.method &&
      isSuccess(one),
  );
  // a request of the check itself may be one of those that the registry must refuse
  const prepared = accepted.filter(({ actor }) => actor !== exchange.actor);
  const pool = prepared.length > 0 || isSuccess(exchange) ? prepared : accepted;
  return pool.toSorted((a, b) => distance(exchange, a) - distance(exchange, b))[0];
}
