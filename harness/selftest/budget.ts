/** How much the suite notices for what it sends. */
import { formatCount, formatCounted } from "../../reports/measures.ts";
import type { Plan } from "./plan.ts";
import type { SelftestAnswer } from "./task.ts";

/** How many faults a run notices for each 1,000 requests that it sends; no line if the plain server was not tried. */
export function describeYield(
  { choices, faults }: Plan,
  answers: readonly SelftestAnswer[],
  killed: number,
): readonly string[] {
  const plain = choices.findIndex(({ name }) => name === "none");
  const requests = plain === -1 ? 0 : (answers[faults.length + plain]?.requests ?? 0);
  if (requests === 0 || faults.length === 0) return [];
  return [
    `Faults noticed per 1,000 requests: ${formatCount(Math.round((1000 * killed) / requests))} (${formatCounted(killed, "fault")}, ${formatCount(requests)} requests in one run)`,
  ];
}
