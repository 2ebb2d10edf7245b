/** The library entry point: certify a registry from a program, and get the report. */
import { randomInt } from "node:crypto";
import { chapters } from "../suites/index.ts";
import type { Report } from "../schemas/report.ts";
import { describeSuite } from "./suite-identity.ts";
import type { Journal } from "./registry/journal.ts";
import { announceWaits, type Wait } from "./registry/announce-waits.ts";
import { createLiveTransport } from "./registry/live-transport.ts";
import { createRedaction } from "./registry/redaction.ts";
import { runSuite } from "./running/run.ts";
import type { RunOptions, RunProgress } from "./running/run-plan.ts";
import { toTarget } from "./target-file/read-target.ts";
import type { Target } from "./target-file/target.ts";

export interface CertifyOptions extends Partial<RunOptions> {
  /** A target as `readTarget` or `toTarget` give it, or the content of a target file as an object. */
  readonly target: Target | Readonly<Record<string, unknown>>;
  /** Milliseconds for one exchange; 30,000 by default. */
  readonly timeoutMs?: number;
  /** Further certificate authorities, as PEM text. */
  readonly ca?: string;
  /** Speaks HTTP/1.1 also where the registry offers HTTP/2. */
  readonly http1?: boolean;
  /** Receives `exchanges.ndjson` line by line; needed for `verify` alone. */
  readonly writeLine?: (line: string) => void;
  readonly onProgress?: (progress: RunProgress) => void;
  /** Receives each wait of more than two seconds when it begins. */
  readonly onWait?: (wait: Wait) => void;
  /** Ends the run early when aborted; the report then says so. */
  readonly signal?: AbortSignal;
  /** Lists what the run has created, even if the run fails; made with `createJournal`. */
  readonly journal?: Journal;
}

const defaults: Omit<RunOptions, "seed"> = {
  depth: "standard",
  profiles: [],
  only: [],
  skip: [],
  concurrency: 32,
  strict: false,
  readOnly: false,
  cleanUp: true,
  targetArguments: "--target FILE",
};

/**
 * Certifies one registry.
 * @returns the report; its `exitCode` is what the command line would exit with
 * @throws Untestable if the registry cannot be tested, TargetError and SelectionError if the options are wrong
 */
export async function certify(options: CertifyOptions): Promise<Report> {
  const {
    target: given,
    timeoutMs = 30_000,
    ca,
    http1 = false,
    writeLine = () => {},
    onProgress,
    onWait,
    signal,
    journal,
    ...rest
  } = options;
  const target = isRead(given) ? given : await toTarget(given, process.cwd(), "the given target");
  const live = createLiveTransport({
    timeoutMs,
    trusted: [target.baseUrl, ...(target.states === undefined ? [] : [target.states.url])],
    allowPrivate: target.allowPrivateUploads,
    http1,
    ...(signal === undefined ? {} : { signal }),
    ...(ca === undefined ? {} : { ca }),
  });
  const transport = onWait === undefined ? live : announceWaits(live, timeoutMs, onWait);
  try {
    return await runSuite({
      chapters,
      target,
      options: { ...defaults, seed: randomInt(2 ** 32), ...rest },
      transport,
      redaction: createRedaction(),
      suite: describeSuite(),
      startedAtMs: Date.now(),
      writeLine,
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(signal === undefined ? {} : { signal }),
      ...(journal === undefined ? {} : { journal }),
    });
  } finally {
    await transport.close();
  }
}

/** Only a target that was read has `archive.isBuiltIn`. */
function isRead(target: CertifyOptions["target"]): target is Target {
  const archive: unknown = target.archive;
  return typeof archive === "object" && archive !== null && "isBuiltIn" in archive;
}

export { readTarget, toTarget } from "./target-file/read-target.ts";
export { TargetError } from "./target-file/target-error.ts";
export { SelectionError } from "./running/selection.ts";
export { Untestable } from "./running/preflight.ts";
export type { Target } from "./target-file/target.ts";
export type { Wait } from "./registry/announce-waits.ts";
export type { RunOptions, RunProgress } from "./running/run-plan.ts";
export type * from "../schemas/report.ts";
export { createJournal, type Journal } from "./registry/journal.ts";
export { chapters };
