/** Whole runs that a signal ends at a random moment: exit code, reports, and what is left behind in the registry. */
import type { ChildProcess } from "node:child_process";
import { renderMarkdownTable } from "../dependencies/markdown-table.ts";
import { deriveNumber } from "../../seed.ts";
import { signalsHeading } from "./behaviour-table.ts";
import type { Behaviour } from "./behaviour.ts";
import { startHostileServer } from "./hostile-server.ts";
import { runWhole, type WholeRun } from "./whole-run.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs with each signal, and the requests of a standard run among which the moments are. */
const runsOfEach = 4;
const [firstRequest, lastRequest] = [30, 1800] as const;

/** The outcome that was decided before the runs. */
export const decidedForSignals = "exit 130, reports of what ran, nothing left";

/** One run, and how it ended. */
export interface SignalRow {
  readonly signal: (typeof signals)[number];
  readonly afterRequests: number;
  readonly seen: string;
  readonly run: WholeRun;
}

/** A standard run with each signal at several moments, which follow from a fixed seed. */
export async function meetSignals(): Promise<readonly SignalRow[]> {
  const rows: SignalRow[] = [];
  for (const signal of signals) {
    for (let index = 0; index < runsOfEach; index++) {
      const span = lastRequest - firstRequest;
      rows.push(await meetSignal(signal, firstRequest + (deriveNumber("signal", signal, index) % span)));
    }
  }
  return rows.toSorted((a, b) => a.afterRequests - b.afterRequests);
}

async function meetSignal(signal: SignalRow["signal"], afterRequests: number): Promise<SignalRow> {
  let requests = 0;
  let child: ChildProcess | undefined;
  const conforming: Behaviour = {
    name: "conforming",
    place: "anywhere",
    summary: "answers as it should",
    async answer(occasion) {
      requests += 1;
      if (requests === afterRequests) child?.kill(signal);
      return await occasion.conforming();
    },
  };
  const server = await startHostileServer(conforming);
  try {
    const run = await runWhole({
      target: server.target,
      depth: "standard",
      tokens: server.tokens(),
      onStart(started) {
        child = started;
      },
    });
    return { signal, afterRequests, seen: toSeen(run, server.available()), run };
  } finally {
    await server.close();
  }
}

function toSeen(run: WholeRun, left: readonly string[]): string {
  const isReported = run.report?.run.interrupted === true && run.report.exitCode === run.exitCode;
  return [
    `exit ${run.exitCode}`,
    isReported ? "reports of what ran" : "no report of what ran",
    left.length === 0 ? "nothing left" : `${left.length} releases left`,
    ...(run.leaked ? ["a token is in what was written"] : []),
  ].join(", ");
}

/** The fourth table of BEHAVIOURS.md. */
export function renderSignals(rows: readonly SignalRow[]): string {
  const cells = rows.map(({ signal, afterRequests, seen, run }) => [
    signal,
    String(afterRequests),
    decidedForSignals,
    seen,
    String(run.requests),
    run.verdict,
  ]);
  return [
    signalsHeading,
    "",
    "A signal at a random moment of a standard run against a conforming registry. What was published has to be taken back.",
    "",
    ...renderMarkdownTable([
      ["signal", "after requests", "decided", "seen", "requests in all", "verdict"],
      ...cells,
    ]),
    "",
  ].join("\n");
}
