/** Options from the environment: every option is `CONFORMANCE_<NAME>` too. */
import { nearest } from "../target-file/nearest.ts";
import { UsageError } from "./command.ts";

export const environmentPrefix = "CONFORMANCE";

/** Every option of any command that takes no value. */
export const flags: readonly string[] = [
  "changed",
  "color",
  "force",
  "full",
  "http1",
  "json",
  "keep",
  "list",
  "open",
  "probe",
  "quiet",
  "read-only",
  "reference",
  "states",
  "strict",
  "update-baseline",
];

/** Every option of any command that takes a value. */
export const valued: readonly string[] = [
  "as",
  "base-url",
  "baseline",
  "ca",
  "chapter",
  "choice",
  "circumstance",
  "combinations",
  "concurrency",
  "depth",
  "errata",
  "failed-from",
  "fault",
  "file",
  "from-har",
  "host",
  "html",
  "level",
  "max-failures",
  "only",
  "operation",
  "out",
  "port",
  "profile",
  "rate",
  "readme",
  "repeat",
  "report",
  "seed",
  "seeds",
  "set",
  "shard",
  "skip",
  "soak",
  "target",
  "timeout",
  "watch",
  "workers",
  "write-target",
];

const words: Readonly<Record<string, boolean>> = {
  true: true,
  1: true,
  yes: true,
  on: true,
  false: false,
  0: false,
  no: false,
  off: false,
};

/**
 * The value of a flag.
 * @param name as the user gave it
 * @throws UsageError if it is neither true nor false
 */
export function toFlag(name: string, value: string): boolean {
  const isSet = words[value.trim().toLowerCase()];
  if (isSet === undefined)
    throw new UsageError(`Cannot use ${name}: expected true or false, got ${JSON.stringify(value)}`);
  return isSet;
}

/**
 * Changes an environment to what yargs understands. Flags become `true` or `false`, since yargs reads any other word as false,
 * and a read-only run would write. Empty options are removed, because CI services set variables without a value.
 * `CONFORMANCE_NO_COLOR` is `--no-color`.
 * @returns a warning for each variable that looks like a mistyped option; tokens of a target file may have any name
 * @throws UsageError if a flag is neither true nor false
 */
export function settleEnvironment(environment: NodeJS.ProcessEnv): readonly string[] {
  const names = [...valued, ...flags, ...flags.map((flag) => `no-${flag}`)].map(toVariable);
  for (const name of names) if (environment[name]?.trim() === "") delete environment[name];
  for (const flag of flags) {
    for (const isNegated of [true, false]) {
      const key = toVariable(isNegated ? `no-${flag}` : flag);
      const value = environment[key];
      if (value === undefined) continue;
      const isSet = toFlag(key, value);
      if (!isNegated || isSet) environment[toVariable(flag)] = String(isSet !== isNegated);
    }
  }
  return Object.keys(environment).flatMap((key) => {
    if (!key.startsWith(`${environmentPrefix}_`) || names.includes(key)) return [];
    const word = withoutPrefix(key);
    const near =
      word.length < minWordLength || word.includes("TOKEN")
        ? undefined
        : nearest(word, names.map(withoutPrefix));
    return near === undefined ? [] : [`${key} is not an option, did you mean ${environmentPrefix}_${near}`];
  });
}

/** Two edits turn any shorter word into any other. */
const minWordLength = 4;

function toVariable(option: string): string {
  return `${environmentPrefix}_${option.replaceAll("-", "_").toUpperCase()}`;
}

function withoutPrefix(variable: string): string {
  return variable.slice(environmentPrefix.length + 1);
}

/** A command line as yargs was given it. */
interface Called {
  readonly args: readonly string[];
  /** The names of the command's options. */
  readonly options: readonly string[];
  /** The command and its arguments, such as `verify <dir>`. */
  readonly usage: string;
}

/**
 * The message of yargs in our own words. Undefined if it is about the environment only: a variable may be an option of another
 * command or a token of a target file.
 */
export function toUsageMessage(message: string, called: Called): string | undefined {
  const missing = /^Not enough arguments following: (.+)$/u.exec(message)?.[1];
  if (missing !== undefined) return `Cannot use --${missing}: expected a value`;
  if (message.startsWith("Not enough non-option arguments"))
    return `An argument is missing: expected registry-conformance ${called.usage}`;
  const [, option = "", given, expected = ""] =
    /Argument: ([\w-]+), Given: (.+), Choices: (.+)/u.exec(message) ?? [];
  if (given !== undefined) {
    // yargs counts the arguments of a command among its options
    const isOption =
      called.options.includes(option) && !new RegExp(`[<[]${option}\\b`, "u").test(called.usage);
    const place = isOption ? `--${option} ${given}` : `${given} as ${option}`;
    return toChoiceMessage(place, given, expected);
  }
  const names = /^Unknown arguments?: (.+)$/.exec(message)?.[1]?.split(", ");
  return names === undefined ? message : toUnknownMessage(names, called);
}

/** @param expected the allowed words, quoted, separated by commas */
function toChoiceMessage(place: string, given: string, expected: string): string {
  const near = nearest(given.replaceAll('"', ""), expected.replaceAll('"', "").split(", "));
  return `Cannot use ${place}: expected one of ${expected}${near === undefined ? "" : `, did you mean "${near}"`}`;
}

function toUnknownMessage(names: readonly string[], { args, options }: Called): string | undefined {
  const typed = args.filter((arg) => arg.startsWith("-")).map(toWord);
  const mistyped = names.filter(
    (name) => !isFromEnvironment(name) || typed.some((word) => word.startsWith(toWord(name))),
  );
  // yargs names an option with hyphens a second time in camel case
  const once = mistyped.filter(
    (name, index) => mistyped.findIndex((other) => toWord(other) === toWord(name)) === index,
  );
  if (once.length === 0) return undefined;
  const [first = ""] = once;
  const near = typed.includes(toWord(first)) ? nearest(first, options) : undefined;
  return `Unknown argument ${once.map((name) => `"${name}"`).join(", ")}${near === undefined ? "" : `, did you mean --${near}`}; --help lists all options`;
}

function isFromEnvironment(name: string): boolean {
  return Object.keys(process.env).some(
    (key) => key.startsWith(`${environmentPrefix}_`) && toWord(key) === toWord(`${environmentPrefix}${name}`),
  );
}

function toWord(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
