/** `run`: certifies one registry and writes the reports. */
import { randomInt } from "node:crypto";
import { appendFile } from "node:fs/promises";
import { basename, isAbsolute } from "node:path";
import { toShellWord } from "../../reports/curl.ts";
import { renderTerminal } from "../../reports/terminal.ts";
import type { Depth, Profile, Report } from "../../schemas/report.ts";
import type { RunOptions } from "../index.ts";
import { createJournal, type Journal } from "../registry/journal.ts";
import { readProxies } from "../registry/proxies.ts";
import { exitCodes } from "../running/verdicts.ts";
import { readTarget } from "../target-file/read-target.ts";
import { TargetError } from "../target-file/target-error.ts";
import type { Target } from "../target-file/target.ts";
import { type Command, toNumber, toWords, UsageError } from "./command.ts";
import { type Interrupts, listenForInterrupts } from "./interrupts.ts";
import { keepHeapLean } from "./lean-heap.ts";
import { createProgress } from "./progress.ts";
import { programName } from "./program.ts";
import { openBaseline } from "./use-baseline.ts";
import { openOutput, type Output, toReportWords } from "./output.ts";
import { renderSafely } from "./render-safely.ts";
import { colorOptions, terminalOptions } from "./terminal-options.ts";

const depths: readonly Depth[] = ["quick", "standard", "deep"];
const profiles: readonly Profile[] = ["read", "search", "publish", "trust", "unpublish", "advisories"];

/** Milliseconds: Node treats a longer time as none. */
const maxTimerMs = 2 ** 31 - 1;

export const runCommand: Command = {
  configure: (parser) =>
    parser
      .option("target", { type: "string", describe: "Target file (JSON or ES module)" })
      .option("base-url", { type: "string", describe: "Base URL of the registry; replaces the file's" })
      .option("reference", {
        type: "boolean",
        default: false,
        describe: "Certify the bundled reference server",
      })
      .option("fault", {
        type: "string",
        array: true,
        default: [],
        describe: "With --reference: break this rule",
      })
      .option("choice", {
        type: "string",
        array: true,
        default: [],
        describe: "With --reference: answer an open question differently, NAME=VALUE",
      })
      .option("profile", {
        choices: profiles,
        array: true,
        default: [],
        // in an environment variable, several values are one text
        coerce: toWords,
        describe: "Only requirements of this profile",
      })
      .option("only", {
        type: "string",
        array: true,
        default: [],
        describe: "Only ids that match this pattern",
      })
      .option("skip", {
        type: "string",
        array: true,
        default: [],
        describe: "Skip ids that match this pattern",
      })
      .option("failed-from", {
        type: "string",
        describe: "report.json of an earlier run: only what did not pass in it",
      })
      .option("list", {
        type: "boolean",
        default: false,
        describe: "Send nothing: list what would run, and what the target file lacks",
      })
      .option("depth", { choices: depths, default: "standard", describe: "How much to try" })
      .option("seed", {
        type: "number",
        describe: "Seed of all random values; repeats the run with this seed",
      })
      .option("concurrency", {
        type: "number",
        default: 32,
        describe: "Maximum number of requests at once; a run begins with few",
      })
      .option("rate", { type: "number", describe: "Maximum number of requests per second" })
      .option("timeout", {
        type: "number",
        default: 30_000,
        describe: "Maximum milliseconds for one exchange",
      })
      .option("strict", { type: "boolean", default: false, describe: "Count warnings as failures" })
      .option("read-only", { type: "boolean", default: false, describe: "Send only read requests" })
      .option("keep", {
        type: "boolean",
        default: false,
        describe: "Do not unpublish what the run published",
      })
      .option("http1", {
        type: "boolean",
        default: false,
        describe: "Speak HTTP/1.1 also where the registry offers HTTP/2",
      })
      .option("ca", { type: "string", describe: "PEM file with further certificate authorities" })
      .option("baseline", {
        type: "string",
        describe: "File of known results, each with a reason and an expiry date",
      })
      .option("update-baseline", {
        type: "boolean",
        default: false,
        describe: "Write what this run shows into the baseline file",
      })
      .option("out", {
        type: "string",
        default: "conformance-report",
        describe: "Directory for all report files",
      })
      .option("report", {
        type: "string",
        array: true,
        default: [],
        describe: "FORMAT:FILE, instead of --out",
      })
      .option("quiet", { type: "boolean", default: false, describe: "Print only failures" })
      .options(colorOptions),
  run: async (options) => {
    keepHeapLean();
    assertReferenceOptions(options);
    const settings = await narrow(toSettings(options), options);
    const reference = options["reference"] === true ? await startReference(options) : undefined;
    try {
      const { target, warnings } =
        reference === undefined ? await readNamedTarget(options) : await reference.read();
      for (const warning of warnings) process.stderr.write(`${warning}\n`);
      if (options["list"] === true) {
        const { renderRunList } = await import("./run-list.ts");
        process.stdout.write(renderRunList(target, settings));
        return exitCodes.conformant;
      }
      return await certifyTarget(target, settings, options);
    } finally {
      await reference?.close();
    }
  },
};

