/** Whole runs against a server in another process: by depth, and by the latency of each response. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Depth, Report } from "../../../schemas/report.ts";
import { commandLine, runMeasured, type Used } from "./measured-process.ts";
import type { Part } from "./part.ts";
import { formatSpread, measureInTurns } from "./rounds.ts";
import { withTargetFile } from "./served-targets.ts";

interface WholeRun extends Used {
  readonly report: Report;
  readonly megabytes: number;
}

async function runAt(depth: Depth, delayMs: number): Promise<WholeRun> {
  return await withTargetFile(delayMs, async (file, folder) => {
    const out = join(folder, "out");
    const words = ["run", "--target", file, "--depth", depth, "--seed", "1", "--quiet", "--out", out];
    const used = await runMeasured([commandLine, ...words]);
    const report = JSON.parse(await readFile(join(out, "report.json"), "utf8")) as Report;
    if (report.exitCode !== 0) throw new Error(`Cannot measure: the run ended with ${report.exitCode}`);
    const sizes = await Promise.all((await readdir(out)).map(async (name) => await stat(join(out, name))));
    return { ...used, report, megabytes: sizes.reduce((sum, { size }) => sum + size, 0) / 1e6 };
  });
}

const seconds = (runs: readonly WholeRun[], take: (run: WholeRun) => number): string =>
  formatSpread(
    runs.map((run) => take(run) / 1000),
    1,
  );

const depths: readonly Depth[] = ["quick", "standard", "deep"];

/** What a run takes by its depth: the client alone. */
export const depthsPart: Part = {
  name: "depths",
  async measure(rounds) {
    const subjects = {
      quick: () => runAt("quick", 0),
      standard: () => runAt("standard", 0),
      deep: () => runAt("deep", 0),
    };
    const results = await measureInTurns(rounds, subjects);
    return {
      table: [
        [
          "depth",
          "requests",
          "wall (s)",
          "CPU (s)",
          "CPU per request (ms)",
          "peak memory (MiB)",
          "files (MB)",
        ],
        ...depths.map((depth) => {
          const runs = results.get(depth) ?? [];
          return [
            depth,
            formatSpread(
              runs.map(({ report }) => report.run.requests),
              0,
            ),
            seconds(runs, ({ wallMs }) => wallMs),
            seconds(runs, ({ cpuMs }) => cpuMs),
            formatSpread(
              runs.map(({ cpuMs, report }) => cpuMs / report.run.requests),
              1,
            ),
            formatSpread(
              runs.map(({ peakMebibytes }) => peakMebibytes),
              0,
            ),
            formatSpread(
              runs.map(({ megabytes }) => megabytes),
              1,
            ),
          ];
        }),
      ],
    };
  },
};

const latencies = [0, 20, 50, 100, 300] as const;

/** The shortest time that requests of this latency can take: one after the other, or all of them at the most at once. */
function toBoundMs({ run }: Report, latencyMs: number): number {
  return Math.max(
    (run.requestChain?.requests ?? 0) * latencyMs,
    (run.requests * latencyMs) / run.concurrency,
  );
}

/** How long a standard run takes by the latency of each response. One round: at 300 ms each takes half a minute. */
export const latenciesPart: Part = {
  name: "latencies",
  async measure() {
    const rows: string[][] = [];
    for (const latency of latencies) {
      const { report } = await runAt("standard", latency);
      const bound = toBoundMs(report, latency);
      const { durationMs, requestChain, concurrencyReached } = report.run;
      rows.push([
        String(latency),
        (durationMs / 1000).toFixed(1),
        latency === 0 ? "" : (bound / 1000).toFixed(1),
        latency === 0 ? "" : (durationMs / bound).toFixed(2),
        String(requestChain?.requests ?? ""),
        String(concurrencyReached ?? ""),
      ]);
    }
    return {
      table: [
        [
          "latency (ms)",
          "run (s)",
          "bound (s)",
          "run / bound",
          "longest chain (requests)",
          "requests at once",
        ],
        ...rows,
      ],
      remarks: ["The bound is the larger of longest chain × latency and requests × latency / concurrency."],
    };
  },
};
