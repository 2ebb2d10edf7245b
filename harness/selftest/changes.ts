/** What a change of the sources leaves to prove: the runs whose kept result no longer says anything. */
import { deriveNumber } from "../seed.ts";
import { findJudgeOfOthers, sampleCarriers } from "./carriers.ts";
import type { Choosing } from "./choosing.ts";
import type { Kept, KeptResults } from "./kept-results.ts";
import { toChoiceResult, toFaultResult } from "./matrix.ts";
import type { Plan } from "./plan.ts";
import type { CheckSource, Reach } from "./reach.ts";
import type { SelftestAnswer, SelftestTask } from "./task.ts";

/** The runs that a change needs. */
export interface Changes {
  /** Its faults, then its choices: first those with all checks, then those with the changed checks alone. */
  readonly plan: Plan;
  /** The choices with all checks. */
  readonly wholeChoices: number;
  /** The files of checks that changed. */
  readonly checkSources: readonly CheckSource[];
  /** Faults and choices that have a good result, with these sources or with another engine. */
  readonly kept: number;
  /** How many of them are of another engine: only a sample of those runs again. */
  readonly ofOtherEngine: number;
}

/**
 * A fault runs again if it, its check or what shows it to the check has changed; a choice if it has changed. A changed check also runs
 * alone with every choice. If the engine or the server has changed, one fault for each file of checks runs again, and one choice of
 * each kind.
 */
export function toChanges(plan: Plan, kept: KeptResults, reach: Reach): Changes {
  const faults = sortOut(
    plan.faults.map((fault) => ({
      now: { own: reach.ofFault(fault), shared: reach.shared },
      kept: kept.faults[fault.name],
      kind: reach.checkSources.find(({ ids }) => ids.includes(fault.breaks))?.name ?? fault.breaks,
      name: fault.name,
    })),
  );
  const choices = sortOut(
    plan.choices.map((choice) => ({
      now: { own: reach.ofChoice(choice), shared: reach.shared },
      kept: kept.choices[toKey(choice)],
      kind: kindOf(choice),
      name: toKey(choice),
    })),
  );
  const checkSources = reach.checkSources.filter(({ name, digest }) => kept.checkSources[name] !== digest);
  const alone = toAlone(plan, checkSources).filter(({ place }) => !choices.run.has(place));
  return {
    plan: {
      ...plan,
      isPart: true,
      faults: pick(plan.faults, [...faults.run]),
      choices: [...pick(plan.choices, [...choices.run]), ...alone.map(({ choice }) => choice)],
      tasks: [
        ...pick(plan.tasks, [...faults.run]),
        ...pick(
          plan.tasks,
          [...choices.run].map((place) => plan.faults.length + place),
        ),
        ...alone.map(({ task }) => task),
      ],
    },
    wholeChoices: choices.run.size,
    checkSources,
    kept: plan.faults.length + plan.choices.length - faults.run.size - choices.run.size,
    ofOtherEngine: faults.stale + choices.stale,
  };
}

interface Candidate {
  readonly now: Kept;
  readonly kept: Kept | undefined;
  /** One of each kind runs again if the engine has changed. */
  readonly kind: string;
  readonly name: string;
}

interface Sorted {
  /** The places of those that run. */
  readonly run: ReadonlySet<number>;
  /** How many do not run, although the engine has changed. */
  readonly stale: number;
}

function sortOut(candidates: readonly Candidate[]): Sorted {
  const run = new Set<number>();
  const proven = new Set<string>();
  const stale: number[] = [];
  for (const [place, { now, kept, kind }] of candidates.entries()) {
    if (kept?.own === now.own && kept.shared !== now.shared) {
      stale.push(place);
      continue;
    }
    proven.add(kind);
    if (kept?.own !== now.own) run.add(place);
  }
  const rankOf = (place: number): number => {
    const { now, name } = candidates[place] ?? { now: { shared: "" }, name: "" };
    // another one for each state of the engine
    return deriveNumber("spread", now.shared, name);
  };
  for (const place of stale.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const { kind = "" } = candidates[place] ?? {};
    if (proven.has(kind)) continue;
    proven.add(kind);
    run.add(place);
  }
  return { run, stale: stale.filter((place) => !run.has(place)).length };
}

