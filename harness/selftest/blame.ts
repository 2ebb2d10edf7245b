/** How well a single fault is diagnosed: requirements that fail for it, and causes that the report names. */
import type { Operation } from "../../schemas/report.ts";
import { chapters } from "../../suites/index.ts";
import { type Check, isBroad } from "../check.ts";
import { sentencesOf } from "../sentences.ts";
import type { Diagnosis, SelftestAnswer } from "./task.ts";

/** The distribution over the whole runs with one fault each. */
interface Distribution {
  readonly runs: number;
  /** Parts of the runs, from 0 to 1, with one cause and with at most three. */
  readonly withOneCause: number;
  readonly withThreeCauses: number;
  /** Failed requirements: the median, what nine tenths of the runs do not exceed, and the maximum. */
  readonly medianFailed: number;
  readonly nineTenthsFailed: number;
  readonly maxFailed: number;
}

/** `suites/trusted-results.md` states these limits. */
const limits: Omit<Distribution, "runs"> = {
  withOneCause: 0.9,
  withThreeCauses: 0.99,
  medianFailed: 1,
  nineTenthsFailed: 3,
  maxFailed: 12,
};

/** Undefined if there was no whole run. */
function distribute(answers: readonly SelftestAnswer[]): Distribution | undefined {
  const diagnoses = answers.flatMap(({ diagnosis }) => diagnosis ?? []);
  const runs = diagnoses.length;
  if (runs === 0) return undefined;
  const failed = diagnoses.map((one) => one.failed).toSorted((a, b) => a - b);
  const partWith = (causes: number): number => diagnoses.filter((one) => one.causes <= causes).length / runs;
  const quantile = (part: number): number => failed[Math.floor(part * (runs - 1))] ?? 0;
  return {
    runs,
    withOneCause: partWith(1),
    withThreeCauses: partWith(3),
    medianFailed: quantile(0.5),
    nineTenthsFailed: quantile(0.9),
    maxFailed: quantile(1),
  };
}

/** Lines with the distribution over the whole runs, and the faults with more than one cause; none if there was no whole run. */
export function describeBlame(
  faults: readonly { readonly name: string }[],
  answers: readonly SelftestAnswer[],
): readonly string[] {
  const found = distribute(answers);
  if (found === undefined) return [];
  const { runs, withOneCause, withThreeCauses, medianFailed, nineTenthsFailed, maxFailed } = found;
  return [
    `Diagnosis of ${runs} single faults in whole runs: one cause for ${percent(withOneCause)}, at most three for ${percent(withThreeCauses)}`,
    `Requirements failed for one fault: median ${medianFailed}, nine tenths at most ${nineTenthsFailed}, most ${maxFailed}`,
    ...answers.flatMap(({ diagnosis }, place) =>
      diagnosis === undefined || diagnosis.causes <= 1
        ? []
        : [
            `More than one cause: ${faults[place]?.name ?? ""} (${diagnosis.causes}, ${diagnosis.failed} failed)`,
          ],
    ),
  ];
}

/** Rounded down, so that a limit that is missed does not read as met. */
function percent(part: number): string {
  return `${Math.floor(1000 * part) / 10} %`;
}

/** Lines with how often the first cause names an operation of the requirement that the fault breaks, and where not; none if there was no whole run. */
export function describeOperations(
  faults: readonly NamedFault[],
  answers: readonly SelftestAnswer[],
): readonly string[] {
  const operations = new Map<string, readonly Operation[]>(
    chapters
      .flatMap(({ checks, invariants = [] }) => [...checks, ...invariants])
      .map((requirement) => [requirement.id, requirement.operations]),
  );
  const diagnosed = faults.flatMap(({ name, breaks }, place) => {
    const diagnosis = answers[place]?.diagnosis;
    return diagnosis === undefined ? [] : [{ name, breaks, named: diagnosis.operations[0] }];
  });
  const others = diagnosed.filter(
    ({ breaks, named }) => operations.get(breaks)?.some((operation) => operation === named) !== true,
  );
  if (diagnosed.length === 0) return [];
  return [
    `First cause is about an operation of the broken requirement: ${diagnosed.length - others.length} of ${diagnosed.length}`,
    ...others.map(({ name, named = "none" }) => `First cause is about another operation: ${name} (${named})`),
  ];
}

