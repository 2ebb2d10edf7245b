/** `run --list`: what a run would do, without a request, and which keys of the target file would decide how many more. */
import { chapters } from "../../suites/index.ts";
import type { Check, Observation } from "../check.ts";
import type { RunOptions } from "../running/run-plan.ts";
import { missingKey, notOffered } from "../running/needs.ts";
import { select } from "../running/selection.ts";
import type { Operation } from "../../schemas/report.ts";
import type { Target } from "../target-file/target.ts";

/** Operations that change the registry: without a publisher none of them runs. */
const writes: ReadonlySet<Operation> = new Set([
  "createReleaseUpload",
  "finalizeReleaseUpload",
  "createTrustUpload",
  "finalizeTrustUpload",
  "unpublishVersion",
  "transferBytes",
]);

interface Planned {
  readonly id: string;
  readonly level: string;
  /** What it lacks. Without one it runs. */
  readonly lacks?: string;
}

/**
 * The text of `--list`.
 * @throws SelectionError if nothing is selected
 */
export function renderRunList(target: Target, options: RunOptions): string {
  const { unscored } = select(chapters, options);
  const planned = planRun(target, options);
  const runs = planned.filter(({ lacks }) => lacks === undefined);
  const skipped = planned.length - runs.length;
  const lines = [
    ...planned.map(
      ({ id, level, lacks }) => `${level.padEnd(6)} ${id}${lacks === undefined ? "" : `  skipped: ${lacks}`}`,
    ),
    "",
    `${runs.length} would run${skipped === 0 ? "" : `, ${skipped} would be skipped`}`,
    ...renderSet(options, planned.filter(({ id }) => unscored.has(id)).length),
    ...renderKeys(planned),
  ];
  return `${lines.join("\n")}\n`;
}

function renderSet({ set }: RunOptions, unscored: number): readonly string[] {
  if (set === undefined) return [];
  return [
    `Requirement set ${set.name}${unscored === 0 ? "" : `: ${unscored} are not in it and are not scored`}`,
  ];
}

function toPlanned(
  one: Check | Observation,
  level: string,
  target: Target,
  { readOnly }: RunOptions,
): Planned {
  const [feature] = notOffered(target, one.operations);
  if (feature !== undefined) return { id: one.id, level, lacks: `"features.${feature}" is false` };
  const needs = one.needs ?? [];
  const hasPublisher = target.tokens.publisher !== undefined || target.states !== undefined;
  const isWrite =
    needs.includes("token:publisher") || one.operations.some((operation) => writes.has(operation));
  if (isWrite && readOnly) return { id: one.id, level, lacks: "--read-only" };
  if (isWrite && !hasPublisher) return { id: one.id, level, lacks: 'needs "tokens.publisher"' };
  const keys = needs.flatMap((need) => missingKey(target, need) ?? []);
  const [key] = keys;
  return key === undefined
    ? { id: one.id, level }
    : { id: one.id, level, lacks: `needs ${key.replace(/,$/u, "")}` };
}

function planRun(target: Target, options: RunOptions): readonly Planned[] {
  const { checks, invariants, observations } = select(chapters, options);
  return [
    ...checks.map((check) => toPlanned(check, check.level, target, options)),
    ...invariants.map(({ id, level }) => ({ id, level })),
    ...observations.map((one) => toPlanned(one, "gap", target, options)),
  ];
}

/** The advice at the end of a run: the same keys as in the list, those that decide most. */
export function adviseOnKeys(target: Target, options: RunOptions): readonly string[] {
  const [title, ...keys] = renderKeys(planRun(target, options));
  if (title === undefined) return [];
  const more = keys.length - maxAdvised;
  return [
    title,
    ...keys.slice(0, maxAdvised),
    ...(more > 0 ? [`  and ${more} more ${more === 1 ? "key" : "keys"}: --list lists all`] : []),
  ];
}

const maxAdvised = 5;

/** Which keys would decide how many more, the one that decides most first. */
function renderKeys(planned: readonly Planned[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { lacks } of planned) {
    if (lacks?.startsWith("needs ") !== true) continue;
    const key = lacks.slice("needs ".length);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return [
    "In the target file, these would decide more:",
    ...sorted.map(([key, count]) => `  ${count} by ${key}`),
  ];
}
