/** Reads the command line and hands over to a command. */
import yargs, { type Argv } from "yargs";
import { exitCodes } from "../verdict/verdicts.ts";
import { nearest } from "../target-file/nearest.ts";
import { assertGivenOnce, optionsOf, requireValues, normalizeArguments } from "./arguments.ts";
import { type Command, UsageError } from "./command.ts";
import { addHelp, type CommandLine, renderHelp } from "./help.ts";
import { reportFailure } from "./failure.ts";
import { helpPages } from "./help-pages.ts";
import { programName } from "./program.ts";
import { environmentPrefix, settleEnvironment, toUsageMessage } from "./environment.ts";

interface CommandEntry extends CommandLine {
  readonly load: () => Promise<Command>;
}

const commands: readonly CommandEntry[] = [
  {
    command: "run",
    group: "Certify",
    describe: "Certify one registry",
    load: async () => (await import("./run-command.ts")).runCommand,
  },
  {
    command: "fix",
    group: "Certify",
    describe: "Show one cause at a time, and run its checks again after each change, until nothing is left",
    load: async () => (await import("./fix.ts")).fixCommand,
  },
  {
    command: "revisit <dir>",
    group: "Certify",
    describe: "Read what an earlier run --keep published once more, such as after an upgrade or a restore",
    load: async () => (await import("./revisit.ts")).revisitCommand,
  },
  {
    command: "list <kind> [words..]",
    group: "Look up",
    describe:
      "The catalogue: requirements, checks, chapters, operations, faults, choices, states, gaps, sets or factors",
    load: async () => (await import("./list.ts")).listCommand,
  },
  {
    command: "explain <id>",
    group: "Look up",
    describe:
      "One requirement or chapter: its rule, an example, what breaks it, and the evidence of a report",
    load: async () => (await import("./explain.ts")).explainCommand,
  },
  {
    command: "verify <dir>",
    group: "Use results",
    describe: "Verify the report of a finished run, offline, from its recorded exchanges",
    load: async () => (await import("./verify.ts")).verifyCommand,
  },
  {
    command: "merge <dirs..>",
    group: "Use results",
    describe: "One report from the runs of all shards",
    load: async () => (await import("./merge.ts")).mergeCommand,
  },
  {
    command: "judge <file>",
    group: "Watch traffic",
    describe: "Judge the traffic in a HAR file or a recording by the rules for every response",
    load: async () => (await import("./judge.ts")).judgeCommand,
  },
  {
    command: "proxy",
    group: "Watch traffic",
    describe: "Forward requests to a registry, and judge the responses by the same rules",
    load: async () => (await import("./proxy.ts")).proxyCommand,
  },
  {
    command: "site <dirs..>",
    group: "Use results",
    describe:
      "Write a static site of verified reports: matrix, and page, badge, certificates and history of each",
    load: async () => (await import("./site.ts")).siteCommand,
  },
  {
    command: "certificate <dir>",
    group: "Use results",
    describe: "Write a certificate of one page, from a report that verify confirms",
    load: async () => (await import("./certificate.ts")).certificateCommand,
  },
  {
    command: "annotate <file>",
    group: "Specification",
    describe:
      "Mark the text of the specification with requirements, verdicts and gaps; name what has changed in it",
    load: async () => (await import("./annotate.ts")).annotateCommand,
  },
  {
    command: "selftest",
    group: "Reference server",
    describe: "Run the suite against every bundled fault and choice, and print the kill matrix",
    load: async () => (await import("./selftest.ts")).selftestCommand,
  },
  {
    command: "compare <reports..>",
    group: "Use results",
    describe: "Compare two reports, or show several in a matrix",
    load: async () => (await import("./compare.ts")).compareCommand,
  },
  {
    command: "init",
    group: "Certify",
    describe: "Write a commented target file",
    load: async () => (await import("./init.ts")).initCommand,
  },
  {
    command: "serve",
    group: "Reference server",
    describe: "Run the bundled in-memory reference server",
    load: async () => (await import("./serve.ts")).serveCommand,
  },
  {
    command: "states <action> <what>",
    group: "Certify",
    describe: "A states hook: states check URL tries one, states scaffold LANGUAGE writes one to fill in",
    load: async () => (await import("./states-command.ts")).statesCommand,
  },
  {
    command: "completion <shell>",
    group: "Look up",
    describe: "A script that completes commands, options and ids: bash, zsh or fish",
    load: async () => (await import("./completion.ts")).createCompletion(commands),
  },
];

