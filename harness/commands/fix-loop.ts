/** The order of `fix`: which cause is shown, what runs after a change, and when it ends. It sends and prints nothing of its own. */
import type { CaseResult, Cause, Report } from "../../schemas/report.ts";
import { exitCodes } from "../verdict/verdicts.ts";

/** A cause that is still to be fixed, with the report that shows it. */
export interface OpenCause {
  readonly cause: Cause;
  readonly report: Report;
}

/** What the loop asks for. Both runs reject with an error that the user can fix, such as a registry that is not reachable. */
export interface FixSteps {
  /** Runs everything that the user selected, and writes its report. */
  readonly runWhole: () => Promise<Report>;
  /** Runs only these ids. */
  readonly runAgain: (ids: readonly string[]) => Promise<Report>;
  /** Waits for a change. False if the user ended the command. */
  readonly untilChanged: () => Promise<boolean>;
  readonly show: (open: OpenCause, left: number) => void;
  readonly tell: (event: FixEvent, open?: OpenCause) => void;
  /** Prints what went wrong with a run, and returns its exit code. */
  readonly fail: (error: unknown) => number;
}

export type FixEvent = "fixed" | "still-there" | "different" | "undecided" | "confirming";

interface State {
  /** The first is the one to fix. */
  readonly open: readonly OpenCause[];
  /** The ids of causes whose evidence is older than the last change. */
  readonly stale: ReadonlySet<OpenCause>;
  readonly exitCode: number;
  /** Set after a run of everything without a change since. */
  readonly whole?: Report;
}

/**
 * Shows one cause after the other. After a change the checks of the first cause run again. A cause that is gone is followed by the
 * next, whose checks run again first. When no cause is left, everything runs once more. Without a change nothing runs twice, so
 * that neither an unsteady registry nor the command's own output keeps it running.
 * @param first the report to begin with, and whether it is of a run of everything
 * @returns the exit code: that of the last run of everything if nothing is left
 */
export async function fixOneByOne(
  steps: FixSteps,
  first: () => Promise<{ readonly report: Report; readonly isWhole: boolean }>,
): Promise<number> {
  const begun = await retried(steps, first);
  if (typeof begun === "number") return begun;
  if (begun.report.run.interrupted) return exitCodes.interrupted;
  let state = begin(begun.report, begun.isWhole);
  for (;;) {
    const next = await step(state, steps);
    if (typeof next === "number") return next;
    state = next;
  }
}

function begin(report: Report, isWhole: boolean): State {
  return {
    open: listOpenCauses(report).map((cause) => ({ cause, report })),
    stale: new Set(),
    exitCode: report.exitCode,
    ...(isWhole ? { whole: report } : {}),
  };
}

/** The state after one step, or the exit code. */
async function step(state: State, steps: FixSteps): Promise<State | number> {
  const [head] = state.open;
  if (head === undefined) {
    if (state.whole !== undefined) return state.whole.exitCode;
    steps.tell("confirming");
    const report = await retried(steps, steps.runWhole);
    if (typeof report === "number") return report;
    return report.run.interrupted ? exitCodes.interrupted : begin(report, true);
  }
  if (state.stale.has(head)) return await lookAgain(head, state, steps);
  steps.show(head, state.open.length);
  if (!(await steps.untilChanged())) return state.exitCode;
  return { open: state.open, stale: new Set(state.open), exitCode: state.exitCode };
}

async function lookAgain(head: OpenCause, state: State, steps: FixSteps): Promise<State | number> {
  const report = await retried(steps, () => steps.runAgain(idsOf(head.cause)));
  if (typeof report === "number") return report;
  if (report.run.interrupted) return exitCodes.interrupted;
  const left = listOpenCauses(report).map((cause) => ({ cause, report }));
  const isDecided = report.cases.some(({ id, verdict }) => id === head.cause.breaks && isGreen(verdict));
  const others = state.open.slice(1).filter(({ cause }) => left.every((one) => one.cause.id !== cause.id));
  const stale = new Set(others);
  if (left.length === 0 && !isDecided) {
    const undecided = { ...head, report: { ...head.report } };
    steps.tell("undecided", { cause: head.cause, report });
    return { open: [undecided, ...others], stale, exitCode: state.exitCode };
  }
  const isSame = left.some(({ cause }) => cause.id === head.cause.id);
  steps.tell(left.length === 0 ? "fixed" : isSame ? "still-there" : "different", head);
  return { open: [...left, ...others], stale, exitCode: exitCodes.failed };
}

/** A run that cannot begin, for example while the registry restarts, is tried again after the next change. */
async function retried<T>(steps: FixSteps, run: () => Promise<T>): Promise<T | number> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const exitCode = steps.fail(error);
      if (exitCode === exitCodes.internal || !(await steps.untilChanged())) return exitCode;
    }
  }
}

function isGreen(verdict: CaseResult["verdict"]): boolean {
  return verdict === "passed" || verdict === "warned";
}

/** The causes that give a run exit code 1, in the order of the report: those of cases that failed and are not accepted. */
export function listOpenCauses(report: Report): readonly Cause[] {
  const failed = new Set(
    report.cases
      .filter(({ verdict, accepted }) => accepted === undefined && verdict === "failed")
      .map(({ id }) => id),
  );
  return (report.causes ?? []).filter(({ breaks, explains }) =>
    [breaks ?? "", ...explains].some((id) => failed.has(id)),
  );
}

/** What shows whether a cause is gone: what its shortest command runs, and the cases that it breaks. */
export function idsOf({ repeat, breaks, explains }: Cause): readonly string[] {
  const named = [...repeat.matchAll(/ --only (\S+)/gu)].map(([, id = ""]) => id);
  return [...new Set([...named, ...(breaks === undefined ? [] : [breaks]), ...explains])];
}
