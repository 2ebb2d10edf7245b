/** What a command line has to be beyond what yargs asks of it: no option without its value, none twice, no flag but yes or no. */
import type { Argv } from "yargs";
import { UsageError } from "./command.ts";
import { flags, toFlag } from "./environment.ts";

/** What yargs knows of a command's options; its types leave it out. */
interface KnownOptions {
  readonly key: Readonly<Record<string, unknown>>;
  readonly array: readonly string[];
  readonly boolean: readonly string[];
}

/**
 * The arguments with each flag's own value as `true` or `false`, since yargs takes every other word for false.
 * @throws UsageError where a value is empty, which would select everything, or a flag is neither yes nor no
 */
export function normalizeArguments(args: readonly string[]): readonly string[] {
  return args.map((argument, index) => {
    const [, name, value] = /^--([^=]+)=(.*)$/su.exec(argument) ?? [];
    if ((value ?? argument).trim() === "") {
      const place = name === undefined ? toPlace(args[index - 1]) : `--${name}`;
      throw new UsageError(`Cannot use ${place}: expected a value, got ${JSON.stringify(value ?? argument)}`);
    }
    if (name === undefined || value === undefined || !flags.includes(toHyphens(name))) return argument;
    return `--${name}=${String(toFlag(`--${name}`, value))}`;
  });
}

/** @param before what stands before the argument */
function toPlace(before: string | undefined): string {
  if (before === undefined) return "the first argument";
  return before.startsWith("--") ? before : `what follows "${before}"`;
}

/** `baseUrl` as `base-url`: yargs takes either. */
function toHyphens(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}

/** Every option of a configured command that takes a value. */
function valuesOf(parser: Argv): readonly string[] {
  const { key, boolean } = toKnownOptions(parser);
  return Object.keys(key).filter((name) => !boolean.includes(name));
}

function toKnownOptions(parser: Argv): KnownOptions {
  return (parser as Argv & { readonly getOptions: () => KnownOptions }).getOptions();
}

/** The names of a configured command's options. */
export function optionsOf(parser: Argv): readonly string[] {
  return Object.keys(toKnownOptions(parser).key);
}

/** Has yargs refuse each option that takes a value and has none. */
export function requireValues(parser: Argv): Argv {
  return parser.requiresArg(valuesOf(parser));
}

/** @throws UsageError where an option that takes one value was given several */
export function assertGivenOnce(parser: Argv, options: Readonly<Record<string, unknown>>): void {
  const { array } = toKnownOptions(parser);
  const twice = valuesOf(parser).find((name) => !array.includes(name) && Array.isArray(options[name]));
  if (twice !== undefined) throw new UsageError(`Cannot use --${twice} more than once: it takes one value`);
}
