/** What ends a run early: a signal of the user or of a CI service, or a bug of the suite. Either way its reports are written. */
import { toVisibleLines } from "../../reports/visible-text.ts";
import { SuiteBroke } from "../run/end-early.ts";
import { exitCodes } from "../verdict/verdicts.ts";
import { toSourceStack } from "../source-stack.ts";

export interface Interrupts {
  readonly signal: AbortSignal;
  /** Ends the run early for a reason of our own. */
  readonly stop: () => void;
  /** Listens no more. */
  readonly close: () => void;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * The first Ctrl-C, SIGTERM or SIGHUP ends the run early; the second ends the process at once. An error that nobody caught, and an
 * event loop that runs empty before the run is over, end the run early as well: its reports cover what has run (exit code 5).
 */
export function listenForInterrupts(tellRemaining: () => void): Interrupts {
  const controller = new AbortController();
  let isSecond = false;

  function interrupt(): void {
    if (isSecond) {
      tellRemaining();
      process.exit(exitCodes.interrupted);
    }
    isSecond = true;
    process.stderr.write(
      "\nInterrupted: finishing open requests and unpublishing what was published; press Ctrl-C again to stop at once\n",
    );
    controller.abort();
  }

  function endBroken(error: Error): void {
    const isFirst = !(controller.signal.reason instanceof SuiteBroke);
    if (!isFirst) return;
    process.stderr.write(
      `The suite itself broke; this says nothing about the registry\n${toVisibleLines(toSourceStack(error))}\nFinishing what is under way, taking back what was published and writing what has run\n`,
    );
    controller.abort(new SuiteBroke(error.message, { cause: error }));
  }

  function onUncaught(error: unknown): void {
    endBroken(error instanceof Error ? error : new Error(String(error)));
  }

  function onEmptyLoop(): void {
    endBroken(new Error("a result was lost, and nothing is left that could end the run"));
  }

  for (const signal of signals) process.on(signal, interrupt);
  process.on("uncaughtException", onUncaught);
  process.on("beforeExit", onEmptyLoop);
  return {
    signal: controller.signal,
    stop: () => controller.abort(),
    close() {
      for (const signal of signals) process.off(signal, interrupt);
      process.off("uncaughtException", onUncaught);
      process.off("beforeExit", onEmptyLoop);
    },
  };
}
