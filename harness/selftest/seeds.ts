/** Whether a verdict depends on the seed: each fault in one form of names, with many seeds. */
import { formatCount } from "../../reports/measures.ts";
import type { Verdict } from "../../schemas/report.ts";
import type { Form } from "../vocabulary.ts";
import { noAnswer } from "./matrix.ts";
import type { Plan } from "./plan.ts";
import type { SelftestAnswer, SelftestTask } from "./task.ts";

/** One fault in one form, with the requirement that it breaks. */
interface Trial {
  readonly fault: string;
  readonly breaks: string;
  readonly form: Form;
}

/** The runs of all trials: those of one trial follow each other, by seed. */
export interface SeedPlan {
  readonly trials: readonly Trial[];
  readonly seeds: readonly number[];
  readonly tasks: readonly SelftestTask[];
}

/** Each fault of the plan in each form with the seeds 1 to `count`. Each run has only the requirement that the fault breaks. */
export function toSeedPlan({ faults, tasks }: Plan, count: number, forms: readonly Form[]): SeedPlan {
  const seeds = Array.from({ length: count }, (_, index) => index + 1);
  const depths = new Map(tasks.flatMap(({ faults: names, depth }) => names.map((name) => [name, depth])));
  const trials = faults.flatMap(({ name, breaks }) =>
    forms.map((form) => ({ fault: name, breaks, form }) satisfies Trial),
  );
  return {
    trials,
    seeds,
    tasks: trials.flatMap(({ fault, breaks, form }) =>
      seeds.map((seed) => ({
        faults: [fault],
        choices: {},
        circumstance: form,
        first: breaks,
        isAlone: true,
        depth: depths.get(fault) ?? "standard",
        seed,
      })),
    ),
  };
}

/**
 * The trials whose verdict depends on the seed, once more: the whole suite runs where the requirement does not notice the fault beside the
 * few checks that usually show it.
 */
export function toWholePlan({ trials, seeds, tasks }: SeedPlan, results: readonly SeedResult[]): SeedPlan {
  const open = results.map(dependsOnSeed);
  return {
    trials: trials.filter((_, place) => open[place]),
    seeds,
    tasks: tasks
      .filter((_, place) => open[Math.floor(place / seeds.length)])
      .map((task) => ({ ...task, isAlone: false })),
  };
}

/** What the requirement said of its fault, and with which seeds. */
export interface SeedResult extends Trial {
  readonly verdicts: ReadonlyMap<Verdict, readonly number[]>;
}

/** The results of the trials; the answers are in the order of the plan's tasks. */
export function toSeedResults(
  { trials, seeds }: SeedPlan,
  answers: readonly SelftestAnswer[],
): readonly SeedResult[] {
  return trials.map((trial, place) => {
    const verdicts = new Map<Verdict, readonly number[]>();
    for (const [index, seed] of seeds.entries()) {
      const verdict = verdictOf(trial.breaks, answers[place * seeds.length + index] ?? noAnswer);
      verdicts.set(verdict, [...(verdicts.get(verdict) ?? []), seed]);
    }
    return { ...trial, verdicts };
  });
}

function verdictOf(id: string, { red, skipped }: SelftestAnswer): Verdict {
  const found = red.find((one) => one.id === id) ?? red.find((one) => one.id === "preflight");
  return found?.verdict ?? (skipped.includes(id) ? "skipped" : "passed");
}

/** True if some seed gave another verdict than the others. */
export function dependsOnSeed({ verdicts }: SeedResult): boolean {
  return verdicts.size > 1;
}

/** The trials whose verdict depends on the seed, then the figure. */
export function describeSeeds(results: readonly SeedResult[], seeds: number): readonly string[] {
  const wrong = results.filter(dependsOnSeed);
  const lines = wrong.map(({ fault, form, breaks, verdicts }) => {
    const parts = [...verdicts].map(([verdict, with_]) => `${verdict} with ${with_.join(", ")}`);
    return `SEED    ${fault} (${form})  ${breaks}: ${parts.join("; ")}`;
  });
  const faults = new Set(results.map(({ fault }) => fault)).size;
  return [
    ...lines,
    `${formatCount(seeds)} seeds x ${formatCount(faults)} faults, each in one form of names: the same verdict each time for ${formatCount(results.length - wrong.length)} of ${formatCount(results.length)}`,
  ];
}
