/** What a report says of its baseline, held against itself: the file stays with the sender, so that this is all a stranger can check. */
import type { Report, Verdict } from "../../schemas/report.ts";

const acceptable: ReadonlySet<Verdict> = new Set(["failed", "warned", "skipped", "blocked"]);

/** Where what a report says of its baseline contradicts itself. */
export function findBaselineContradictions({
  baseline,
  cases: requirements,
  run,
}: Report): readonly string[] {
  const accepted = requirements.filter((one) => one.accepted !== undefined);
  if (baseline === undefined)
    return accepted.map(({ id }) => `requirement ${id} is accepted by a baseline, and the report has none`);
  const counted =
    baseline.accepted === accepted.length
      ? []
      : [`the report's baseline accepts ${baseline.accepted} results, and ${accepted.length} are marked so`];
  const day = run.startedAt.slice(0, 10);
  const marked = accepted.flatMap(({ id, verdict, accepted: acceptance }) => {
    if (!acceptable.has(verdict)) return [`requirement ${id} is ${verdict}, which no baseline accepts`];
    const expires = acceptance?.expires ?? "";
    return expires < day
      ? [`requirement ${id} is accepted until ${expires}, and the run began on ${day}`]
      : [];
  });
  return [...counted, ...marked];
}
