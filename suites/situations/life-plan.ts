/** What varies between the lives of releases, and which lives a run tries: each pair of levels, or at depth deep each triple. */
import type { Depth, Form } from "../../harness/check.ts";
import type { Target } from "../../harness/target-file/target.ts";
import { coveringRows, type Row, type Strength } from "../inputs/covering-rows.ts";

/** The factors, and the levels of each. */
export const lifeFactors = {
  /** Its states after its publication. At the end it is unpublished, or in the form without a path for that, tombstoned. */
  route: ["yanked", "hidden", "none"],
  /** Whether documents are read again on the condition that they changed. */
  conditional: ["yes", "no"],
  form: ["scoped", "unscoped"],
  /** Whether documents are read, or a trust upload is asked for, before there is anything to show. */
  early: ["yes", "no"],
  /** What else its volume has: a release that is available, and one that is yanked. */
  beside: ["nothing", "releases"],
  /** Whether other uploads are open while it changes: of its version, of another one, and of a trust artifact. */
  open: ["nothing", "uploads"],
  finalize: ["once", "again"],
  reader: ["nobody", "publisher"],
  version: ["plain", "prerelease", "build metadata"],
  /** Whether somebody without authority tries to change it. */
  outsider: ["none", "refused"],
  content: ["minimal", "declarations"],
  /** Whether create and finalize have an idempotency key. */
  key: ["none", "both"],
  name: ["usual", "long"],
  attachments: ["none", "two"],
} as const;

export type LifeRow = Row<typeof lifeFactors>;

const planned = new Map<string, readonly LifeRow[]>();

/** The lives of a run, in the form whose names are given: the same for every seed. Where a target offers one form, all of them. */
export function lifeRows(
  depth: Depth,
  form: Form,
  { namespace }: Pick<Target, "namespace">,
): readonly LifeRow[] {
  const hasBoth = namespace?.scope !== undefined && namespace.prefix !== undefined;
  const forms = hasBoth ? lifeFactors.form : ([form] as const);
  const strength = depth === "deep" ? 3 : 2;
  const key = `${forms.join()} ${strength}`;
  const rows = planned.get(key) ?? planLives(forms, strength);
  planned.set(key, rows);
  return rows.filter((row) => row.form === form);
}

/**
 * @param strength how many factors meet in each combination
 * @returns rows that have every combination of levels
 */
export function planLives(forms: readonly [Form, ...Form[]], strength: Strength): readonly LifeRow[] {
  return coveringRows({ ...lifeFactors, form: forms }, strength);
}
