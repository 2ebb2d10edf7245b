/** Judges the exchanges of `exchanges.ndjson` by the rules for every response. */
import type { Exchange, Report } from "../../schemas/report.ts";
import type { Chapter } from "../check.ts";
import type { Recorder } from "../recording/recorder.ts";
import { createRedaction } from "../recording/redaction.ts";
import { toBytes } from "../recording/recorded-body.ts";
import { createExchangeCutter, toShownExchange } from "../recording/shown-exchanges.ts";
import type { Recording } from "../verify/read-recording.ts";
import type { RunOptions } from "../plan/run-plan.ts";
import { sha256 } from "../seed.ts";
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
  const recorder = createCopyingRecorder(writeLine);
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

interface CopyingRecorder extends Recorder {
  /** Records an exchange that is redacted already. */
  readonly copy: (exchange: Exchange) => void;
}

function createCopyingRecorder(writeLine: (line: string) => void): CopyingRecorder {
  const kept: Exchange[] = [];
  const cut = createExchangeCutter();
  let previous = "";

  function write(record: object): void {
    const line = JSON.stringify({ ...record, previous });
    previous = sha256(line);
    writeLine(`${line}\n`);
  }

  return {
    start: write,
    record: () => {
      throw new Error("a recording is judged as it is");
    },
    interrupted: () => {},
    copy(exchange) {
      write(exchange);
      kept.push(cut(toShownExchange(exchange)));
    },
    exchanges: () => kept,
    digest: () => previous,
    counts: () => ({ registry: kept.length, states: 0 }),
  };
}
