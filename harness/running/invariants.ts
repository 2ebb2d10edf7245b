/** Judges the rules that hold for every response, as the responses come in. */
import { isSlug } from "../../schemas/problems.ts";
import type { Exchange, Invariant } from "../check.ts";
import { type Answer, slugOf, textAt } from "../registry/answer.ts";
import type { Finding } from "../../schemas/report.ts";

/** Findings and exchanges that are kept for each invariant; the counts go on. */
const keptFindings = 5;
const keptExchanges = 3;

export interface InvariantTally {
  judged: number;
  failed: number;
  /** Exchanges that show it held. */
  readonly held: Exchange[];
  readonly findings: { readonly finding: Omit<Finding, "rule">; readonly exchange: Exchange }[];
}

export interface InvariantJudge {
  readonly judge: (answer: Answer) => void;
  readonly tallies: () => ReadonlyMap<string, InvariantTally>;
  readonly problemBase: () => string | undefined;
}

/**
 * @param configuredBase the problem namespace of the target file; else it is learnt from the first problem whose last
 *   path segment is a known slug
 */
export function createInvariantJudge(invariants: readonly Invariant[], configuredBase: string | undefined): InvariantJudge {
  const tallies = new Map<string, InvariantTally>(
    invariants.map(({ id }) => [id, { judged: 0, failed: 0, held: [], findings: [] }]),
  );
  let problemBase = configuredBase;

  return {
    judge(answer) {
      problemBase ??= learnBase(answer);
      for (const invariant of invariants) {
        const tally = tallies.get(invariant.id);
        const { operation } = answer.exchange;
        if (tally === undefined || operation === "state") continue;
        const judgement = invariant.judge(answer, { problemBase });
        if (judgement === "not-applicable") continue;
        tally.judged += 1;
        if (judgement === "held") {
          if (tally.held.length < keptExchanges) tally.held.push(answer.exchange);
          continue;
        }
        tally.failed += 1;
        if (tally.findings.length < keptFindings) {
          tally.findings.push({ finding: { ...judgement, exchange: answer.exchange.id }, exchange: answer.exchange });
        }
      }
    },
    tallies: () => tallies,
    problemBase: () => problemBase,
  };
}

function learnBase(answer: Answer): string | undefined {
  if (answer.status < 400 || answer.exchange.operation === "other" || answer.exchange.operation === "transferBytes") return undefined;
  const slug = slugOf(answer);
  const type = textAt(answer.body, "type");
  return isSlug(slug) && type !== undefined ? type.slice(0, -slug.length - 1) : undefined;
}
