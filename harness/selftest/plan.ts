/** The runs of `selftest`: each fault, each choice alone, combinations of choices, and timings. */
import { choices } from "../../reference-server/choices/index.ts";
import { faults } from "../../reference-server/faults/index.ts";
import type { Depth } from "../../schemas/report.ts";
import { chapters } from "../../suites/index.ts";
import { isDeepEnough, toPattern } from "../running/selection.ts";
import { deriveNumber } from "../seed.ts";
import { toNumber, toWords, UsageError } from "../commands/command.ts";
import { suggest } from "../commands/reference-options.ts";
import type { Form } from "../vocabulary.ts";
import { faultsForEachWholeRun } from "./blame.ts";
import type { SelftestTask } from "./task.ts";
import { timings } from "./timings.ts";

/** The forms of names that a fault can be in. */
export const forms: readonly Form[] = ["scoped", "unscoped"];

/** One choice or several together. */
interface Choosing {
  readonly name: string;
  readonly value: string;
  readonly summary: string;
  readonly values: Readonly<Record<string, string>>;
  /** Requirements that may warn. */
  readonly warns: readonly string[];
  /** Requirements that have nothing to judge. */
  readonly skips: readonly string[];
  /** The name of a timing; the machine's own if absent. */
  readonly timing?: string;
}

export interface Plan {
  /** The patterns of `--only`; empty for the whole self-test. */
  readonly only: readonly string[];
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
  const patterns = only.map(toPattern);
  function isWanted(name: string): boolean {
    return patterns.length === 0 || patterns.some((pattern) => pattern.test(name));
  }
  const depth = options["depth"] as Depth;
  const seed = toNumber(options, "seed", { min: 0, whole: true });
  const combinations = toNumber(options, "combinations", { min: 0, whole: true });
  const full = options["full"] === true;
  const faultForm = forms.find((form) => form === options["form"]);
  const froms = new Map(chapters.flatMap(({ checks }) => checks).map(({ id, from }) => [id, from]));
  const wantedFaults = faults.filter(({ name }) => isWanted(name));
  const wantedChoices = [...singleChoices(), ...combineChoices(combinations, seed), ...timingsAlone()].filter(
    ({ name, value }) => isWanted(`${name}=${value}`) || isWanted(name),
  );
  const known = [...faults, ...choices].map(({ name }) => name);
  if (wantedFaults.length + wantedChoices.length === 0)
    throw new UsageError(
      `Nothing to test: no fault and no choice matches --only${suggest(only[0] ?? "", known)}`,
    );
  const tasks: readonly SelftestTask[] = [
    ...wantedFaults.map(({ name, breaks }, place) => ({
      faults: [name],
      choices: {},
      first: full || place % faultsForEachWholeRun === 0 ? undefined : breaks,
      depth: deeper(depth, froms.get(breaks)),
      seed,
      ...(faultForm === undefined ? {} : { faultForm }),
    })),
    ...wantedChoices.map(({ values, timing }) => ({
      faults: [],
      choices: values,
      first: undefined,
      depth,
      seed,
      ...(timing === undefined ? {} : { timing }),
    })),
  ];
  return { only, faults: wantedFaults, choices: wantedChoices, tasks, depth, seed };
}

/** The run's depth, or the check's smallest depth if that is deeper. */
function deeper(depth: Depth, from: Depth | undefined): Depth {
  return isDeepEnough(from, depth) ? depth : (from ?? depth);
}

/** The plain server, then each choice alone. */
function singleChoices(): Plan["choices"] {
  return [
    { name: "none", value: "", summary: "the reference server as it is", values: {}, warns: [], skips: [] },
    ...choices.flatMap(({ name, values }) =>
      Object.entries(values).map(([value, { summary, warns = [], skips = [] }]) => ({
        name,
        value,
        summary,
        warns,
        skips,
        values: { [name]: value },
      })),
    ),
  ];
}

/** The conforming server with each timing of its answers. */
function timingsAlone(): Plan["choices"] {
  return timings.map(({ name, summary }) => ({
    name: "timing",
    value: name,
    summary,
    values: {},
    warns: [],
    skips: [],
    timing: name,
  }));
}

/** Choices that delay every run: they are tried alone only. */
const slowChoices: ReadonlySet<string> = new Set(["rate-limit"]);

/**
 * All choices together, each with one of its values or its default. The values take turns from a random start, so that a choice with
 * N values has each of them within N combinations. The same seed gives the same combinations.
 */
function combineChoices(count: number, seed: number): Plan["choices"] {
  return Array.from({ length: count }, (_, round) => {
    const values = Object.fromEntries(
      choices.flatMap((choice): readonly (readonly [string, string])[] => {
        if (slowChoices.has(choice.name)) return [];
        const options = [choice.default, ...Object.keys(choice.values)];
        const start = deriveNumber(seed, "combination", Math.floor(round / options.length), choice.name);
        const value = options[(start + round) % options.length];
        return value === undefined || value === choice.default ? [] : [[choice.name, value]];
      }),
    );
    for (const excluded of choices.flatMap(
      ({ name, values: all }) => all[values[name] ?? ""]?.excludes ?? [],
    )) {
      const [name = "", other] = excluded.split("=");
      if (values[name] === other) delete values[name];
    }
    const value = Object.entries(values)
      .map(([choice, chosen]) => `${choice}=${chosen}`)
      .join(" ");
    const chosen = choices.flatMap((choice) => choice.values[values[choice.name] ?? choice.default] ?? []);
    const warns = chosen.flatMap((variation) => variation.warns ?? []);
    const skips = chosen.flatMap((variation) => variation.skips ?? []);
    return {
      name: `combination-${round + 1}`,
      value,
      summary: "a random combination of choices",
      values,
      warns,
      skips,
    };
  });
}