interface NamedFault {
  readonly name: string;
  /** The requirement that it breaks. */
  readonly breaks: string;
  /** The requirement that leads, where the fault breaks a plainer sentence, too. */
  readonly leads?: string;
}

/** The smallest part of the whole runs whose first cause breaks the requirement that should lead. */
const rightFirst = 0.97;

/** Why the first cause may break another requirement than the one that the fault names. */
const reasons = {
  case: "another case of the same requirement",
  states: "a check that states the same rule",
  broad: "a requirement that an audit or a story leaves its findings to",
  leads: "a plainer requirement that the fault names",
} as const;

type Lead = "own" | keyof typeof reasons | "wrong";

/** What a whole run with one fault shows first. Every fault counts, whatever else it breaks. */
interface FirstCause extends NamedFault {
  readonly first: string | undefined;
  readonly lead: Lead;
}

const requirementOf: ReadonlyMap<string, string> = new Map(
  sentencesOf(chapters).flatMap(({ id, cases }) => cases.map((one) => [one.id, id] as const)),
);

const checksById: ReadonlyMap<string, Check> = new Map(
  chapters.flatMap(({ checks }) => checks).map((check) => [check.id, check]),
);

function toLead({ breaks, leads }: NamedFault, { breaks: first = "", others }: Diagnosis): Lead {
  if (first === breaks) return "own";
  if (requirementOf.get(first) === (requirementOf.get(breaks) ?? breaks)) return "case";
  if (first === leads) return "leads";
  if (checksById.get(first)?.owns?.includes(breaks) === true) return "states";
  const own = checksById.get(breaks);
  return own !== undefined && isBroad(own) && others.includes(breaks) ? "broad" : "wrong";
}

function firstCauses(
  faults: readonly NamedFault[],
  answers: readonly SelftestAnswer[],
): readonly FirstCause[] {
  return faults.flatMap((fault, place) => {
    const diagnosis = answers[place]?.diagnosis;
    if (diagnosis === undefined) return [];
    return [{ ...fault, first: diagnosis.breaks, lead: toLead(fault, diagnosis) }];
  });
}

/** Lines with how often the first cause breaks the requirement that the fault names, and where not; none if there was no whole run. */
export function describeFirstCauses(
  faults: readonly NamedFault[],
  answers: readonly SelftestAnswer[],
): readonly string[] {
  const found = firstCauses(faults, answers);
  if (found.length === 0) return [];
  const countOf = (lead: Lead): number => found.filter((one) => one.lead === lead).length;
  return [
    `First cause breaks the fault's own requirement: ${countOf("own")} of ${found.length}`,
    ...Object.entries(reasons).flatMap(([lead, text]) => {
      const count = countOf(lead as keyof typeof reasons);
      return count === 0 ? [] : [`First cause breaks ${text}: ${count} of ${found.length}`];
    }),
    ...found
      .filter(({ lead }) => lead === "wrong")
      .map(
        ({ name, breaks, first = "nothing" }) =>
          `First cause breaks another requirement: ${name} (${first}, not ${breaks})`,
      ),
  ];
}

/** A line for each limit that the diagnosis of single faults misses. None if there was no whole run. */
export function describeMissedLimits(
  faults: readonly NamedFault[],
  answers: readonly SelftestAnswer[],
): readonly string[] {
  const found = distribute(answers);
  if (found === undefined) return [];
  const first = firstCauses(faults, answers);
  const right = first.filter(({ lead }) => lead !== "wrong");
  const missed: readonly (readonly [isMissed: boolean, text: string])[] = [
    [found.withOneCause < limits.withOneCause, `one cause for at least ${percent(limits.withOneCause)}`],
    [
      found.withThreeCauses < limits.withThreeCauses,
      `at most three causes for at least ${percent(limits.withThreeCauses)}`,
    ],
    [
      right.length < rightFirst * first.length,
      `a first cause that breaks the requirement that should lead for at least ${percent(rightFirst)}`,
    ],
    [found.medianFailed > limits.medianFailed, `a median of ${limits.medianFailed} failed`],
    [
      found.nineTenthsFailed > limits.nineTenthsFailed,
      `nine tenths with at most ${limits.nineTenthsFailed} failed`,
    ],
    [found.maxFailed > limits.maxFailed, `at most ${limits.maxFailed} failed`],
  ];
  return missed.flatMap(([isMissed, text]) => (isMissed ? [`Diagnosis misses its limit: ${text}`] : []));
}
