/** Some faults run over sockets too: the requests that reach the server in the process have to give the same verdicts. */
import { formatCounted } from "../../reports/measures.ts";
import type { Plan } from "./plan.ts";
import { runsOverSockets } from "./sampling.ts";
import { isDetectedBy, type SelftestAnswer, type SelftestTask } from "./task.ts";

interface SocketRun {
  /** The place of the same task without sockets. */
  readonly place: number;
  readonly task: SelftestTask;
}

/** The runs that are repeated over sockets; none if only a part of the self-test runs. */
export function toSocketRuns({ isPart, faults, tasks }: Plan): readonly SocketRun[] {
  if (isPart) return [];
  return tasks
    .slice(0, faults.length)
    .flatMap((task, place) =>
      task.faults.some(runsOverSockets) ? [{ place, task: { ...task, overSockets: true } }] : [],
    );
}

/** A line with the number of equal verdicts, and one for each run with other verdicts. */
export function describeSocketRuns(
  { faults }: Pick<Plan, "faults">,
  runs: readonly SocketRun[],
  answers: readonly SelftestAnswer[],
  overSockets: readonly SelftestAnswer[],
): { readonly lines: readonly string[]; readonly isEqual: boolean } {
  const breaks = faults.map((fault) => fault.breaks);
  const different = runs.flatMap(({ place, task }, index) => {
    const [inProcess = false, again = false] = [answers[place], overSockets[index]].map((answer) =>
      isFound(answer, breaks[place]),
    );
    return inProcess === again
      ? []
      : [`  ${task.faults.join(" ")} is found ${inProcess ? "in the process" : "over sockets"} only`];
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

/** True if the requirement that the fault breaks found it. What else is found may depend on the order of answers. */
function isFound(answer: SelftestAnswer | undefined, requirement: string | undefined): boolean {
  return answer?.red.some((one) => isDetectedBy(one, requirement)) === true;
}
