/** Some faults run over sockets too: the requests that reach the server in the process have to give the same verdicts. */
import { formatCounted } from "../../reports/measures.ts";
import type { Plan } from "./plan.ts";
import type { SelftestAnswer, SelftestTask } from "./task.ts";

/** One fault in so many: not those that have a whole run. */
const faultsForEachSocketRun = 16;
const firstPlace = 4;

interface SocketRun {
  /** The place of the same task without sockets. */
  readonly place: number;
  readonly task: SelftestTask;
}

/** The runs that are repeated over sockets; none if only a part of the self-test runs. */
export function toSocketRuns({ only, faults, tasks }: Plan): readonly SocketRun[] {
  if (only.length > 0) return [];
  return tasks
    .slice(0, faults.length)
    .flatMap((task, place) =>
      place % faultsForEachSocketRun === firstPlace ? [{ place, task: { ...task, overSockets: true } }] : [],
    );
}

/** A line with the number of equal verdicts, and one for each run with other verdicts. */
export function describeSocketRuns(
  runs: readonly SocketRun[],
  answers: readonly SelftestAnswer[],
  overSockets: readonly SelftestAnswer[],
): { readonly lines: readonly string[]; readonly isEqual: boolean } {
  const different = runs.flatMap(({ place, task }, index) => {
    const [inProcess, again] = [answers[place], overSockets[index]].map(toVerdicts);
    return inProcess === again
      ? []
      : [`  ${task.faults.join(" ")}: ${inProcess ?? ""} in the process, ${again ?? ""} over sockets`];
  });
  if (runs.length === 0) return { lines: [], isEqual: true };
  return {
    lines: [
      `The same verdicts over sockets: ${runs.length - different.length} of ${formatCounted(runs.length, "fault")}`,
      ...different,
    ],
    isEqual: different.length === 0,
  };
}

function toVerdicts(answer: SelftestAnswer | undefined): string {
  const red = (answer?.red ?? []).filter(({ verdict }) => verdict === "failed" || verdict === "warned");
  return red
    .map(({ id }) => id)
    .toSorted()
    .join(", ");
}
