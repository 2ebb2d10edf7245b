import type { FaultOutcome, FaultResult, KillMatrix } from "../schemas/kill-matrix.ts";
import { formatCount, formatCounted } from "./measures.ts";

/** Outcomes of faults, the most severe first. */
const outcomeOrder: readonly FaultOutcome[] = ["missed", "killed-by-another", "killed"];

/** Sorts faults by outcome, the missed ones first; within one outcome the order stays. */
export function orderFaults(faults: readonly FaultResult[]): readonly FaultResult[] {
  return faults.toSorted((a, b) => outcomeOrder.indexOf(a.outcome) - outcomeOrder.indexOf(b.outcome));
}

/** Whether every fault was killed by the requirement it names and no choice raised a false alarm. */
export function isProof({ totals }: KillMatrix): boolean {
  return totals.missed + totals.killedByAnother + totals.falseAlarms === 0;
}

/** The selected part of the self-test, if not all of it ran. */
function describeSelection({ only }: KillMatrix): readonly string[] {
  return only === undefined
    ? []
    : [`only names that match ${only.map((pattern) => `"${pattern}"`).join(" or ")}`];
}

/** The result of the self-test in one line. */
export function concludeKillMatrix(matrix: KillMatrix): string {
  const { faults, killed, killedByAnother, missed, choices, clean, falseAlarms } = matrix.totals;
  const kills = [`${formatCount(killed)} of ${formatCount(faults)} faults killed`];
  if (killedByAnother > 0) kills.push(`${formatCount(killedByAnother)} killed by another requirement only`);
  if (missed > 0) kills.push(`${formatCount(missed)} missed`);
  const alarms = [`${formatCount(clean)} of ${formatCount(choices)} choices clean`];
  if (falseAlarms > 0)
    alarms.push(`${formatCount(falseAlarms)} false ${falseAlarms === 1 ? "alarm" : "alarms"}`);
  if (matrix.unproven.length > 0)
    alarms.push(`${formatCounted(matrix.unproven.length, "case")} without a fault`);
  const head = isProof(matrix) ? (matrix.only === undefined ? "PROVEN" : "SELECTION PROVEN") : "NOT PROVEN";
  return `${head}: ${[...describeSelection(matrix), ...kills, ...alarms].join(", ")}`;
}
