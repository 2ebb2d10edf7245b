/** `selftest`: the suite against every fault and every choice of the reference server, and the resulting kill matrix. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { circumstances } from "../../reference-server/faults/changes/circumstances.ts";
import { renderKillMatrixPage } from "../../reports/html/kill-matrix-page.tsx";
import { renderKillMatrix, renderKillMatrixJson } from "../../reports/kill-matrix.ts";
import { hasProof, renderProof, replaceProof } from "../../reports/proof.ts";
import type { KillMatrix } from "../../schemas/kill-matrix.ts";
import { readProxies } from "../transport/proxies.ts";
import { exitCodes } from "../verdict/verdicts.ts";
import { countBinding, toMatrix } from "../selftest/matrix.ts";
import {
  describeBlame,
  describeFirstCauses,
  describeMissedLimits,
  describeOperations,
} from "../selftest/blame.ts";
import { describeConfirmations, toConfirmations } from "../selftest/confirmations.ts";
import { describeYield } from "../selftest/budget.ts";
import { forms, type Plan, planDefaults, toPlan } from "../selftest/plan.ts";
import { runTasks } from "../selftest/pool.ts";
import { describeSocketRuns, toSocketRuns } from "../selftest/sockets.ts";
import {
  dependsOnSeed,
  describeSeeds,
  type SeedPlan,
  type SeedResult,
  toSeedPlan,
  toSeedResults,
  toWholePlan,
} from "../selftest/seeds.ts";
import { type Command, toNumber, toWords, UsageError } from "./command.ts";
import { writeNow } from "./destination.ts";
import { makeFolders } from "./output.ts";
import { readText } from "./read-report.ts";
import { keepAll, tryChanges } from "./selftest-changed.ts";
import { endProgress, explainWrong, showProgress } from "./selftest-output.ts";

export const selftestCommand: Command = {
  configure: (parser) =>
    parser
      .option("only", {
        type: "string",
        array: true,
        default: [],
        describe: "Only faults and choices whose names match this pattern",
      })
      .option("changed", {
        type: "boolean",
        default: false,
        describe:
          "Only what has changed since the results that are kept in node_modules/.cache: faults and choices, and each changed check with all choices",
      })
      .option("combinations", {
        type: "number",
        default: planDefaults.combinations,
        describe: "Number of random combinations of choices to try",
      })
      .option("full", {
        type: "boolean",
        default: false,
        describe:
          "Run all checks against every fault and every choice, and leave none to a sample or a group",
      })
      .option("depth", {
        choices: ["quick", "standard", "deep"],
        default: planDefaults.depth,
        describe: "Depth of each run",
      })
      .option("seed", {
        type: "number",
        default: planDefaults.seed,
        describe: "Seed of every run and of the combinations",
      })
      .option("circumstance", {
        choices: Object.keys(circumstances),
        describe:
          "Let each fault hold in this circumstance only: what is missed then needs two things to meet",
      })
      .option("seeds", {
        type: "number",
        describe:
          "Instead: put each fault into one form of names, with this many seeds; the verdict has to be the same each time",
      })
      .option("workers", {
        type: "number",
        default: availableParallelism(),
        describe: "Runs at once; by default one for each core",
      })
      .option("out", { type: "string", describe: "Directory for kill-matrix.txt, .json and .html" })
      .option("readme", {
        type: "string",
        describe: "Fail unless the self-test section of this document is current",
      }),
  run: async (options) => {
    const plan = toPlan(options);
    const workers = toNumber(options, "workers", { min: 1, whole: true });
    if (options["changed"] === true) {
      assertWholePlan(options);
      return await tryChanges(plan, workers);
    }
    if (options["seeds"] !== undefined) return await trySeeds(plan, workers, options);
    const readme = await toReadme(options);
    const out = typeof options["out"] === "string" ? options["out"] : undefined;
    if (out !== undefined) await makeFolders([out]);
    readProxies(process.env);
    const startedAt = new Date();
    const socketRuns = toSocketRuns(plan);
    const tasks = [...plan.tasks, ...socketRuns.map(({ task }) => task)];
    const all = await runTasks(tasks, workers, (done) => showProgress(done, tasks.length));
    endProgress();
    const confirmed = await confirmReports(plan, workers);
    const answers = all.slice(0, plan.tasks.length);
    const sockets = describeSocketRuns(plan, socketRuns, answers, all.slice(plan.tasks.length));
    const matrix = toMatrix(plan, answers, startedAt);
    const text = renderKillMatrix(matrix);
    process.stdout.write(text);
    const byFault = answers.slice(0, plan.faults.length);
    const missedLimits = plan.isPart ? [] : describeMissedLimits(plan.faults, byFault);
    for (const line of [
      ...describeBlame(plan.faults, byFault),
      ...describeFirstCauses(plan.faults, byFault),
      ...describeOperations(plan.faults, byFault),
      ...sockets.lines,
      ...confirmed.lines,
      ...describeYield(plan, answers, matrix.totals.killed),
      ...explainWrong(plan, matrix, answers),
      ...missedLimits,
    ])
      process.stdout.write(`${line}\n`);
    if (out !== undefined) await writeMatrix(out, matrix, text);
    if (isWholePlan(options)) await keepAll(plan, answers);
    const isCurrent = readme === undefined || (await isProvenIn(readme, matrix));
    const { missed, killedByAnother, falseAlarms } = matrix.totals;
    return isCurrent &&
      sockets.isEqual &&
      confirmed.areAllConfirmed &&
      missedLimits.length === 0 &&
      missed + killedByAnother + falseAlarms === 0
      ? exitCodes.conformant
      : exitCodes.failed;
  },
};

/** The options that change what runs, or what is said of it. */
const ownOptions = [
  "only",
  "combinations",
  "depth",
  "seed",
  "circumstance",
  "seeds",
  "full",
  "out",
  "readme",
] as const;
const defaults: Readonly<Record<string, unknown>> = { ...planDefaults, full: false };

