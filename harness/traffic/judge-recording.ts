/** Judges the exchanges of `exchanges.ndjson` by the rules for every response. */
import type { Report } from "../../schemas/report.ts";
import type { Chapter } from "../check.ts";
import { createRecorder, type Recorder } from "../recording/recorder.ts";
import { createRedaction } from "../recording/redaction.ts";
import { toBytes } from "../recording/recorded-body.ts";
import { toShownExchange } from "../recording/shown-exchanges.ts";
import type { Recording } from "../verify/read-recording.ts";
import type { RunOptions } from "../plan/run-plan.ts";
import { createTrafficJudge } from "./traffic-judge.ts";

export interface RecordingJudgement {
  readonly chapters: readonly Chapter[];
  readonly suite: Report["suite"];
  readonly options: RunOptions;
  /** Receives the new recording line by line. */
  readonly writeLine: (line: string) => void;
}

/** Exchanges of the clean-up are not judged in a run, and not here. */
const cleanUpActor = /^clean-up\b/;

/** @throws SelectionError if nothing is selected */
export function judgeRecording(
  { run, exchanges }: Recording,
  { chapters, suite, options, writeLine }: RecordingJudgement,
): Report {
  const copying = createRecorder(createRedaction(), writeLine);
  // what is copied is what was judged
  const recorder: Recorder = {
    ...copying,
    counts: () => ({ registry: copying.exchanges().length, states: 0 }),
  };
  const judge = createTrafficJudge({
    chapters,
    suite,
    options,
    recorder,
    target: run.target,
    startedAtMs: run.startedAtMs,
    redaction: createRedaction(),
  });
  for (const { previous: _previous, ...exchange } of exchanges) {
    if (exchange.operation === "state" || cleanUpActor.test(exchange.actor)) continue;
    if (exchange.response === undefined) {
      judge.leaveOut("there was no response");
      continue;
    }
    recorder.copy(exchange);
    judge.judgeRecorded(toShownExchange(exchange), toBytes(exchange.response.body));
  }
  return judge.report();
}
