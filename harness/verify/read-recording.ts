/** Reads the recording of a run. It may be from a stranger: each line is checked against its schema. */
import {
  exchange as isExchange,
  interrupted as isInterrupted,
  run as isRun,
} from "../../schemas/compiled/recording.js";
import type { Validate } from "../../schemas/validate.ts";
import { valueAt } from "../exchange/answer.ts";
import { withAbout } from "../recording/read-about.ts";
import type { ExchangeRecord, InterruptRecord, RunRecord } from "../recording/recorder.ts";
import { createExchangeCutter, toShownExchange } from "../recording/shown-exchanges.ts";
import type { Exchange } from "../../schemas/report.ts";
import { sha256 } from "../seed.ts";
import type { Target } from "../target-file/target.ts";
import type { RunOptions } from "../plan/run-plan.ts";

export interface Recording {
  readonly run: RunRecord<RunOptions, Target>;
  readonly exchanges: readonly ExchangeRecord[];
  /** What a run that ended early did not start; undefined if the run came to its end. */
  readonly notReached: ReadonlySet<string> | undefined;
  /** What broke the suite in that run, if something did. */
  readonly brokenBy?: string;
  /** The number of failures that ended the run early (`--max-failures`). */
  readonly stoppedAfter?: number;
  /** `sha256:` of the last line. */
  readonly digest: string;
}

/** The first line that is wrong, and why. */
export interface BrokenRecording {
  readonly broken: string;
}

/**
 * Reads the recordings of shards that `merge` has put one after the other.
 * @returns each recording, or the first line that is wrong, counted from the start of its shard
 */
export function readRecordings(text: string): readonly Recording[] | BrokenRecording {
  const recordings: Recording[] = [];
  for (const part of text.split(/^(?=\{"kind":"run",)/mu)) {
    const recording = readRecording(part);
    if ("broken" in recording) return recording;
    recordings.push(recording);
  }
  return recordings;
}

/**
 * Reads `exchanges.ndjson`, and checks the chain of digests and each line against its schema.
 * @returns the recording, or the first line that is wrong
 */
export function readRecording(text: string): Recording | BrokenRecording {
  const lines = text.split("\n");
  if (lines.pop() !== "") return { broken: "exchanges.ndjson does not end with a whole line" };
  const records: unknown[] = [];
  let previous = "";
  for (const [index, line] of lines.entries()) {
    const record = parse(line);
    if (record === undefined) return brokenAt(index, "is not a JSON object");
    if (valueAt(record, "previous") !== previous) {
      return brokenAt(
        index,
        "does not follow the line before it: a line was removed, added, moved or edited",
      );
    }
    previous = sha256(line);
    records.push(record);
  }
  return toRecording(records, previous);
}

/** The exchanges of a report: those of its recording, cut in their order. */
export function toReportExchanges({ exchanges }: Recording): readonly Exchange[] {
  const cut = createExchangeCutter();
  return exchanges.map(({ previous: _previous, ...one }) => cut(toShownExchange(one)));
}

function toRecording(records: readonly unknown[], digest: string): Recording | BrokenRecording {
  const [run, ...rest] = records;
  if (valueAt(run, "kind") !== "run")
    return { broken: "exchanges.ndjson does not begin with the run's record" };
  const last = rest.at(-1);
  const wasInterrupted = valueAt(last, "kind") === "interrupted";
  const exchanges = wasInterrupted ? rest.slice(0, -1) : rest;
  const error =
    describeError(isRun, run, 0) ??
    exchanges
      .map((one, index) => describeError(isExchange, one, index + 1))
      .find((one) => one !== undefined) ??
    (wasInterrupted ? describeError(isInterrupted, last, records.length - 1) : undefined);
  if (error !== undefined) return error;
  const { baseUrl } = (run as Recording["run"]).target;
  const { notReached, broken, stoppedAfter } = wasInterrupted ? (last as InterruptRecord) : {};
  return {
    run: run as Recording["run"],
    exchanges: (exchanges as readonly ExchangeRecord[]).map((one) => withAbout(one, baseUrl)),
    notReached: notReached === undefined ? undefined : new Set(notReached),
    ...(broken === undefined ? {} : { brokenBy: broken }),
    ...(stoppedAfter === undefined ? {} : { stoppedAfter }),
    digest,
  };
}

function parse(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function describeError(validate: Validate, record: unknown, index: number): BrokenRecording | undefined {
  if (validate(record)) return undefined;
  const { instancePath = "", message = "is wrong" } = validate.errors?.[0] ?? {};
  const place = instancePath === "" ? "the record" : `member "${instancePath}"`;
  return brokenAt(index, `is not valid: ${place} ${message}`);
}

function brokenAt(index: number, reason: string): BrokenRecording {
  return { broken: `exchanges.ndjson line ${index + 1} ${reason}` };
}