function differs(options: Readonly<Record<string, unknown>>, name: string): boolean {
  return name === "only" ? toWords(options[name]).length > 0 : options[name] !== defaults[name];
}

/** True if each run has the result that `--changed` would keep. */
function isWholePlan(options: Readonly<Record<string, unknown>>): boolean {
  return ownOptions.every((name) => ["out", "readme"].includes(name) || !differs(options, name));
}

/** @throws UsageError if an option is given that `--changed` cannot take into account */
function assertWholePlan(options: Readonly<Record<string, unknown>>): void {
  const used = ownOptions.find((name) => differs(options, name));
  if (used !== undefined)
    throw new UsageError(`Cannot use --${used} with --changed: results of the whole self-test are kept`);
}

/** Verifies reports of all kinds of runs; none if only a part of the self-test runs. */
async function confirmReports(
  plan: Plan,
  workers: number,
): Promise<ReturnType<typeof describeConfirmations>> {
  const tasks = toConfirmations(plan);
  const confirmations = await runTasks(tasks, workers, (done) => showProgress(done, tasks.length));
  endProgress();
  return describeConfirmations(confirmations.flat());
}

/** Prints which verdicts depend on the seed. */
async function trySeeds(
  plan: Plan,
  workers: number,
  options: Readonly<Record<string, unknown>>,
): Promise<number> {
  const count = toNumber(options, "seeds", { min: 2, whole: true });
  const used = ["readme", "out"].find((name) => options[name] !== undefined);
  if (used !== undefined) throw new UsageError(`Cannot use --${used} with --seeds: there is no kill matrix`);
  if (plan.faults.length === 0) throw new UsageError("Cannot use --seeds: --only matches no fault");
  const { circumstance } = options;
  const wanted = forms.filter((form) => circumstance === undefined || form === circumstance);
  if (wanted.length === 0)
    throw new UsageError(`Cannot use --circumstance with --seeds: expected ${forms.join(" or ")}`);
  const seedPlan = toSeedPlan(plan, count, wanted);
  readProxies(process.env);
  async function run(part: SeedPlan): Promise<readonly SeedResult[]> {
    const { tasks } = part;
    const answers = await runTasks(tasks, workers, (done) => showProgress(done, tasks.length));
    endProgress();
    return toSeedResults(part, answers);
  }
  const alone = await run(seedPlan);
  const results = [
    ...alone.filter((one) => !dependsOnSeed(one)),
    ...(await run(toWholePlan(seedPlan, alone))),
  ];
  process.stdout.write(`${describeSeeds(results, count).join("\n")}\n`);
  return results.some(dependsOnSeed) ? exitCodes.failed : exitCodes.conformant;
}

/**
 * The document whose numbers are to be checked, looked at before anything is run.
 * @throws UsageError if it cannot be read or has no self-test section, or if only a part of the self-test runs
 */
async function toReadme(options: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  const file = options["readme"];
  if (typeof file !== "string") return undefined;
  if (toWords(options["only"]).length > 0)
    throw new UsageError("Cannot use --readme with --only: the section has the numbers of a whole self-test");
  if (replaceProof(await readText(file), "") === undefined)
    throw new UsageError(`Cannot use --readme "${file}": it has no self-test section`);
  return file;
}

/** Whether a document's self-test section equals that of the matrix. Prints the right section if it does not. */
async function isProvenIn(file: string, matrix: KillMatrix): Promise<boolean> {
  const text = await readText(file);
  const proof = renderProof(matrix, countBinding());
  if (hasProof(text, proof)) return true;
  process.stdout.write(`"${file}" is out of date, expected this self-test section:\n\n${proof}\n`);
  return false;
}

async function writeMatrix(folder: string, matrix: KillMatrix, text: string): Promise<void> {
  const files = {
    "kill-matrix.txt": text,
    "kill-matrix.json": renderKillMatrixJson(matrix),
    "kill-matrix.html": renderKillMatrixPage(matrix),
  };
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    await writeNow(file, content);
    process.stdout.write(`wrote ${file}\n`);
  }
}
