/** What `judge` and `proxy` share: options, the end of a judgement, and its output. */
import type { Argv } from "yargs";
import type { Profile } from "../../schemas/report.ts";
import type { RunOptions, TrafficOptions } from "../plan/run-plan.ts";
import { readTarget } from "../target-file/read-target.ts";
import type { Target } from "../target-file/target.ts";
import { toWords } from "./command.ts";
import { readSet, setOption } from "./use-set.ts";
import { readErrata } from "./use-errata.ts";
import { colorOptions } from "./terminal-options.ts";

type Options = Readonly<Record<string, unknown>>;

const profiles: readonly Profile[] = ["read", "search", "publish", "trust", "unpublish", "advisories"];

/** Adds the options that both commands have. */
export function configureTraffic(parser: Argv): Argv {
  return parser
    .option("target", { type: "string", describe: "Target file; its base URL says which traffic is judged" })
    .option("profile", {
      choices: profiles,
      array: true,
      default: [],
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
    .options(setOption("Requirement set that the verdict is about; by default the newest"))
    .option("strict", { type: "boolean", default: false, describe: "Count warnings as failures" })
    .option("baseline", { type: "string", describe: "File of known results" })
    .option("out", {
      type: "string",
      // not where a run writes: its report may be what is judged again
      default: "traffic-report",
      describe: "Directory for all report files",
    })
    .option("report", {
      type: "string",
      array: true,
      default: [],
      describe: "FORMAT:FILE, instead of --out",
    })
    .option("quiet", { type: "boolean", default: false, describe: "Print only failures" })
    .options(colorOptions);
}

/** The options of a judgement in the terms of a run. Nothing is random, and nothing is sent. */
export async function toTrafficSettings(options: Options, traffic: TrafficOptions): Promise<RunOptions> {
  return {
    depth: "standard",
    seed: 0,
    profiles: options["profile"] as readonly Profile[],
    only: toWords(options["only"]),
    skip: toWords(options["skip"]),
    concurrency: 1,
    strict: options["strict"] === true,
    readOnly: true,
    cleanUp: false,
    targetArguments: "",
    errata: await readErrata(options),
    set: await readSet(options),
    traffic,
  };
}

/** The target of a file, or of a base URL alone. */
export async function readTrafficTarget(options: Options, baseUrl: string | undefined): Promise<Target> {
  const file = options["target"];
  const { target, warnings } = await readTarget({
    environment: process.env,
    ...(typeof file === "string" ? { file } : {}),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  return target;
}
