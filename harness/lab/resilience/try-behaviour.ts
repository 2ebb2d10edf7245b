/** Runs the suite against a hostile registry and says what came of it. */
import { setImmediate as turn } from "node:timers/promises";
import { chapters } from "../../../suites/index.ts";
import type { Depth, Report } from "../../../schemas/report.ts";
import { formats } from "../../commands/report-formats.ts";
import { describeSuite } from "../../suite-identity.ts";
import { createLiveTransport, type LiveTransportOptions } from "../../transport/live-transport.ts";
import { createRedaction } from "../../recording/redaction.ts";
import { Untestable } from "../../run/untestable.ts";
import { runSuite } from "../../run/run.ts";
import { exitCodes } from "../../verdict/verdicts.ts";
import { toTarget } from "../../target-file/read-target.ts";

/** A few checks for every operation, so that each behaviour is met by some. */
export const sample: readonly string[] = [
  "search/answers-anonymous-callers",
  "search/pages-hold-at-most-the-limit",
  "search/offset-beyond-the-total-is-empty",
  "version-index/lists-a-published-version",
  "version-index/rows-have-the-integrity-of-their-release",
  "release-metadata/answers-anonymous-callers",
  "release-metadata/name-is-the-one-asked-for",
  "release-metadata/unknown-version-is-not-found",
  "download/is-a-gzip-archive",
  "download/gives-the-uploaded-tree",
  "publish/valid-requests-open-an-intent",
  "publish/intents-expire-in-the-future",
  "finalize/uploaded-archives-are-published",
  "finalize/bytes-have-arrived",
  "every-response/*",
];

/** Where a run of the suite ended. */
export interface Ending {
  readonly exitCode: number;
  /** Absent where the registry could not be tested at all. */
  readonly report?: Report;
  /** Why it could not. */
  readonly reason?: string;
  /** Everything that the run wrote: each report format by name, and the recording. */
  readonly outputs: Readonly<Record<string, string>>;
}

export interface HostileRun {
  readonly target: Readonly<Record<string, unknown>>;
  /** Milliseconds for one exchange. */
  readonly timeoutMs: number;
  readonly only?: readonly string[];
  /** `quick` by default. */
  readonly depth?: Depth;
  readonly concurrency?: number;
  readonly rate?: number;
  /** False where the recording is not kept in memory, which the command line does not do either. */
  readonly keepsRecording?: boolean;
  /** True where waits are to take as long as they take. */
  readonly waits?: boolean;
  /** How the registry is reached. */
  readonly connection?: Pick<LiveTransportOptions, "ca" | "http1" | "environment">;
}

/**
 * Runs a small part of the suite. Waits that a circuit, a limiter or a poll asks for are cut to a turn of the event loop:
 * what is tried here is what comes of them, not how long they take.
 */
export async function runAgainst({
  target,
  timeoutMs,
  only = sample,
  depth = "quick",
  concurrency = 4,
  rate,
  waits = false,
  keepsRecording = true,
  connection = {},
}: HostileRun): Promise<Ending> {
  const redaction = createRedaction();
  const lines: string[] = [];
  const read = await toTarget(target, process.cwd(), "the hostile registry");
  const transport = createLiveTransport({
    timeoutMs,
    trusted: [read.baseUrl],
    allowPrivate: false,
    ...connection,
    ...(waits ? {} : { sleep: () => turn() }),
  });
  try {
    const report = await runSuite({
      chapters,
      target: read,
      options: {
        depth,
        seed: 1,
        profiles: [],
        only,
        skip: [],
        concurrency,
        ...(rate === undefined ? {} : { rate }),
        strict: false,
        readOnly: false,
        cleanUp: true,
        targetArguments: "--target FILE",
      },
      transport,
      redaction,
      suite: describeSuite(),
      startedAtMs: Date.now(),
      writeLine: (line) => {
        if (keepsRecording) lines.push(line);
      },
    });
    return {
      exitCode: report.exitCode,
      report,
      outputs: { ...(await renderAll(report)), recording: lines.join("") },
    };
  } catch (error) {
    if (!(error instanceof Untestable)) throw error;
    return { exitCode: exitCodes.untestable, reason: error.message, outputs: { recording: lines.join("") } };
  } finally {
    await transport.close();
  }
}

async function renderAll(report: Report): Promise<Readonly<Record<string, string>>> {
  const { renderTerminal } = await import("../../../reports/terminal.ts");
  const rendered: Record<string, string> = {
    terminal: renderTerminal(report, { color: false, width: 100, quiet: false }),
  };
  for (const [name, { load }] of Object.entries(formats)) rendered[name] = (await load())(report);
  return rendered;
}