/** @throws UsageError if an option is for the bundled server, and another registry is certified */
function assertReferenceOptions(options: Readonly<Record<string, unknown>>): void {
  if (options["reference"] === true) return;
  const used = ["fault", "choice"].find((name) => toWords(options[name]).length > 0);
  if (used !== undefined)
    throw new UsageError(`Cannot use --${used} without --reference: it changes the bundled server`);
}

/** With `--failed-from`, the requirements of that report that did not pass. */
async function narrow(settings: RunOptions, options: Readonly<Record<string, unknown>>): Promise<RunOptions> {
  const file = options["failed-from"];
  if (typeof file !== "string") return settings;
  const { readFailed } = await import("./failed-from.ts");
  return { ...settings, only: await readFailed(file, settings.only) };
}

function toSettings(options: Readonly<Record<string, unknown>>): RunOptions {
  const seed =
    options["seed"] === undefined ? randomInt(2 ** 32) : toNumber(options, "seed", { min: 0, whole: true });
  return {
    depth: options["depth"] as Depth,
    seed,
    profiles: options["profile"] as readonly Profile[],
    only: toWords(options["only"]),
    skip: toWords(options["skip"]),
    concurrency: toNumber(options, "concurrency", { min: 1, whole: true }),
    ...(options["rate"] === undefined
      ? {}
      : { rate: toNumber(options, "rate", { min: 0.01, whole: false }) }),
    strict: options["strict"] === true,
    readOnly: options["read-only"] === true,
    // the bundled server keeps nothing after it stops
    cleanUp: options["keep"] !== true && options["reference"] !== true,
    targetArguments: toTargetArguments(options),
  };
}

/**
 * The arguments that select the same target again, as words of a shell. Reports are published, so that a file has its name
 * without its folder; what is printed has the whole path.
 */
function toTargetArguments(options: Readonly<Record<string, unknown>>, isPrinted = false): string {
  function name(option: string): readonly string[] {
    const value = options[option];
    return typeof value === "string"
      ? [`--${option}`, isAbsolute(value) && !isPrinted ? basename(value) : value]
      : [];
  }
  const reference = [
    "--reference",
    ...toWords(options["fault"]).flatMap((fault) => ["--fault", fault]),
    ...toWords(options["choice"]).flatMap((choice) => ["--choice", choice]),
  ];
  const words = [
    ...(options["reference"] === true ? reference : [...name("target"), ...name("base-url"), ...name("ca")]),
    ...(options["read-only"] === true ? ["--read-only"] : []),
    ...(options["http1"] === true ? ["--http1"] : []),
  ];
  return words.map(toShellWord).join(" ");
}

