/** Of the steps before a response, those that say most, as lines. */
import type { Exchange } from "../../../../schemas/report.ts";
import { opensUpload } from "../../../exchange/creates.ts";
import { slugIn } from "../deviation.ts";
import { endOf, isWrite } from "./reads-before.ts";
import { succeeded } from "./uploads.ts";

/** More steps are no story. */
const maxSteps = 5;

/** Why a step is told, the most telling first. */
const reasons = ["own", "change", "read", "refused"] as const;

export interface Step {
  readonly exchange: Exchange;
  readonly why: (typeof reasons)[number];
  /** Of steps with one reason, that with the lowest rank says most. */
  readonly rank: number;
  readonly words: string;
  /** Of a refusal: what was refused, without who asked for it. */
  readonly refused?: string;
}

/** What was done to the release itself has the lowest rank. */
export const rankOfOthers = 2;

/** @param shown the response before which the steps were sent */
export function toStory(steps: readonly Step[], shown: Exchange): readonly string[] {
  const joined = isWrite(shown) ? withJoinedCallers(steps) : withJoinedRefusals(steps);
  return toLines(joinEqual(chooseSteps(joinEqual(joined), isWrite(shown) ? maxAside : 1)), shown);
}

/**
 * Of what a read shows, any refused request may have changed something: those about its release are one step, where the last of them
 * was.
 */
function withJoinedRefusals(steps: readonly Step[]): readonly Step[] {
  const refusals = steps.filter(({ refused, rank }) => refused !== undefined && rank < rankOfOthers);
  const names = refusals.map(({ refused = "" }) => refused);
  return withOneOf(steps, refusals, { names, start: "refused: " });
}

/** The steps with one in place of some, where the last of them was, if they have more than one name: each with its number. */
function withOneOf(
  steps: readonly Step[],
  some: readonly Step[],
  { names, start }: { readonly names: readonly string[]; readonly start: string },
): readonly Step[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const last = some.at(-1);
  if (last === undefined || counts.size < 2) return steps;
  const counted = [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${count} times)`));
  const joined: Step = { ...last, rank: 0, words: `${start}${counted.join(", ")}` };
  return steps.flatMap((step) => (step === last ? joined : some.includes(step) ? [] : step));
}

/** Requests for one upload that were turned away for who sent them are one step: any of them may have changed it. */
function withJoinedCallers(steps: readonly Step[]): readonly Step[] {
  const turnedAway = steps.filter(({ why, exchange }) => why === "own" && isOfCallerOnly(exchange));
  const names = turnedAway.map(({ exchange }) => String(exchange.response?.status)).toSorted();
  const { refused } = turnedAway.at(-1) ?? {};
  return refused === undefined
    ? steps
    : withOneOf(steps, turnedAway, { names, start: `refused: ${refused} -> ` });
}

/** Steps in the same words, one after the other, are one step with their number. Where refusals are among others says little. */
function joinEqual(
  steps: readonly (Step & { readonly count?: number })[],
): readonly (Step & { readonly count: number })[] {
  const joined: (Step & { count: number })[] = [];
  for (const step of steps) {
    const known = succeeded(step.exchange) ? joined.at(-1) : joined.find(({ words }) => words === step.words);
    if (known?.words === step.words) known.count += step.count ?? 1;
    else joined.push({ ...step, count: step.count ?? 1 });
  }
  return joined;
}

/** More refusals, and more that was added elsewhere in the volume, say nothing more. */
const maxAside = 2;

/** True for a request that was turned away for who sent it, or for how many came before. */
export function isOfCallerOnly({ response }: Exchange): boolean {
  return response !== undefined && [401, 403, 429].includes(response.status);
}

/** True for an upload that was opened, and for its bytes. */
function isBegun({ exchange: { operation } }: Step): boolean {
  return opensUpload(operation) || operation === "transferBytes";
}

function chooseSteps<T extends Step>(steps: readonly T[], maxRefusals: number): readonly T[] {
  const isRefusal = ({ why, exchange }: T): boolean => why === "refused" || isOfCallerOnly(exchange);
  const isAdded = ({ why, rank }: T): boolean => why === "change" && rank === rankOfOthers;
  const refusals = steps.filter(isRefusal).toSorted((a, b) => b.rank - a.rank);
  // what has only begun changes less than what has ended
  const added = steps.filter(isAdded).toSorted((a, b) => Number(isBegun(b)) - Number(isBegun(a)));
  const aside = new Set([...refusals.slice(-maxRefusals), ...added.slice(-maxAside)]);
  const chosen = new Set(
    steps
      .filter((step) => aside.has(step) || !(isRefusal(step) || isAdded(step)))
      .map((step, place) => ({ step, place }))
      // of one reason and rank, the last ones say most
      .toSorted(
        (a, b) =>
          reasons.indexOf(a.step.why) - reasons.indexOf(b.step.why) ||
          a.step.rank - b.step.rank ||
          b.place - a.place,
      )
      .slice(0, maxSteps)
      .map(({ step }) => step),
  );
  return steps.filter((step) => chosen.has(step));
}

/** Less is no pause: how long a run takes from step to step is its own matter. */
const minPauseMs = 2_000;

/** True for bytes that came, and that the response says are missing. */
function isMissed(step: Exchange, shown: Exchange): boolean {
  return step.operation === "transferBytes" && succeeded(step) && slugIn(shown) === "missing-uploaded-bytes";
}

function toLines(steps: readonly (Step & { readonly count: number })[], shown: Exchange): readonly string[] {
  return steps.map(({ exchange, words, count }, place) => {
    const sinceMs = shown.startedAtMs - endOf(exchange);
    const isTimed = place === steps.length - 1 || isMissed(exchange, shown);
    const isPause = isTimed && sinceMs >= minPauseMs;
    const notes = [
      ...(count > 1 ? [`${count} times`] : []),
      ...(sinceMs < 0 ? ["at the same time"] : []),
      ...(isPause ? [`${Math.round(sinceMs / 1000)} s before`] : []),
    ];
    return notes.length === 0 ? words : `${words} (${notes.join(", ")})`;
  });
}
