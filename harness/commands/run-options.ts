/** The options of `run`, and what they mean. */
import { randomInt } from "node:crypto";
import { basename, isAbsolute } from "node:path";
import type { Argv } from "yargs";
import { toShellWord } from "../../reports/curl.ts";
import type { Depth, Profile, Shard } from "../../schemas/report.ts";
import { depths, profiles } from "../certify-options.ts";
import type { RunOptions } from "../plan/run-plan.ts";
import { toNumber, toWords, UsageError } from "./command.ts";
import { colorOptions } from "./terminal-options.ts";

/** Names the options of `run`. */
export function configureRun(parser: Argv): Argv {
  return parser
    .option("target", { type: "string", describe: "Target file (JSON, YAML or ES module)" })
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
    .option("errata", {
      type: "string",
      describe: "File of withdrawn and disputed requirements, in place of the package's",
    })
    .option("set", {
      type: "string",
      describe: "Requirement set that the verdict is about; by default the newest",
    })
    .option("failed-from", {
      type: "string",
      describe: "report.json of an earlier run: only what did not pass in it",
    })
    .option("max-failures", {
      type: "number",
      describe: "Begin no further check after this many failures",
    })
    .option("list", {
      type: "boolean",
      default: false,
      describe: "Send nothing: list what would run, and what the target file lacks",
    })
    .option("depth", { choices: depths, default: "standard", describe: "How much to try" })
    .option("soak", {
      type: "number",
      describe: "Wait so many seconds at the end, then read all that was published once more",
    })
    .option("seed", {
      type: "number",
      describe: "Seed of all random values; repeats the run with this seed",
    })
    .option("repeat", {
      type: "number",
      describe:
        "Run this many seeds at once, and print each requirement that was not the same in all of them",
    })
    .option("shard", {
      type: "string",
      describe: "I/N: only the Ith of N parts of the checks; merge puts the reports together",
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
    .option("read-only", {
      type: "boolean",
      default: false,
      describe: "Send only read requests; a states hook is asked all the same",
    })
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
    .option("watch", {
      type: "string",
      array: true,
      describe:
        "Run again after each change of the target file, of files that it names, of these paths, and at Enter",
    })
    .option("open", { type: "boolean", default: false, describe: "Open report.html afterwards" })
    .option("quiet", { type: "boolean", default: false, describe: "Print only failures" })
    .options(colorOptions);
}

/** @throws UsageError if a number is out of its bounds */
export function toSettings(options: Readonly<Record<string, unknown>>): RunOptions {
  const seed =
    options["seed"] === undefined ? randomInt(2 ** 32) : toNumber(options, "seed", { min: 0, whole: true });
  return {
    depth: options["depth"] as Depth,
    seed,
    seedChosenBy: options["seed"] === undefined ? "suite" : "caller",
    profiles: options["profile"] as readonly Profile[],
    only: toWords(options["only"]),
    skip: toWords(options["skip"]),
    concurrency: toNumber(options, "concurrency", { min: 1, whole: true }),
    ...(typeof options["shard"] === "string" ? { shard: toShard(options) } : {}),
    ...(options["rate"] === undefined
      ? {}
      : { rate: toNumber(options, "rate", { min: 0.01, whole: false }) }),
    ...(options["max-failures"] === undefined
      ? {}
      : { maxFailures: toNumber(options, "max-failures", { min: 1, whole: true }) }),
    ...(options["soak"] === undefined
      ? {}
      : { soakMs: 1000 * toNumber(options, "soak", { min: 0, whole: false }) }),
    strict: options["strict"] === true,
    readOnly: options["read-only"] === true,
    // the bundled server keeps nothing after it stops
    cleanUp: options["keep"] !== true && options["reference"] !== true,
    targetArguments: toTargetArguments(options),
  };
}

/** @throws UsageError if it is not two numbers such as 1/3, or the shards have no seed in common */
function toShard(options: Readonly<Record<string, unknown>>): Shard {
  const text = String(options["shard"]);
  const [, first = "", second = ""] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const [index, total] = [Number(first), Number(second)];
  if (first === "" || index < 1 || index > total)
    throw new UsageError(`Cannot use --shard "${text}": expected a part of the whole such as 1/3`);
  if (options["seed"] === undefined)
    throw new UsageError("Cannot use --shard without --seed: all shards need the same seed to be merged");
  return { index, total };
}

/**
 * The arguments that select the same target again, as words of a shell. Reports are published, so that a file has its name
 * without its folder; what is printed has the whole path.
 */
export function toTargetArguments(options: Readonly<Record<string, unknown>>, isPrinted = false): string {
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
