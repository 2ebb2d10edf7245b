/**
 * The circumstances of a deviation: what all responses that show it have in common, and none of the others of the same operation has.
 * They are read from the recording, and say what was seen, not why.
 */
import type { Exchange } from "../../../../schemas/report.ts";
import type { TriedAgain } from "../../check-outcome.ts";
import type { Sighting } from "../deviation.ts";
import { tellAlways } from "./always.ts";
import { type Compared, compare, minOthers } from "./compared.ts";
import { type Circumstances, contrast } from "./contrast.ts";
import { tellDelay } from "./delay.ts";
import { tellEqualRequests, tellEqualTokens } from "./equal-requests.ts";
import { tellAllKept, tellKept } from "./kept-answers.ts";
import { createLevels, type LevelsOf } from "./levels.ts";
import { findMostSeen } from "../rank.ts";
import { tellMeanwhile } from "./meanwhile.ts";
import { tellLargest } from "./missing-attachments.ts";
import { tellFullPage, tellSimilarRow } from "./missing-rows.ts";
import { tellProblemKind } from "./problem-kinds.ts";
import { tellOwnChecks } from "./own-checks.ts";
import type { RecordedRun } from "./recorded-run.ts";
import { tellRightBytes } from "./right-bytes.ts";
import { tellSuspects } from "./suspects.ts";
import { findTriedAgain, tellTriedAgain } from "./told-apart.ts";
import { createTwins, type TellTwin } from "./twin.ts";

/** Where to look, where more is known than what is wrong. */
export const hintsOfKinds: Readonly<Partial<Record<NonNullable<Circumstances["kind"]>, string>>> = {
  kept: "Find what keeps this answer: a cache, or a server with a memory of its own",
  meanwhile:
    "Find what two requests at the same time share: a lock, a connection, or a value that one changes while the other reads it",
  equal: "Compare the servers behind this address: their version, their clock, and what each keeps in memory",
};

const none: Circumstances = { lines: [], after: [], anchors: [] };

export type Tell = (group: readonly Sighting[]) => Circumstances;

export function createCircumstances(readRun: () => RecordedRun): Tell {
  let tools: { readonly levelsOf: LevelsOf; readonly tellTwin: TellTwin } | undefined;
  const told = new WeakMap<readonly Sighting[], Circumstances>();
  function tell(group: readonly Sighting[]): Circumstances {
    const run = readRun();
    const similar = tellFullPage(group, run.exchanges) ?? tellSimilarRow(group);
    if (similar !== undefined) return { ...none, lines: [similar], kind: "history" };
    const largest = tellLargest(group, run);
    if (largest !== undefined) return { ...none, lines: [largest] };
    const compared = compare(group, run);
    const again = findTriedAgain(group, run);
    const found = compared === undefined || compared.those.length === 0 ? none : tellOf(compared, run, again);
    const ofProblem = found.lines.length > 0 ? undefined : tellProblemKind(group, run);
    if (ofProblem !== undefined) return { ...none, lines: [ofProblem] };
    if (compared === undefined || compared.those.length === 0)
      return { ...none, lines: again === undefined ? [] : tellTriedAgain(again) };
    const allKept = found.kind === "kept" ? [] : tellAllKept(group, run);
    if (allKept.length > 0) return { ...none, lines: allKept, kind: "kept" };
    if (found.lines.length > 0) return found;
    // one requirement may blame the right one of two responses that differ
    const first = findMostSeen(group.filter(({ isMain, got }) => isMain !== false && got !== undefined));
    const ofFirst = compare(
      group.filter(({ requirement }) => requirement.id === first?.requirement.id),
      run,
    );
    // what only a few of them have in common sets the deviation apart from nothing
    const isMost =
      ofFirst !== undefined &&
      ofFirst.those.length < compared.those.length &&
      2 * ofFirst.those.length >= compared.those.length;
    return isMost
      ? { ...found, lines: tellOf(ofFirst, run, again).lines, requirement: first?.requirement.id ?? "" }
      : found;
  }
  function tellOf(compared: Compared, run: RecordedRun, again: TriedAgain | undefined): Circumstances {
    const linesOf = (exchange: Exchange): readonly string[] => tellKept(exchange, run);
    const kept = compared.those.map(({ exchange }) => linesOf(exchange)).find(({ length }) => length > 0);
    if (kept !== undefined) return { ...none, lines: kept, kind: "kept", linesOf };
    const equal = tellEqualRequests(compared, run) ?? tellEqualTokens(compared, run);
    if (equal !== undefined) {
      const { line, kind } = equal;
      // a server that breaks now and then has a hint of its own
      const hasHint = kind !== undefined && !(compared.isBreak && kind === "equal");
      return { ...none, lines: [line], ...(hasHint ? { kind } : {}) };
    }
    tools ??= createTools(run);
    const { levelsOf, tellTwin } = tools;
    // what was refused for the same reason is nearer than what was refused at all
    const { others, asWanted = [] } = compared;
    for (const some of [others, asWanted]) {
      if (some.length < minOthers) continue;
      const found = contrast({ ...compared, others: some }, { levelsOf, events: run.events });
      if (found.lines.length > 0) return found;
    }
    const own = tellOwnChecks(compared, levelsOf);
    if (own.length > 0) return { ...none, lines: own };
    const always = tellAlways(compared);
    if (always !== undefined) return { ...none, lines: [always], kind: "always" };
    const meanwhile = tellMeanwhile(compared, run.events);
    if (meanwhile !== undefined) return { ...none, lines: [meanwhile], kind: "meanwhile" };
    const delay = tellDelay(compared, run.events);
    if (delay !== undefined) return { ...none, lines: [delay] };
    // another try of the same case says more than the nearest of other cases
    const tried = again === undefined ? [] : tellTriedAgain(again);
    if (tried.length > 0) {
      const right = again?.isRight === true ? tellTwin(compared, again) : [];
      return { ...none, lines: [...right, ...tried], kind: "twin" };
    }
    const twin = tellTwin(compared, again);
    const near = twin.length > 0 ? twin : tellRightBytes(compared, run.events);
    return { ...none, lines: near.length > 0 ? near : tellSuspects(compared, levelsOf), kind: "twin" };
  }
  // consequences ask first, and causes again
  return (group) => {
    const found = told.get(group) ?? tell(group);
    told.set(group, found);
    return found;
  };
}

function createTools({ exchanges, events }: RecordedRun): { levelsOf: LevelsOf; tellTwin: TellTwin } {
  const levelsOf = createLevels(exchanges, events);
  return { levelsOf, tellTwin: createTwins(events, levelsOf) };
}
