/** `completion`: prints a script that completes commands, options and ids in a shell. */
import yargs, { type Argv } from "yargs";
import { exitCodes } from "../verdict/verdicts.ts";
import type { Command } from "./command.ts";

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

/** The names that the package gives the program. */
const programs = ["registry-conformance", "volume-registry-conformance"] as const;

/** A command with its options. */
interface Completable {
  readonly name: string;
  readonly describe: string;
  readonly options: readonly {
    readonly name: string;
    readonly describe: string;
    readonly choices: readonly string[];
    readonly isFlag: boolean;
  }[];
}

/** What the command line tells about a command. */
export interface CommandEntry {
  readonly command: string;
  readonly describe: string;
  readonly load: () => Promise<Command>;
}

export function createCompletion(entries: readonly CommandEntry[]): Command {
  return {
    configure: (parser) =>
      parser.positional("shell", {
        choices: shells,
        demandOption: true,
        describe: "The shell of the script",
      }),
    run: async (options) => {
      const { chapters } = await import("../../suites/index.ts");
      const ids = chapters.flatMap(({ id, checks, invariants = [] }) => [
        id,
        ...[...checks, ...invariants].map(({ id }) => id),
      ]);
      const commands = await Promise.all(entries.map(toCompletable));
      const shell = shells.find((one) => one === options["shell"]) ?? "bash";
      process.stdout.write(render(shell, commands, ids));
      return exitCodes.conformant;
    },
  };
}

/** What yargs knows of a command's options. Its types omit it. */
interface KnownOptions {
  readonly key: Readonly<Record<string, unknown>>;
  readonly boolean: readonly string[];
  readonly choices: Readonly<Record<string, readonly string[]>>;
}

async function toCompletable({ command, describe, load }: CommandEntry): Promise<Completable> {
  const [name = ""] = command.split(" ");
  // the script cannot complete itself
  const parser = name === "completion" ? yargs() : (await load()).configure(yargs().version(false));
  const known = (parser as Argv & { readonly getOptions: () => KnownOptions }).getOptions();
  const texts = (
    parser as Argv & {
      readonly getInternalMethods: () => {
        readonly getUsageInstance: () => {
          readonly getDescriptions: () => Readonly<Record<string, string | undefined>>;
        };
      };
    }
  )
    .getInternalMethods()
    .getUsageInstance()
    .getDescriptions();
  const words = new Set(command.split(" ").map((word) => word.replaceAll(/[<>[\].]/gu, "")));
  const names = Object.keys(known.key).filter((one) => !words.has(one));
  return {
    name,
    describe,
    options: names.map((one) => ({
      name: one,
      describe: (texts[one] ?? "").replace("__yargsString__:", ""),
      choices: known.choices[one] ?? [],
      isFlag: known.boolean.includes(one),
    })),
  };
}

function render(shell: Shell, commands: readonly Completable[], ids: readonly string[]): string {
  if (shell === "fish") return renderFish(commands, ids);
  const zsh = "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n";
  return `${shell === "zsh" ? zsh : ""}${renderBash(commands, ids)}`;
}

/** Options that take ids. */
const idOptions = ["only", "skip"] as const;

const kinds = "requirements checks faults choices states chapters operations";

function renderBash(commands: readonly Completable[], ids: readonly string[]): string {
  const withChoices = new Map(
    commands
      .flatMap(({ options }) => options)
      .flatMap(({ name, choices }) => (choices.length === 0 ? [] : [[name, choices.join(" ")] as const])),
  );
  const choices = [...withChoices].map(([name, words]) => `      --${name}) words="${words}" ;;`);
  const own = commands.map(
    ({ name, options }) =>
      `      ${name}) words="${options.map((option) => `--${option.name}`).join(" ")}" ;;`,
  );
  return `# Completion of registry-conformance; load it with: source <(registry-conformance completion bash)
_registry_conformance() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${[...commands.map(({ name }) => name), "help", "version"].join(" ")}"
  else
    case "$before" in
${choices.join("\n")}
      ${idOptions.map((name) => `--${name}`).join("|")}|explain) words="$_registry_conformance_ids" ;;
      list) words="${kinds}" ;;
      completion) words="${shells.join(" ")}" ;;
    esac
  fi
  if [ -z "$words" ]; then
    case "$command" in
${own.join("\n")}
    esac
    case "$current" in -*) ;; *) words="" ;; esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
_registry_conformance_ids="${ids.join(" ")}"
complete -o default -F _registry_conformance ${programs.join(" ")}
`;
}

function renderFish(commands: readonly Completable[], ids: readonly string[]): string {
  const lines = programs.flatMap((program) => [
    ...commands.map(
      ({ name, describe }) =>
        `complete -c ${program} -n __fish_use_subcommand -f -a ${name} -d ${quoteFish(describe)}`,
    ),
    ...commands.flatMap(({ name, options }) =>
      options.map((option) => {
        const values = idOptions.some((one) => one === option.name)
          ? ' -x -a "$__registry_conformance_ids"'
          : option.choices.length > 0
            ? ` -x -a ${quoteFish(option.choices.join(" "))}`
            : option.isFlag
              ? ""
              : " -r";
        return `complete -c ${program} -n "__fish_seen_subcommand_from ${name}" -l ${option.name}${values} -d ${quoteFish(option.describe)}`;
      }),
    ),
    `complete -c ${program} -n "__fish_seen_subcommand_from explain" -f -a "$__registry_conformance_ids"`,
    `complete -c ${program} -n "__fish_seen_subcommand_from list" -f -a ${quoteFish(kinds)}`,
  ]);
  return `# Completion of registry-conformance; load it with: registry-conformance completion fish | source
set -g __registry_conformance_ids ${ids.join(" ")}
${lines.join("\n")}
`;
}

function quoteFish(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`;
}
