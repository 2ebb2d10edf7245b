/** The conforming servers that the self-test runs: each choice alone, choices in groups, combinations of all, and timings. */
import { choices } from "../../reference-server/choices/index.ts";
import type { Variation } from "../../reference-server/choices/choice.ts";
import { deriveNumber } from "../seed.ts";
import { timings } from "./timings.ts";

/** A conforming server with one choice, or several together. */
export interface Choosing {
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
  /**
   * True if the choice is in groups too, so that a quick run of it alone is enough. Such a run tries fewer cases, and may have nothing to
   * judge where the groups have.
   */
  readonly isGrouped?: boolean;
  /** True if the requests go over sockets. */
  readonly overSockets?: boolean;
}

/** A choice with one of its values. */
interface Chosen extends Variation {
  readonly name: string;
  readonly value: string;
}

const variations: readonly Chosen[] = choices.flatMap(({ name, values }) =>
  Object.entries(values).map(([value, variation]) => ({ ...variation, name, value })),
);

/** Choices that delay every run: they are tried alone only. */
const slowChoices: ReadonlySet<string> = new Set(["rate-limit"]);

/** Choices that only a socket shows. */
const socketChoices: ReadonlySet<string> = new Set(["framing", "connection"]);

/** The plain server, then each choice alone. */
export function singleChoices(): readonly Choosing[] {
  const plain = { name: "none", value: "", summary: "the reference server as it is", values: {} };
  return [
    { ...plain, warns: [], skips: [] },
    ...variations.map((chosen) => ({
      ...together([chosen]),
      name: chosen.name,
      value: chosen.value,
      summary: chosen.summary,
      isGrouped: !slowChoices.has(chosen.name),
      overSockets: socketChoices.has(chosen.name),
    })),
  ];
}

/** The conforming server with each timing of its answers. */
export function timingsAlone(): readonly Choosing[] {
  return timings.map(({ name, summary }) => ({
    ...together([]),
    name: "timing",
    value: name,
    summary,
    timing: name,
  }));
}

const maxInGroup = 10;

/** Each choice is in so many groups, each time beside different ones: one of them might hide what another shows. */
const rounds = 2;

/** Groups of choices that are legal together. The same seed gives the same groups. */
export function groupChoices(seed: number): readonly Choosing[] {
  const groups = Array.from({ length: rounds }, (_, round) => groupOnce(seed, round)).flat();
  return groups.map((group, place) => ({
    ...together(group),
    name: `group-${place + 1}`,
    summary: "some choices together",
  }));
}

function groupOnce(seed: number, round: number): readonly (readonly Chosen[])[] {
  const groups: Chosen[][] = [];
  const orderOf = ({ name, value }: Chosen): number => deriveNumber(seed, "group", round, name, value);
  for (const chosen of variations.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    if (slowChoices.has(chosen.name)) continue;
    const fitting = groups.find(
      (group) => group.length < maxInGroup && group.every((other) => areLegalTogether(chosen, other)),
    );
    if (fitting === undefined) groups.push([chosen]);
    else fitting.push(chosen);
  }
  return groups;
}

function areLegalTogether(one: Chosen, other: Chosen): boolean {
  return one.name !== other.name && !doesExclude(one, other) && !doesExclude(other, one);
}

function doesExclude({ excludes = [] }: Chosen, { name, value }: Chosen): boolean {
  return excludes.includes(`${name}=${value}`);
}

/** Of the choices that are legal together, three at random: a rule may excuse each alone. The same seed gives the same triples. */
export function tripleChoices(count: number, seed: number): readonly Choosing[] {
  return Array.from({ length: count }, (_, round) => {
    const orderOf = ({ name, value }: Chosen): number => deriveNumber(seed, "triple", round, name, value);
    const triple: Chosen[] = [];
    for (const chosen of variations.toSorted((a, b) => orderOf(a) - orderOf(b))) {
      if (triple.length === maxInTriple) break;
      if (!slowChoices.has(chosen.name) && triple.every((other) => areLegalTogether(chosen, other)))
        triple.push(chosen);
    }
    return { ...together(triple), name: `triple-${round + 1}`, summary: "three random choices" };
  });
}

const maxInTriple = 3;

/**
 * All choices together, each with one of its values or its default. The values take turns from a random start, so that a choice with
 * N values has each of them within N combinations. The same seed gives the same combinations.
 */
export function combineChoices(count: number, seed: number): readonly Choosing[] {
  return Array.from({ length: count }, (_, round) => {
    const drawn = choices.flatMap((choice) => {
      if (slowChoices.has(choice.name)) return [];
      const options = [choice.default, ...Object.keys(choice.values)];
      const start = deriveNumber(seed, "combination", Math.floor(round / options.length), choice.name);
      const value = options[(start + round) % options.length];
      return variations.filter((one) => one.name === choice.name && one.value === value);
    });
    const legal = drawn.filter((chosen) => !drawn.some((other) => doesExclude(other, chosen)));
    return {
      ...together(legal),
      name: `combination-${round + 1}`,
      summary: "a random combination of choices",
    };
  });
}

/** Several choices, with all that they allow. */
function together(chosen: readonly Chosen[]): Omit<Choosing, "name" | "summary"> {
  return {
    value: chosen.map(({ name, value }) => `${name}=${value}`).join(" "),
    values: Object.fromEntries(chosen.map(({ name, value }) => [name, value])),
    warns: chosen.flatMap(({ warns = [] }) => warns),
    skips: chosen.flatMap(({ skips = [] }) => skips),
  };
}
