/** The help of the program: its commands in groups, examples and exit codes. */
import type { Argv } from "yargs";
import { optionsOf } from "./arguments.ts";
import { wrap } from "./table.ts";

/** What a command's help has beside its options. */
export interface CommandHelp {
  /** Headings with the names of the options below them. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** Arguments of the program, each with what they do. */
  readonly examples?: readonly (readonly [args: string, does: string])[];
  /** True if it ends with the exit codes of a run. */
  readonly certifies?: boolean;
}

export interface CommandLine {
  /** The command with its arguments, such as `verify <dir>`. */
  readonly command: string;
  readonly group: string;
  readonly describe: string;
}

const exitCodeLines: readonly (readonly [code: string, meaning: string])[] = [
  ["0", "conformant"],
  ["1", "at least one requirement failed, or the baseline has an error"],
  ["2", "the command or the target file is wrong"],
  ["3", "the registry could not be tested: not reachable, token rejected, or nothing decided"],
  ["4", "partial: nothing failed, but a selected requirement was not decided"],
  ["5", "the suite itself broke; this says nothing about the registry"],
  ["130", "interrupted; the reports of what had run are written"],
];

const examples: NonNullable<CommandHelp["examples"]> = [
  ["run --reference", "certify the bundled reference server: no registry is needed"],
  ["run --base-url https://registry.example", "the read-only checks against a registry"],
  ["init", "write a target file; then: run --target conformance.target.mjs"],
  ["explain finalize/bytes-have-arrived", "what one requirement demands, with an example"],
];

/** The help of the program as a whole. */
export function renderHelp(program: string, commands: readonly CommandLine[]): string {
  const groups = [...new Set(commands.map(({ group }) => group))];
  const width = Math.max(...commands.map(({ command }) => command.length));
  const lines = [
    "Certifies a registry against the Package Registry HTTP API.",
    "",
    `Usage: ${program} <command> [options]`,
    ...groups.flatMap((group) => [
      "",
      `${group}:`,
      ...commands
        .filter((one) => one.group === group)
        .flatMap(({ command, describe }) => renderPair(command, describe, width)),
    ]),
    "",
    ...renderExamples(program, examples),
    "",
    ...renderExitCodes(),
    "",
    `  ${program} <command> --help`,
    ...wrap(
      "lists the options of a command. Each is also an environment variable: --base-url is CONFORMANCE_BASE_URL.",
      6,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function renderPair(name: string, text: string, width: number): readonly string[] {
  const indent = width + 4;
  const [first = "", ...rest] = wrap(text, indent);
  return [`  ${name.padEnd(width)}  ${first.trimStart()}`, ...rest];
}

function renderExitCodes(): readonly string[] {
  return ["Exit codes:", ...exitCodeLines.flatMap(([code, meaning]) => renderPair(code, meaning, 3))];
}

/** A configured command with its groups, examples and exit codes. */
export function addHelp(
  parser: Argv,
  program: string,
  { groups = {}, examples: own = [], certifies = false }: CommandHelp,
): Argv {
  const known = new Set(optionsOf(parser));
  const grouped = Object.entries(groups).reduce(
    (current, [title, options]) =>
      current.group(
        options.filter((option) => known.has(option)),
        `${title}:`,
      ),
    parser,
  );
  const lines = [
    ...(own.length === 0 ? [] : renderExamples(program, own)),
    ...(certifies ? ["", ...renderExitCodes()] : []),
  ];
  return lines.length === 0 ? grouped : grouped.epilogue(lines.join("\n"));
}

function renderExamples(program: string, shown: NonNullable<CommandHelp["examples"]>): readonly string[] {
  return ["Examples:", ...shown.flatMap(([args, does]) => [`  ${program} ${args}`, ...wrap(does, 6)])];
}
