/** Checks that yargs lacks: an option that needs a value has exactly one, and a flag is true or false. */
import type { Argv } from "yargs";
import { UsageError } from "./command.ts";
import { flags, toFlag } from "./environment.ts";

/** What yargs knows about a command's options. Its types omit it. */
interface KnownOptions {
  readonly key: Readonly<Record<string, unknown>>;
  readonly array: readonly string[];
  readonly boolean: readonly string[];
}

/**
 * The arguments with each flag's value normalized to `true` or `false`, since yargs reads any other word as false.
 * @throws UsageError if a value is empty, which would select everything, or a flag is neither true nor false
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

/** @param before the argument before it */
function toPlace(before: string | undefined): string {
  if (before === undefined) return "the first argument";
  return before.startsWith("--") ? before : `what follows "${before}"`;
}

/** `baseUrl` as `base-url`: yargs accepts both. */
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

/** `--watch` alone watches the target file. */
const mayLackValue: ReadonlySet<string> = new Set(["watch"]);

/** Makes yargs reject each option that needs a value and has none. */
export function requireValues(parser: Argv): Argv {
  return parser.requiresArg(valuesOf(parser).filter((name) => !mayLackValue.has(name)));
}

/** @throws UsageError if an option that takes one value has several */
export function assertGivenOnce(parser: Argv, options: Readonly<Record<string, unknown>>): void {
  const { array } = toKnownOptions(parser);
  const twice = valuesOf(parser).find((name) => !array.includes(name) && Array.isArray(options[name]));
  if (twice !== undefined) throw new UsageError(`Cannot use --${twice} more than once: it takes one value`);
}