async function readNamedTarget(
  options: Readonly<Record<string, unknown>>,
): Promise<{ readonly target: Target; readonly warnings: readonly string[] }> {
  const file = typeof options["target"] === "string" ? options["target"] : undefined;
  const baseUrl = typeof options["base-url"] === "string" ? options["base-url"] : undefined;
  if (file === undefined && baseUrl === undefined) {
    throw new UsageError("Nothing to certify: expected --target FILE, --base-url URL or --reference");
  }
  return await readTarget({
    environment: process.env,
    ...(file === undefined ? {} : { file }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
}

interface RunningReference {
  readonly read: () => Promise<{ readonly target: Target; readonly warnings: readonly string[] }>;
  readonly close: () => Promise<void>;
}

async function startReference(options: Readonly<Record<string, unknown>>): Promise<RunningReference> {
  if (options["target"] !== undefined || options["base-url"] !== undefined) {
    throw new UsageError("Cannot use --reference together with --target or --base-url");
  }
  const { toChoices, toFaults, toStartError } = await import("./reference-options.ts");
  const { startReferenceServer } = await import("../../reference-server/server.ts");
  const { toTarget } = await import("../target-file/read-target.ts");
  const faults = toFaults(options["fault"]);
  const choices = toChoices(options["choice"]);
  const server = await startReferenceServer({ states: true, faults, choices }).catch((error: unknown) => {
    throw toStartError(error);
  });
  return {
    read: async () => ({
      target: await toTarget(server.target, process.cwd(), "the reference server"),
      warnings: [],
    }),
    close: server.close,
  };
}

async function certifyTarget(
  target: Target,
  settings: RunOptions,
  options: Readonly<Record<string, unknown>>,
): Promise<number> {
  const useBaseline = await openBaseline(options);
  const journal = createJournal();
  // the bundled server keeps nothing after it stops
  const tellRemaining = options["reference"] === true ? (): void => {} : (): void => tellLeft(journal);
  const interrupt = listenForInterrupts(tellRemaining);
  try {
    return await certifyUntil(interrupt, target, { settings, options, useBaseline, journal, tellRemaining });
  } finally {
    interrupt.close();
  }
}

interface Certification {
  readonly settings: RunOptions;
  readonly options: Readonly<Record<string, unknown>>;
  readonly useBaseline: (report: Report) => Promise<Report>;
  readonly journal: Journal;
  readonly tellRemaining: () => void;
}

async function certifyUntil(
  interrupt: Interrupts,
  target: Target,
  { settings, options, useBaseline, journal, tellRemaining }: Certification,
): Promise<number> {
  const output = await openOutput(toReportWords(options["report"]), String(options["out"]), interrupt.stop);
  const ca = typeof options["ca"] === "string" ? options["ca"] : target.tls.ca;
  const progress = createProgress(options["quiet"] === true);
  try {
    // what is wrong with the options is said before anything else
    const timeoutMs = toNumber(options, "timeout", { min: 1, max: maxTimerMs, whole: true });
    const authority = ca === undefined ? {} : { ca: await readAuthority(ca) };
    readProxies(process.env);
    progress.probe(target.baseUrl);
    // the suite is large: it is loaded when the first line is there
    const { certify } = await import("../index.ts");
    const judged = await certify({
      ...settings,
      target,
      timeoutMs,
      writeLine: output.writeExchange,
      // an interrupted run counts what it leaves out as done, which would look like progress
      onProgress: (state) => {
        if (!interrupt.signal.aborted) progress.show(state);
      },
      onWait: progress.wait,
      signal: interrupt.signal,
      http1: options["http1"] === true,
      journal,
      ...authority,
    });
    progress.end();
    const report = await useBaseline(judged);
    await output.writeReports(report);
    await tellCi(report);
    printReport(report, options, output);
    return report.exitCode;
  } catch (error) {
    progress.end();
    await output.discard();
    tellRemaining();
    throw error;
  }
}

/** @throws TargetError if the file cannot be read or has no certificate; otherwise each request would fail, or none */
async function readAuthority(file: string): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  const { X509Certificate } = await import("node:crypto");
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new TargetError(`Cannot read certificate authorities "${file}"`, { cause: error });
  });
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g) ?? [];
  try {
    blocks.map((block) => new X509Certificate(block));
  } catch (error) {
    throw new TargetError(`Cannot read certificate authorities "${file}": a certificate in it is damaged`, {
      cause: error,
    });
  }
  if (blocks.length === 0)
    throw new TargetError(`Cannot read certificate authorities "${file}": it holds no PEM certificate`);
  return text;
}

function tellLeft(journal: Journal): void {
  const remaining = journal.remaining();
  if (remaining.length > 0) process.stderr.write(`Left behind in the registry: ${remaining.join(", ")}\n`);
}

function printReport(report: Report, options: Readonly<Record<string, unknown>>, output: Output): void {
  const quiet = options["quiet"] === true;
  const files = [
    ...output.files.filter((file) => file !== "-"),
    ...(options["update-baseline"] === true ? [String(options["baseline"])] : []),
  ];
  const rendered = renderSafely("terminal", () =>
    renderTerminal(report, { ...terminalOptions(options), quiet, files }),
  );
  const text = rendered ?? `${report.verdict.toUpperCase()} (exit code ${report.exitCode})\n`;
  const recorded = `registry-conformance run ${toTargetArguments(options)}`;
  // a report on standard output is alone there
  const stream = output.files.includes("-") ? process.stderr : process.stdout;
  stream.write(text.replaceAll(recorded, () => `${programName()} run ${toTargetArguments(options, true)}`));
}

/** Writes the job summary and annotations where a CI service shows them. */
async function tellCi(report: Report): Promise<void> {
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
  process.stdout.write(renderSafely("annotations", () => renderAnnotations(report)) ?? "");
}
