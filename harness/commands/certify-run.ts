/** Certifies one target for `run`: opens the reports, runs the suite, writes the reports and prints the result. */
import { appendFile } from "node:fs/promises";
import { toShellWord } from "../../reports/curl.ts";
import { formatCounted } from "../../reports/measures.ts";
import { renderTerminal } from "../../reports/terminal.ts";
import type { Report } from "../../schemas/report.ts";
import type { CertifyOptions, EarlierRun } from "../certify.ts";
import { toCheckEvent, toResultEvents, toWaitEvent } from "../events.ts";
import { createJournal, type Journal } from "../api/journal.ts";
import type { RunOptions } from "../plan/run-plan.ts";
import type { Target } from "../target-file/target.ts";
import { programInReports } from "../program-in-reports.ts";
import { UsageError } from "./command.ts";
import { toConnection } from "./connection-options.ts";
import { type EventStream, isEventStream, openEventStream } from "./event-stream.ts";
import { toFailure } from "./failure.ts";
import { type Interrupts, listenForInterrupts } from "./interrupts.ts";
import { assertHtml, openPage } from "./open-page.ts";
import { openOutput, type Output, toReportWords } from "./output.ts";
import { programName } from "./program.ts";
import { createProgress, type Progress } from "./progress.ts";
import { renderSafely } from "./render-safely.ts";
import { toTargetArguments } from "./run-options.ts";
import { terminalOptions } from "./terminal-options.ts";
import { openBaseline } from "./use-baseline.ts";

/**
 * Certifies the target, writes the reports and prints the result.
 * @param earlier the run whose releases are read again; then nothing is written into the registry
 * @returns the exit code
 */
export async function certifyAndReport(
  target: Target,
  settings: RunOptions,
  options: Readonly<Record<string, unknown>>,
  earlier?: EarlierRun,
): Promise<number> {
  const useBaseline = await openBaseline(options);
  const journal = createJournal();
  // the bundled server keeps nothing after it stops
  const tellRemaining = options["reference"] === true ? (): void => {} : (): void => tellLeft(journal);
  const interrupt = listenForInterrupts(tellRemaining);
  try {
    const certification = { settings, options, useBaseline, journal, tellRemaining };
    return await certifyUntil(interrupt, target, {
      ...certification,
      ...(earlier === undefined ? {} : { earlier }),
    });
  } finally {
    interrupt.close();
  }
}

/** What a run without a printed result has. */
export interface QuietRun {
  readonly options: Readonly<Record<string, unknown>>;
  readonly output: Output;
  readonly journal: Journal;
  readonly tellRemaining: () => void;
}

/**
 * Certifies the target and writes the reports, and prints only the progress.
 * @throws Untestable if the registry cannot be tested; then no report is written
 */
export async function certifyQuietly(
  target: Target,
  settings: RunOptions,
  { options, output, journal, tellRemaining }: QuietRun,
): Promise<Report> {
  const interrupt = listenForInterrupts(tellRemaining);
  const progress = createProgress(options["quiet"] === true);
  try {
    const useBaseline = await openBaseline(options);
    const connection = await toConnection(target, options);
    progress.tell(`probing ${target.baseUrl}`);
    const { certify } = await import("../certify.ts");
    const judged = await certify({
      ...settings,
      ...connection,
      target,
      writeLine: output.writeExchange,
      onProgress(state) {
        if (!interrupt.signal.aborted) progress.show(state);
      },
      onWait: progress.wait,
      signal: interrupt.signal,
      journal,
    });
    progress.end();
    const report = await useBaseline(judged);
    await output.writeReports(report);
    return report;
  } catch (error) {
    progress.end();
    await output.discard();
    tellRemaining();
    throw error;
  } finally {
    interrupt.close();
  }
}

interface Certification {
  readonly earlier?: EarlierRun;
  readonly settings: RunOptions;
  readonly options: Readonly<Record<string, unknown>>;
  readonly useBaseline: (report: Report) => Promise<Report>;
  readonly journal: Journal;
  readonly tellRemaining: () => void;
}

async function certifyUntil(
  interrupt: Interrupts,
  target: Target,
  { settings, options, useBaseline, journal, tellRemaining, earlier }: Certification,
): Promise<number> {
  const { output, events } = await openOutputs(options, interrupt.stop);
  const progress = createProgress(options["quiet"] === true);
  try {
    // what is wrong with the options is said before anything else
    const connection = await toConnection(target, options);
    if (settings.only.length + settings.skip.length > 0) await assertSelection(settings);
    progress.tell(`probing ${target.baseUrl}`);
    // the suite is large: it is loaded when the first line is there
    const { certify } = await import("../certify.ts");
    if (events.files.length > 0) {
      const { describeSuite } = await import("../suite-identity.ts");
      events.write({ event: "start", baseUrl: target.baseUrl, suite: describeSuite() });
    }
    const judged = await certify({
      ...settings,
      ...connection,
      target,
      writeLine: output.writeExchange,
      ...toListeners(interrupt, progress, events),
      signal: interrupt.signal,
      journal,
      ...(earlier === undefined ? {} : { earlier }),
    });
    progress.end();
    const report = await useBaseline(judged);
    await output.writeReports(report);
    for (const event of toResultEvents(report)) events.write(event);
    await events.end();
    events.assertWritten();
    await tellResult(report, options, { output, events, advice: await advise(target, settings, options) });
    return report.exitCode;
  } catch (error) {
    progress.end();
    await output.discard();
    events.write({ event: "error", ...toFailure(error) });
    tellRemaining();
    throw error;
  } finally {
    await events.end();
  }
}

