/** A session whose registry is a function. */
import { createJournal } from "./journal.ts";
import { createLastWrites } from "./last-writes.ts";
import { createUploadIds } from "./upload-ids.ts";
import { createRecorder } from "../recording/recorder.ts";
import { createRedaction } from "../recording/redaction.ts";
import { createScheduler } from "../transport/scheduler.ts";
import type { Session } from "./session.ts";
import type { WireOutcome, WireRequest } from "../transport/transport.ts";
import { createUnderWay } from "../recording/under-way.ts";

export const baseUrl = "https://registry.test";

/** Milliseconds that a check may take in a made-up session. */
export const checkDeadlineMs = 1_000;

/** @param send gives the response to a request, or its failure, and the times to record */
export function madeUpSession(send: (request: WireRequest) => WireOutcome): Session {
  const redaction = createRedaction();
  const sleep = (): Promise<void> => Promise.resolve();
  const now = (): number => performance.now();
  return {
    baseUrl,
    transport: {
      live: true,
      send: (request) => Promise.resolve(send(request)),
      sleep,
      now,
      close: sleep,
    },
    recorder: createRecorder(redaction, () => {}),
    underWay: createUnderWay(),
    tokensUnderWay: createUnderWay(),
    writesUnderWay: createUnderWay(),
    journal: createJournal(),
    redaction,
    chainLengthOf: () => 0,
    expiries: new Map(),
    scheduler: createScheduler({ concurrency: 1, live: true, sleep, now }),
    seed: 1,
    unavailable: new Map(),
    limiterPatienceMs: 1,
    settleMs: 1,
    lastWrites: createLastWrites(),
    uploadIds: createUploadIds(),
    arrivals: new Map(),
    checkDeadlineMs,
    readOnly: false,
    namespace: undefined,
    judge: () => {},
    note: () => {},
    brokenRules: () => [],
  };
}
