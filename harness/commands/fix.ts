/** `fix`: one cause at a time until nothing is left. After each change the checks of that cause run again. */
import { isatty } from "node:tty";
import { formatCounted } from "../../reports/measures.ts";
import type { Depth, Report } from "../../schemas/report.ts";
import { createJournal } from "../api/journal.ts";
import type { RunOptions } from "../plan/run-plan.ts";
import { exitCodes } from "../verdict/verdicts.ts";
import { certifyQuietly, renderResult, tellLeft } from "./certify-run.ts";
import { type Command, firstGiven, UsageError } from "./command.ts";
import { renderAlone } from "./explain-cause.ts";
import { reportFailure } from "./failure.ts";
import { type FixEvent, fixOneByOne, type OpenCause } from "./fix-loop.ts";
import { keepHeapLean } from "./lean-heap.ts";
import { openOutput } from "./output.ts";
import { programName } from "./program.ts";
import { readReport } from "./read-report.ts";
import { narrow, readSettings } from "./run-command.ts";
import { configureRun } from "./run-options.ts";
import { readNamedTarget } from "./run-target.ts";
import { terminalOptions } from "./terminal-options.ts";
import { openWatch } from "./watch.ts";

/** Options of `run` that a loop of runs cannot have. */
const refused: readonly string[] = [
  "choice",
  "fault",
  "list",
  "max-failures",
  "open",
  "reference",
  "repeat",
  "report",
  "shard",
  "update-baseline",
];

export const fixCommand: Command = {
  configure: (parser) => refused.reduce((current, name) => current.hide(name), configureRun(parser)),
  run: async (options) => {
    keepHeapLean();
    assertAccepted(options);
    const { settings, narrowed } = await readBeginning(options);
    // what is wrong with the target file is said before anything waits
    let { target } = await readNamedTarget(options);
    const watching = await openWatch({ ...options, watch: options["watch"] ?? [] });
    let isAbsent = false;
    const certify = async (own: RunOptions, directory?: string): Promise<Report> => {
      isAbsent = false;
      target = (await readNamedTarget(options)).target;
      const output = await openOutput([], directory);
      const journal = createJournal();
      return await certifyQuietly(target, own, {
        options,
        output,
        journal,
        tellRemaining: () => tellLeft(journal),
      });
    };
    const runWhole = (): Promise<Report> => certify(settings, String(options["out"]));
    let last: Report | undefined;
    try {
      const exitCode = await fixOneByOne(
        {
          runWhole: async () => (last = await runWhole()),
          runAgain: (ids) => certify({ ...settings, only: ids, skip: [] }),
          untilChanged: () => watching.untilDue({ baseUrl: target.baseUrl, mayBeAbsent: isAbsent }),
          show: (open, left) => process.stdout.write(renderOpen(open, left, options)),
          tell: (event, open) => process.stdout.write(describeEvent(event, open)),
          fail(error) {
            const exitCode = reportFailure(error);
            isAbsent = exitCode === exitCodes.untestable;
            return exitCode;
          },
        },
        async () =>
          narrowed === undefined
            ? { report: (last = await runWhole()), isWhole: true }
            : { report: await certify(narrowed), isWhole: false },
      );
      if (last !== undefined && exitCode !== exitCodes.interrupted && !watching.isEnded())
        process.stdout.write(renderResult(last, options, { files: [], advice: [] }));
      return exitCode;
    } finally {
      watching.close();
    }
  },
};

/** @throws UsageError if an option of `run` is used that a loop of runs cannot have, or nothing could ever end its waiting */
function assertAccepted(options: Readonly<Record<string, unknown>>): void {
  if (options["watch"] === undefined && !isatty(process.stdin.fd))
    throw new UsageError(
      "Cannot wait for changes without a terminal: name a file or folder with --watch PATH",
    );
  const used = firstGiven(options, refused);
  if (used === undefined) return;
  throw new UsageError(
    used === "reference" || used === "fault" || used === "choice"
      ? `Cannot use --${used} with fix: the bundled server does not change; use serve and --target`
      : `Cannot use --${used} with fix: it belongs to one run`,
  );
}

interface Beginning {
  readonly settings: RunOptions;
  /** With `--failed-from`, what runs first. */
  readonly narrowed?: RunOptions;
}

/** A report that is given decides seed and depth, so that its failures show again. */
async function readBeginning(options: Readonly<Record<string, unknown>>): Promise<Beginning> {
  const file = options["failed-from"];
  if (typeof file !== "string") return { settings: await readSettings(options) };
  const { run } = await readReport(file);
  const standard: Depth = "standard";
  const settings = await readSettings({
    ...options,
    seed: options["seed"] ?? run.seed,
    depth: options["depth"] === standard ? run.depth : options["depth"],
  });
  try {
    return { settings, narrowed: await narrow(settings, options) };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "SelectionError") throw error;
    process.stderr.write(`${error.message}: everything runs\n`);
    return { settings };
  }
}

function renderOpen(
  { cause, report }: OpenCause,
  left: number,
  options: Readonly<Record<string, unknown>>,
): string {
  const title = left === 1 ? "The last known cause" : `The first of ${formatCounted(left, "cause")}`;
  return renderAlone(report, cause, { ...terminalOptions(options), title });
}

function describeEvent(event: FixEvent, open: OpenCause | undefined): string {
  if (event === "confirming") return "No known cause is left: everything runs again\n";
  const name = open?.cause.breaks ?? open?.cause.id ?? "";
  if (event === "fixed") return `Fixed: ${name}\n`;
  if (event === "still-there") return `Not fixed yet: ${name}\n`;
  if (event === "different") return `${name} now shows another cause\n`;
  const reason = open?.report.cases.find(({ id }) => id === open.cause.breaks)?.reason ?? "it did not run";
  return `Not decided: ${name}: ${reason} (${programName()} explain ${name})\n`;
}