/** @throws SelectionError if a pattern matches no requirement, before the probe */
async function assertSelection(settings: RunOptions): Promise<void> {
  const [{ select }, { chapters }] = await Promise.all([
    import("../plan/selection.ts"),
    import("../../suites/index.ts"),
  ]);
  select(chapters, settings);
}

interface Outputs {
  readonly output: Output;
  readonly events: EventStream;
}

/** The files of the reports, and the event streams beside them. */
async function openOutputs(
  options: Readonly<Record<string, unknown>>,
  onFailure: () => void,
): Promise<Outputs> {
  const words = toReportWords(options["report"]);
  const directory = words.length === 0 ? String(options["out"]) : undefined;
  const files = words.filter((word) => !isEventStream(word));
  if (words.filter((word) => /^[a-z]+:-$/u.test(word)).length > 1)
    throw new UsageError("Cannot write two reports to standard output");
  if (options["open"] === true) assertHtml(files, directory);
  const output = await openOutput(files, directory, onFailure);
  const events = await openEventStream(words.filter(isEventStream)).catch(async (error: unknown) => {
    await output.discard();
    throw error;
  });
  return { output, events };
}

function toListeners(
  interrupt: Interrupts,
  progress: Progress,
  events: EventStream,
): Pick<CertifyOptions, "onProgress" | "onWait" | "onCleanUp"> {
  return {
    onProgress(state) {
      const event = toCheckEvent(state);
      if (event !== undefined) events.write(event);
      if (!interrupt.signal.aborted) progress.show(state);
    },
    onWait(wait) {
      events.write(toWaitEvent(wait));
      progress.wait(wait);
    },
    onCleanUp(releases) {
      progress.tell(`cleaning up: unpublishing ${formatCounted(releases, "release")}`);
    },
  };
}

async function tellResult(
  report: Report,
  options: Readonly<Record<string, unknown>>,
  { output, events, advice }: Outputs & { readonly advice: readonly string[] },
): Promise<void> {
  // a report on standard output is alone there
  const isTaken = [...output.files, ...events.files].includes("-");
  const stream = isTaken ? process.stderr : process.stdout;
  await tellCi(report, stream);
  printReport(report, options, { files: [...output.files, ...events.files], stream, advice });
  if (options["open"] === true) await openPage(output.files.find((file) => file.endsWith(".html")) ?? "");
}

/** What would decide more: the keys that a target file lacks, and how to begin one. */
async function advise(
  target: Target,
  settings: RunOptions,
  options: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const { adviseOnKeys } = await import("./run-list.ts");
  const { readSet } = await import("./use-set.ts");
  const keys = adviseOnKeys(target, { ...settings, set: settings.set ?? (await readSet(options)) });
  if (keys.length === 0 || options["target"] !== undefined || options["reference"] === true) return keys;
  return [...keys, `${programName()} init --base-url ${toShellWord(target.baseUrl)} writes a target file`];
}

/** Names on standard error what a run that ended early could not unpublish. */
export function tellLeft(journal: Journal): void {
  const remaining = journal.remaining();
  if (remaining.length > 0) process.stderr.write(`Left behind in the registry: ${remaining.join(", ")}\n`);
}

function printReport(
  report: Report,
  options: Readonly<Record<string, unknown>>,
  to: {
    readonly files: readonly string[];
    readonly stream: NodeJS.WriteStream;
    readonly advice: readonly string[];
  },
): void {
  const files = [
    ...to.files.filter((file) => file !== "-"),
    ...(options["update-baseline"] === true ? [String(options["baseline"])] : []),
  ];
  to.stream.write(renderResult(report, options, { files, advice: to.advice }));
}

/** The whole result for a terminal, with commands that run as they are. */
export function renderResult(
  report: Report,
  options: Readonly<Record<string, unknown>>,
  shown: { readonly files: readonly string[]; readonly advice: readonly string[] },
): string {
  const quiet = options["quiet"] === true;
  const rendered = renderSafely("terminal", () =>
    renderTerminal(report, {
      ...terminalOptions(options),
      ...shown,
      quiet,
      isGone: options["reference"] === true,
    }),
  );
  const text = rendered ?? `${report.verdict.toUpperCase()} (exit code ${report.exitCode})\n`;
  const recorded = `${programInReports} run ${toTargetArguments(options)}`;
  return text.replaceAll(recorded, () => `${programName()} run ${toTargetArguments(options, true)}`);
}

/** Writes the job summary and annotations where a CI service shows them. */
async function tellCi(report: Report, stream: NodeJS.WriteStream): Promise<void> {
  const summary = process.env["GITHUB_STEP_SUMMARY"];
  if (summary === undefined || summary === "") return;
  const { renderMarkdown } = await import("../../reports/markdown.ts");
  const { renderAnnotations } = await import("../../reports/annotations.ts");
  const markdown = renderSafely("step summary", () => renderMarkdown(report)) ?? "";
  await appendFile(summary, markdown).catch((error: unknown) => {
    process.stderr.write(
      `Cannot write the step summary "${summary}": ${error instanceof Error ? error.message : String(error)}\n`,
    );
  });
  stream.write(renderSafely("annotations", () => renderAnnotations(report)) ?? "");
}
