/** Checks the options of the library as the command line checks its own: no value is guessed and no key is ignored. */
import { isErratum } from "./errata/read-errata.ts";
import type { Depth, Profile, Shard } from "../schemas/report.ts";
import { nearest } from "./target-file/nearest.ts";

/** An option of the library is wrong. The message names it. */
export class OptionsError extends Error {
  override readonly name = "OptionsError";
}

export const depths: readonly Depth[] = ["quick", "standard", "deep"];
export const profiles: readonly Profile[] = ["read", "search", "publish", "trust", "unpublish", "advisories"];

/** Milliseconds: Node treats a longer time as none. */
export const maxTimerMs: number = 2 ** 31 - 1;

/** What an option must be, in words; undefined if the value is that. */
type Rule = (value: unknown) => string | undefined;

function number(min: number, max: number, isWhole: boolean): Rule {
  const bounds = max === Number.MAX_VALUE ? `of at least ${min}` : `from ${min} to ${max}`;
  return (value) =>
    typeof value === "number" && value >= min && value <= max && (!isWhole || Number.isSafeInteger(value))
      ? undefined
      : `a ${isWhole ? "whole " : ""}number ${bounds}`;
}

function oneOf(words: readonly string[]): Rule {
  return (value) =>
    typeof value === "string" && words.includes(value) ? undefined : `one of ${words.join(", ")}`;
}

function listOf(rule: Rule): Rule {
  return (value) => {
    if (!Array.isArray(value)) return `a list, each ${rule(undefined) ?? ""}`;
    const wrong = value.map(rule).find((expected) => expected !== undefined);
    return wrong === undefined ? undefined : `a list, each ${wrong}`;
  };
}

function typed(type: "boolean" | "function" | "object", words: string): Rule {
  return (value) => (typeof value === type && value !== null ? undefined : words);
}

/** Text that is not empty: an empty pattern would select everything. */
const text: Rule = (value) =>
  typeof value === "string" && value.trim() !== "" ? undefined : "a text that is not empty";
const flag = typed("boolean", "true or false");
const callback = typed("function", "a function");

/** A part of the whole, counted from 1. */
const shard: Rule = (value) => {
  const { index, total } = (typeof value === "object" && value !== null ? value : {}) as Partial<Shard>;
  const isPart =
    Number.isSafeInteger(index) &&
    Number.isSafeInteger(total) &&
    Number(index) >= 1 &&
    Number(index) <= Number(total);
  return isPart ? undefined : "a part of the whole such as { index: 1, total: 3 }";
};

const erratum: Rule = (value) =>
  isErratum(value) ? undefined : "an erratum with id, status, reason and date";

const rules: Readonly<Record<string, Rule>> = {
  target: typed("object", "a target, or the content of a target file as an object"),
  targetFile: text,
  baseUrl: text,
  depth: oneOf(depths),
  seed: number(0, Number.MAX_VALUE, true),
  seedChosenBy: oneOf(["caller", "suite"]),
  profiles: listOf(oneOf(profiles)),
  only: listOf(text),
  skip: listOf(text),
  concurrency: number(1, Number.MAX_VALUE, true),
  rate: number(0.01, Number.MAX_VALUE, false),
  shard,
  timeoutMs: number(1, maxTimerMs, true),
  maxFailures: number(1, Number.MAX_VALUE, true),
  soakMs: number(0, maxTimerMs, false),
  errata: listOf(erratum),
  set: (value) =>
    (typeof value === "object" && value !== null && "digest" in value) || text(value) === undefined
      ? undefined
      : "the name or the file of a requirement set",
  strict: flag,
  readOnly: flag,
  cleanUp: flag,
  http1: flag,
  ca: (value) =>
    typeof value === "string" && value.includes("-----BEGIN CERTIFICATE-----")
      ? undefined
      : "the text of a PEM file with a certificate",
  targetArguments: text,
  writeLine: callback,
  onProgress: callback,
  onWait: callback,
  onCleanUp: callback,
  signal: (value) => (value instanceof AbortSignal ? undefined : "an AbortSignal"),
  earlier: typed("object", "an earlier run with its exchanges"),
  journal: typed("object", "a journal from createJournal()"),
};

/**
 * An option that is undefined counts as not given.
 * @param caller how messages call the function
 * @throws OptionsError if an option is unknown or has a wrong value, or if there is not exactly one target
 */
export function assertCertifyOptions(options: unknown, caller: string): void {
  if (typeof options !== "object" || options === null)
    throw new OptionsError(`Cannot use the options of ${caller}: expected an object`);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  assertKnownKeys(options, rules, caller);
  for (const [name, value] of given) assertOption(caller, name, value);
  const names = new Set(given.map(([name]) => name));
  if (names.has("target") && names.has("targetFile"))
    throw new OptionsError(`Cannot use "target" together with "targetFile" in ${caller}`);
  if (!["target", "targetFile", "baseUrl"].some((name) => names.has(name)))
    throw new OptionsError(`Nothing to certify in ${caller}: expected "targetFile", "target" or "baseUrl"`);
}

function assertOption(caller: string, name: string, value: unknown): void {
  const expected = rules[name]?.(value);
  if (expected === undefined) return;
  // an object may hold a token
  const shown =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? `, got ${value}`
      : "";
  throw new OptionsError(`Cannot use the option "${name}" of ${caller}: expected ${expected}${shown}`);
}

/** @throws OptionsError naming the first option that is unknown, and the nearest known one */
export function assertKnownKeys(
  options: object,
  known: Readonly<Record<string, unknown>>,
  caller: string,
): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const near = nearest(unknown, Object.keys(known));
  const hint = near === undefined ? "" : `, did you mean "${near}"`;
  throw new OptionsError(`Unknown option "${unknown}" of ${caller}${hint}`);
}
