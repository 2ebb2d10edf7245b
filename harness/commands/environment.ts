/** Options from the environment: every option is `CONFORMANCE_<NAME>` too. */
import { UsageError } from "./command.ts";

export const environmentPrefix = "CONFORMANCE";

/** Every option of any command that is there or not, and takes no value. */
export const flags: readonly string[] = [
  "color",
  "force",
  "full",
  "json",
  "keep",
  "quiet",
  "read-only",
  "reference",
  "states",
  "strict",
  "update-baseline",
  "update-readme",
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
  "": false,
};

/**
 * Writes the flags of an environment as `true` or `false`: yargs takes every other word for false, and a run that was to be
 * read-only would write. `CONFORMANCE_NO_COLOR` is `--no-color`.
 * @throws UsageError where a flag is neither yes nor no
 */
export function settleFlags(environment: NodeJS.ProcessEnv): void {
  for (const flag of flags) {
    const name = `${environmentPrefix}_${flag.replaceAll("-", "_").toUpperCase()}`;
    const negated = name.replace("_", "_NO_");
    for (const [key, isNegated] of [
      [negated, true],
      [name, false],
    ] as const) {
      const value = environment[key];
      if (value === undefined) continue;
      const isSet = words[value.trim().toLowerCase()];
      if (isSet === undefined)
        throw new UsageError(`Cannot use ${key}: expected true or false, got ${JSON.stringify(value)}`);
      if (!isNegated || isSet) environment[name] = String(isSet !== isNegated);
    }
  }
}

/**
 * What yargs says of a command line, or undefined where that is about the environment alone: a variable that is an option of
 * another command, or a token's that a target file names, is no option that was mistyped.
 */
export function toUsageMessage(message: string, args: readonly string[]): string | undefined {
  const names = /^Unknown arguments?: (.+)$/.exec(message)?.[1]?.split(", ");
  if (names === undefined) return message;
  const typed = args.filter((arg) => arg.startsWith("-")).map(toWord);
  const mistyped = names.filter(
    (name) => !isFromEnvironment(name) || typed.some((word) => word.startsWith(toWord(name))),
  );
  // yargs names an option with hyphens a second time in camel case
  const once = mistyped.filter(
    (name, index) => mistyped.findIndex((other) => toWord(other) === toWord(name)) === index,
  );
  return once.length === 0
    ? undefined
    : `Unknown argument ${once.map((name) => `"${name}"`).join(", ")}; --help lists all options`;
}

function isFromEnvironment(name: string): boolean {
  return Object.keys(process.env).some(
    (key) => key.startsWith(`${environmentPrefix}_`) && toWord(key) === toWord(`${environmentPrefix}${name}`),
  );
}

function toWord(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