const names = commands.map(nameOf);

function nameOf({ command }: CommandEntry): string {
  return command.split(" ")[0] ?? command;
}

/**
 * @param args without the interpreter and the script
 * @returns the exit code
 */
export async function main(args: readonly string[], version: string): Promise<number> {
  const [first, second = "--help"] = args;
  // a run that was not asked for is not conformant, so that the code is that of a wrong command
  if (first === undefined) return printHelp(exitCodes.usage);
  if (helpWords.has(first) && (second.startsWith("-") || !names.includes(second)))
    return second.startsWith("-") ? printHelp(exitCodes.conformant) : rejectCommand(second);
  if (versionWords.has(first) && args.length === 1) {
    process.stdout.write(`${version}\n`);
    return exitCodes.conformant;
  }
  if (helpWords.has(first)) return await runCommandLine([second, "--help"], version);
  if (!first.startsWith("-") && !names.includes(first)) return rejectCommand(first);
  return await runCommandLine(args, version);
}

const helpWords: ReadonlySet<string> = new Set(["help", "--help", "-h"]);
const versionWords: ReadonlySet<string> = new Set(["version", "--version", "-v", "-V"]);

function printHelp(exitCode: number): number {
  process.stdout.write(renderHelp(programName(), commands));
  return exitCode;
}

function rejectCommand(name: string): number {
  const near = nearest(name, [...names, "help", "version"]);
  const hint = near === undefined ? "" : `, did you mean "${near}"`;
  return reportFailure(new UsageError(`Unknown command "${name}"${hint}; ${programName()} --help lists all`));
}

async function runCommandLine(args: readonly string[], version: string): Promise<number> {
  const name = args.find((argument) => !argument.startsWith("-")) ?? "";
  const usage = commands.find((entry) => nameOf(entry) === name)?.command ?? "";
  let failure: Error | undefined;
  let exitCode: number = exitCodes.conformant;
  let called: Argv | undefined;
  let parser = createParser(version).fail((message, error: Error | undefined) => {
    if (error !== undefined && error.name !== "YError") failure ??= error;
    const options = called === undefined ? [] : optionsOf(called);
    const told = toUsageMessage(message || (error?.message ?? ""), { args, usage, options });
    if (told !== undefined) failure ??= new UsageError(told);
  });
  for (const entry of commands) {
    // only the command that is called is loaded
    const command = nameOf(entry) === name ? await entry.load() : undefined;
    parser = parser.command({
      command: entry.command,
      describe: entry.describe,
      builder: (own: Argv) => {
        if (command === undefined) return own;
        called = requireValues(addHelp(command.configure(own), programName(), helpPages[name] ?? {}));
        if (!args.some((argument) => helpWords.has(argument))) renderNoHelpAhead(called);
        return called;
      },
      handler: async (options) => {
        if (failure !== undefined || command === undefined || called === undefined) return;
        assertGivenOnce(called, options);
        exitCode = await command.run(options);
      },
    });
  }
  try {
    for (const warning of settleEnvironment(process.env)) process.stderr.write(`${warning}\n`);
    await parser.parseAsync(normalizeArguments(args));
  } catch (error) {
    failure ??= error instanceof Error ? error : new Error(String(error));
  }
  return failure === undefined ? exitCode : reportFailure(failure);
}

/**
 * yargs renders the help of each command that runs, for messages that we word ourselves: for `run`, that took an eighth of the time
 * until its first request.
 */
function renderNoHelpAhead(parser: Argv): void {
  const { getInternalMethods } = parser as Argv & {
    readonly getInternalMethods?: () => { readonly getUsageInstance: () => { cacheHelpMessage: () => void } };
  };
  const usage = getInternalMethods?.call(parser).getUsageInstance();
  if (usage !== undefined) usage.cacheHelpMessage = () => {};
}

function createParser(version: string): Argv {
  return (
    yargs()
      .scriptName(programName())
      .usage("$0 <command> [options]")
      // our own words are English, and toUsageMessage reads those of yargs
      .locale("en")
      .env(environmentPrefix)
      .version(version)
      .alias("version", "v")
      .help()
      .alias("help", "h")
      .strict()
      .demandCommand(1, "Name a command")
      .exitProcess(false)
      .wrap(Math.min(100, process.stdout.columns ?? 80))
  );
}