function kindOf({ name, isGrouped = false }: Choosing): string {
  return isGrouped ? "alone" : name.replace(/-\d+$/u, "");
}

interface Alone {
  readonly place: number;
  readonly choice: Choosing;
  readonly task: SelftestTask;
}

/**
 * Each choice with the checks of some files and nothing else. What judges the exchanges of others needs many of them: it has quick runs,
 * with the groups of choices in place of each choice of a group.
 */
function toAlone({ faults, choices, tasks }: Plan, sources: readonly CheckSource[]): readonly Alone[] {
  const ids = sources.flatMap((source) => source.ids);
  const judges = ids.filter((id) => findJudgeOfOthers(id) !== undefined);
  const carriers = judges.flatMap((id) => sampleCarriers(findJudgeOfOthers(id) ?? { operations: [] }));
  const ofOwn = toSelection(ids.filter((id) => !judges.includes(id)));
  const ofJudges = toSelection([...judges, ...carriers]);
  return choices.flatMap((choice, place): readonly Alone[] => {
    const task = tasks[faults.length + place];
    if (task === undefined) return [];
    return [
      ...(ofOwn === undefined ? [] : [{ place, choice, task: { ...task, ...ofOwn } }]),
      ...(ofJudges === undefined || choice.isGrouped === true
        ? []
        : [
            {
              place,
              // a quick run may have nothing to judge
              choice: { ...choice, isGrouped: true },
              task: { ...task, ...ofJudges, depth: "quick" as const },
            },
          ]),
    ];
  });
}

/** The part of a task that runs these checks and nothing else; undefined if there are none. */
function toSelection(ids: readonly string[]): Pick<SelftestTask, "first" | "beside" | "isAlone"> | undefined {
  const [first, ...beside] = new Set(ids);
  return first === undefined ? undefined : { first, beside, isAlone: true };
}

function pick<T>(all: readonly T[], places: readonly number[]): readonly T[] {
  return places.flatMap((place) => all[place] ?? []);
}

function toKey({ name, value }: Choosing): string {
  return `${name}=${value}`;
}

/** What is kept after some runs of a plan: the answers are in the order of its tasks, and may lack some. */
export function keepResults(
  kept: KeptResults,
  { plan, wholeChoices, checkSources }: Pick<Changes, "plan" | "wholeChoices" | "checkSources">,
  answers: readonly (SelftestAnswer | undefined)[],
  reach: Reach,
): KeptResults {
  const faults = { ...kept.faults };
  for (const [place, fault] of plan.faults.entries()) {
    const answer = answers[place];
    if (answer === undefined) continue;
    if (toFaultResult(fault, answer).outcome === "killed")
      faults[fault.name] = { own: reach.ofFault(fault), shared: reach.shared };
    else delete faults[fault.name];
  }
  const choices = { ...kept.choices };
  const clean = plan.choices.map((choice, place) => {
    const answer = answers[plan.faults.length + place];
    return answer !== undefined && toChoiceResult(choice, answer).outcome === "clean";
  });
  for (const [place, choice] of plan.choices.entries()) {
    if (place >= wholeChoices || answers[plan.faults.length + place] === undefined) continue;
    if (clean[place] === true) choices[toKey(choice)] = { own: reach.ofChoice(choice), shared: reach.shared };
    else delete choices[toKey(choice)];
  }
  const proven = clean.every(Boolean) ? checkSources : [];
  return {
    faults,
    choices,
    checkSources: {
      ...kept.checkSources,
      ...Object.fromEntries(proven.map(({ name, digest }) => [name, digest])),
    },
  };
}
