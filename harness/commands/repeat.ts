/** `run --repeat N`: several seeds at once on one registry, and which requirement was not the same in all of them. */
import { join } from "node:path";
import { formatCount, formatCounted } from "../../reports/measures.ts";
import { renderCounts } from "../../reports/conclusion.ts";
import type { Report } from "../../schemas/report.ts";
import { createJournal } from "../api/journal.ts";
import type { RunOptions } from "../plan/run-plan.ts";
import { exitCodes } from "../verdict/verdicts.ts";
import type { Target } from "../target-file/target.ts";
import { toNumber, toWords, UsageError } from "./command.ts";
import { toConnection } from "./connection-options.ts";
import { listenForInterrupts } from "./interrupts.ts";
import { openOutput, type Output } from "./output.ts";
import { findUnequal, renderUnequal } from "./unequal-verdicts.ts";
import { openBaseline } from "./use-baseline.ts";

/** One of the runs: its options, and the folder of its reports. */
export interface RepeatedRun {
  readonly settings: RunOptions;
  readonly folder: string;
}

/**
 * Consecutive seeds. The runs share `--concurrency` and `--rate`, so that the registry is asked no more than by one run.
 * @throws UsageError if an option is for one run only
 */
export function toRepeatedRuns(
  settings: RunOptions,
  options: Readonly<Record<string, unknown>>,
): readonly RepeatedRun[] {
  const count = toNumber(options, "repeat", { min: 2, max: 50, whole: true });
  const used = ["report", "update-baseline", "watch", "open"].find(
    (name) => toWords(options[name]).length > 0 || options[name] === true,
  );
  if (used !== undefined)
    throw new UsageError(`Cannot use --${used} with --repeat: each run has a folder of its own below --out`);
  return Array.from({ length: count }, (_, index) => {
    const seed = settings.seed + index;
    return {
      folder: join(String(options["out"]), `seed-${seed}`),
      settings: {
        ...settings,
        seed,
        concurrency: Math.max(1, Math.floor(settings.concurrency / count)),
        ...(settings.rate === undefined ? {} : { rate: settings.rate / count }),
      },
    };
  });
}

/**
 * Certifies the registry with all seeds at once.
 * @returns the most severe exit code of the runs
 */
export async function repeatRuns(
  target: Target,
  shared: RunOptions,
  options: Readonly<Record<string, unknown>>,
): Promise<number> {
  const runs = toRepeatedRuns(shared, options);
  const connection = await toConnection(target, options);
  const useBaseline = await openBaseline(options);
  const journals = runs.map(() => createJournal());
  const interrupt = listenForInterrupts(() => {
    const remaining = journals.flatMap((journal) => journal.remaining());
    if (remaining.length > 0 && options["reference"] !== true)
      process.stderr.write(`Left behind in the registry: ${remaining.join(", ")}\n`);
  });
  try {
    const alone = target.exclusive ? await listAlone() : [];
    if (alone.length > 0) tellLeftOut(alone);
    const reports = await allSettled(
      runs.map(async ({ settings, folder }, place) => {
        const output = await openOutput([], folder, interrupt.stop);
        const certifyOne = async (): Promise<Report> => {
          const { certify } = await import("../certify.ts");
          const journal = journals[place];
          return await certify({
            ...settings,
            ...connection,
            // other runs write at the same time
            target: { ...target, exclusive: false },
            skip: [...settings.skip, ...alone],
            writeLine: output.writeExchange,
            signal: interrupt.signal,
            ...(journal === undefined ? {} : { journal }),
          });
        };
        return await writeReport(output, async () => await useBaseline(await certifyOne()));
      }),
    );
    process.stdout.write(`${renderRepeated(reports, String(options["out"])).join("\n")}\n`);
    return toMostSevere(reports);
  } finally {
    interrupt.close();
  }
}

/** Writes the files of one run, or none if it ends with an error. */
async function writeReport(output: Output, run: () => Promise<Report>): Promise<Report> {
  try {
    const report = await run();
    await output.writeReports(report);
    return report;
  } catch (error) {
    await output.discard();
    throw error;
  }
}

/** The checks that cannot be judged while somebody else writes. */
async function listAlone(): Promise<readonly string[]> {
  const { chapters } = await import("../../suites/index.ts");
  return chapters
    .flatMap(({ checks }) => checks)
    .filter(({ needs = [] }) => needs.includes("exclusive"))
    .map(({ id }) => id);
}

function tellLeftOut(ids: readonly string[]): void {
  process.stderr.write(
    `Other runs write at the same time: ${formatCounted(ids.length, "check")} that need "exclusive" are left out\n`,
  );
}

/** As `Promise.all`, but no run is under way any more when the first error is thrown. */
async function allSettled<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(promises);
  return await Promise.all(promises);
}

/** A line for each run, the requirements that were not the same in all of them, and the result. */
export function renderRepeated(reports: readonly Report[], out: string): readonly string[] {
  const unequal = findUnequal(reports);
  const all = `${formatCount(reports.length)} runs`;
  return [
    ...reports.map(
      (report) =>
        `seed ${report.run.seed}: ${report.verdict}, exit code ${report.exitCode}; ${renderCounts(report)}; ${formatCounted(report.run.requests, "request")}`,
    ),
    "",
    ...(unequal.length === 0
      ? [`Every requirement was the same in all ${all}`]
      : [
          `${formatCounted(unequal.length, "case")} not the same in all ${all}:`,
          ...unequal.map((one) => `  ${renderUnequal(one)}`),
        ]),
    `Wrote the reports of each run to ${join(out, "seed-…")}`,
    `Exit code ${toMostSevere(reports)}, the most severe of the runs`,
  ];
}

const bySeverity: readonly number[] = [
  exitCodes.internal,
  exitCodes.interrupted,
  exitCodes.failed,
  exitCodes.untestable,
  exitCodes.partial,
];

function toMostSevere(reports: readonly Report[]): number {
  return bySeverity.find((code) => reports.some(({ exitCode }) => exitCode === code)) ?? exitCodes.conformant;
}
