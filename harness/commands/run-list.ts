/** `run --list`: what a run would do, without a request, and which keys of the target file would decide how many more. */
import { chapters } from "../../suites/index.ts";
import type { Check, Observation } from "../check.ts";
import type { RunOptions } from "../plan/run-plan.ts";
import { describeMissing, type MissingNeed, missingFeature, missingNeed } from "../plan/needs.ts";
import { select } from "../plan/selection.ts";
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
  /** Why it would be skipped. Without a reason it runs. */
  readonly lacks?: string;
  /** What would have to be added to the target file, all of it. */
  readonly missing: readonly MissingNeed[];
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

const publisher: MissingNeed = { key: '"tokens.publisher"', hook: "instead" };

function toPlanned(
  one: Check | Observation,
  level: string,
  target: Target,
  { readOnly }: RunOptions,
): Planned {
  const feature = missingFeature(target, one);
  const plain = { id: one.id, level, missing: [] };
  if (feature !== undefined) return { ...plain, lacks: `"features.${feature}" is false` };
  const needs = one.needs ?? [];
  const isWrite =
    needs.includes("token:publisher") || one.operations.some((operation) => writes.has(operation));
  if (isWrite && readOnly) return { ...plain, lacks: "--read-only" };
  const hasPublisher = target.tokens.publisher !== undefined || target.states !== undefined;
  const others = needs.flatMap((need) =>
    need === "token:publisher" ? [] : (missingNeed(target, need) ?? []),
  );
  const missing = [...(isWrite && !hasPublisher ? [publisher] : []), ...others];
  if (missing.length === 0) return plain;
  const words = missing.map((lacking) => describeMissing(lacking).replace(/,$/u, ""));
  return { ...plain, missing, lacks: `needs ${words.join(" and ")}` };
}

function planRun(target: Target, options: RunOptions): readonly Planned[] {
  const { checks, invariants, observations } = select(chapters, options);
  return [
    ...checks.map((check) => toPlanned(check, check.level, target, options)),
    ...invariants.map(({ id, level }) => ({ id, level, missing: [] })),
    ...observations.map((one) => toPlanned(one, "gap", target, options)),
  ];
}

/** The advice at the end of a run: the same keys as in the list, those that decide most. */
export function adviseOnKeys(target: Target, options: RunOptions): readonly string[] {
  return renderKeys(planRun(target, options), maxAdvised);
}

const maxAdvised = 5;

/** Which keys would decide how many more, the one that decides most first, and what a states hook would decide. */
function renderKeys(planned: readonly Planned[], maxKeys = Infinity): readonly string[] {
  const lacking = planned.flatMap(({ missing }) => (missing.length === 0 ? [] : [missing]));
  if (lacking.length === 0) return [];
  const keys = [...countByKey(lacking)].toSorted(([, a], [, b]) => b - a);
  const more = keys.length - maxKeys;
  const byHook = lacking.filter((missing) => missing.every(({ hook }) => hook !== "no")).length;
  const several = lacking.filter(({ length }) => length > 1).length;
  return [
    "What the target file could add:",
    ...keys.slice(0, maxKeys).map(([key, count]) => `  ${key} would decide ${count} more`),
    ...(more > 0 ? [`  ${more} further ${more === 1 ? "key" : "keys"} too: --list lists all`] : []),
    ...(byHook > 0
      ? [`  a states hook ("states.url") that offers every state would decide ${byHook} more`]
      : []),
    ...(several > 0 ? [`  ${several} ${several === 1 ? "needs" : "need"} several of these`] : []),
  ];
}

/** How many requirements lack only this key. What nothing but a states hook decides has no key of its own. */
function countByKey(lacking: readonly (readonly MissingNeed[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const missing of lacking) {
    const [only] = missing;
    if (only === undefined || missing.length > 1 || only.hook === "only") continue;
    counts.set(only.key, (counts.get(only.key) ?? 0) + 1);
  }
  return counts;
}
