/** Judges the rules for every response, as the responses are received. */
import { isSlug } from "../../schemas/problems.ts";
import type { Invariant } from "../check.ts";
import type { BrokenRule } from "../expect/broken-rules.ts";
import { shorten } from "../expect/quote.ts";
import { type Answer, slugOf, textAt } from "../exchange/answer.ts";
import type { Exchange, Finding } from "../../schemas/report.ts";

/** Maximum findings and exchanges kept for each invariant; the counts include all. */
const keptFindings = 5;
const keptExchanges = 3;

export interface InvariantTally {
  readonly judged: number;
  /** The first exchanges that show it held, in the order of their ids. */
  readonly held: readonly Exchange[];
  /** The first findings against it, in the order of their exchanges' ids. */
  readonly findings: readonly { readonly finding: Omit<Finding, "rule">; readonly exchange: Exchange }[];
}

type Found = InvariantTally["findings"][number];

export interface InvariantJudge {
  /** @param afterScored true for a response to a check outside of the requirement set: only rules outside of it judge that */
  readonly judge: (answer: Answer, afterScored?: boolean) => void;
  /** The results so far. The same exchanges give the same tally, in any order. */
  readonly tally: (invariantId: string) => InvariantTally;
  /** All findings against an invariant, in the order of their exchanges' ids. */
  readonly findings: (invariantId: string) => InvariantTally["findings"];
  /** The invariants of the requirement set that an exchange broke. */
  readonly brokenRules: (exchangeId: string) => readonly BrokenRule[];
  readonly problemBase: () => string | undefined;
}

/**
 * @param configuredBase the problem namespace of the target file; else it is learnt from the first problem whose last
 *   path segment is a known slug
 * @param unscored ids of invariants outside of the requirement set: no check is blocked by them
 */
export function createInvariantJudge(
  invariants: readonly Invariant[],
  configuredBase: string | undefined,
  unscored: ReadonlySet<string> = new Set(),
): InvariantJudge {
  const held = new Map<string, First<Exchange>>(
    invariants.map(({ id }) => [id, createFirst(keptExchanges, byId)]),
  );
  const findings = new Map<string, Found[]>(invariants.map(({ id }) => [id, []]));
  const broken = new Map<string, BrokenRule[]>();
  let problemBase = configuredBase;

  return {
    judge(answer, afterScored = false) {
      problemBase ??= learnBase(answer);
      const { exchange } = answer;
      if (exchange.operation === "state") return;
      for (const invariant of invariants) {
        const isOutside = unscored.has(invariant.id);
        if (afterScored && !isOutside) continue;
        if (answer.isSetAside === true && invariant.judgesGateways !== true) continue;
        const judgement = invariant.judge(answer, { problemBase });
        if (judgement === "held") held.get(invariant.id)?.add(exchange);
        else if (judgement !== "not-applicable") {
          const [expected, got] = [shorten(judgement.expected), shorten(judgement.got)];
          const finding = { ...judgement, expected, got, exchange: exchange.id };
          findings.get(invariant.id)?.push({ finding, exchange: withoutBodies(exchange) });
          if (isOutside) continue;
          const { id, level, ownsResponse: owns = false } = invariant;
          const ownsResponse = typeof owns === "function" ? owns(answer) : owns;
          broken.set(exchange.id, [...(broken.get(exchange.id) ?? []), { id, level, ownsResponse, finding }]);
        }
      }
    },
    tally(id) {
      const own = held.get(id);
      const against = findings.get(id) ?? [];
      return {
        judged: (own?.count() ?? 0) + against.length,
        held: own?.values() ?? [],
        findings: against.toSorted((a, b) => byId(a.exchange, b.exchange)).slice(0, keptFindings),
      };
    },
    findings: (id) => (findings.get(id) ?? []).toSorted((a, b) => byId(a.exchange, b.exchange)),
    brokenRules: (exchangeId) => broken.get(exchangeId) ?? [],
    problemBase: () => problemBase,
  };
}

function byId(a: Exchange, b: Exchange): number {
  return a.id < b.id ? -1 : 1;
}

/** A finding is about one exchange of thousands: the report has its bodies once. */
function withoutBodies({ request, response, ...about }: Exchange): Exchange {
  const { body: _sent, ...sent } = request;
  if (response === undefined) return { ...about, request: sent };
  const { body: _received, ...received } = response;
  return { ...about, request: sent, response: received };
}

/** The first few of many values in an order, and how many there were: the others leave memory. */
interface First<T> {
  readonly add: (value: T) => void;
  readonly count: () => number;
  readonly values: () => readonly T[];
}

function createFirst<T>(most: number, compare: (a: T, b: T) => number): First<T> {
  let count = 0;
  let first: readonly T[] = [];
  return {
    add(value) {
      count += 1;
      const last = first.at(-1);
      if (first.length === most && last !== undefined && compare(last, value) <= 0) return;
      first = [...first, value].toSorted(compare).slice(0, most);
    },
    count: () => count,
    values: () => first,
  };
}

function learnBase(answer: Answer): string | undefined {
  if (
    answer.status < 400 ||
    answer.exchange.operation === "other" ||
    answer.exchange.operation === "transferBytes"
  )
    return undefined;
  const slug = slugOf(answer);
  const type = textAt(answer.body, "type");
  return isSlug(slug) && type !== undefined ? type.slice(0, -slug.length - 1) : undefined;
}
