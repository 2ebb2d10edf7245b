/** The runs of `selftest`: each fault, and each conforming server. */
import { choices } from "../../reference-server/choices/index.ts";
import { faults } from "../../reference-server/faults/index.ts";
import type { Depth } from "../../schemas/report.ts";
import { chapters } from "../../suites/index.ts";
import { isDeepEnough, toPatternOfAny } from "../plan/selection.ts";
import { toNumber, toWords, UsageError } from "../commands/command.ts";
import { suggest } from "../target-file/nearest.ts";
import type { Form } from "../vocabulary.ts";
import {
  type Choosing,
  combineChoices,
  groupChoices,
  singleChoices,
  timingsAlone,
  tripleChoices,
} from "./choosing.ts";
import { hasWholeRun } from "./sampling.ts";
import type { SelftestTask } from "./task.ts";

/** The forms of names that a fault can be in. */
export const forms: readonly Form[] = ["scoped", "unscoped"];

export interface Plan {
  /** The patterns of `--only`; empty for the whole self-test. */
  readonly only: readonly string[];
  /** True if it is not the whole self-test: nothing is said of the suite as a whole. */
  readonly isPart: boolean;
  readonly faults: typeof faults;
  readonly choices: readonly Choosing[];
  readonly tasks: readonly SelftestTask[];
  readonly depth: Depth;
  readonly seed: number;
}

/** The options of the whole self-test, as `npm run selftest` runs it. */
export const planDefaults: {
  readonly combinations: number;
  readonly depth: Depth;
  readonly seed: number;
} = { combinations: 12, depth: "standard", seed: 1 };

/**
 * The runs that the options select.
 * @throws UsageError if they select none
 */
export function toPlan(options: Readonly<Record<string, unknown>>): Plan {
  const only = toWords(options["only"]);
  const pattern = toPatternOfAny(only);
  function isWanted(name: string): boolean {
    return only.length === 0 || pattern.test(name);
  }
  const depth = options["depth"] as Depth;
  const seed = toNumber(options, "seed", { min: 0, whole: true });
  const combinations = toNumber(options, "combinations", { min: 0, whole: true });
  const full = options["full"] === true;
  const circumstance = typeof options["circumstance"] === "string" ? options["circumstance"] : undefined;
  const froms = new Map(chapters.flatMap(({ checks }) => checks).map(({ id, from }) => [id, from]));
  const wantedFaults = faults.filter(({ name }) => isWanted(name));
  // a selected choice runs alone, at the whole depth
  const inGroups = only.length === 0 && !full;
  const wantedChoices = [
    ...singleChoices(),
    ...(inGroups ? groupChoices(seed) : []),
    ...combineChoices(combinations, seed),
    ...tripleChoices(combinations, seed),
    ...timingsAlone(),
  ]
    .filter(({ name, value }) => isWanted(`${name}=${value}`) || isWanted(name))
    .map((choosing) => ({ ...choosing, isGrouped: inGroups && choosing.isGrouped === true }));
  const known = [...faults, ...choices].map(({ name }) => name);
  if (wantedFaults.length + wantedChoices.length === 0)
    throw new UsageError(
      `Nothing to test: no fault and no choice matches --only${suggest(only[0] ?? "", known)}`,
    );
  const tasks: readonly SelftestTask[] = [
    ...wantedFaults.map(({ name, breaks, soakMs }) => ({
      faults: [name],
      choices: {},
      first: full || hasWholeRun(name) ? undefined : breaks,
      depth: deeper(depth, froms.get(breaks)),
      seed,
      ...(soakMs === undefined ? {} : { soakMs }),
      ...(circumstance === undefined ? {} : { circumstance }),
    })),
    ...wantedChoices.map(({ values, timing, isGrouped, overSockets = false }) => ({
      faults: [],
      choices: values,
      first: undefined,
      depth: isGrouped ? ("quick" as const) : depth,
      seed,
      ...(timing === undefined ? {} : { timing }),
      ...(overSockets ? { overSockets } : {}),
    })),
  ];
  return { only, isPart: only.length > 0, faults: wantedFaults, choices: wantedChoices, tasks, depth, seed };
}

/** The run's depth, or the check's smallest depth if that is deeper. */
function deeper(depth: Depth, from: Depth | undefined): Depth {
  return isDeepEnough(from, depth) ? depth : (from ?? depth);
}
