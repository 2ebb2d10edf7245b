/** `selftest`: the suite against every fault and every choice of the reference server, and the kill matrix that comes of it. */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { chapters } from "../../suites/index.ts";
import { choices } from "../../reference-server/choices/index.ts";
import { faults } from "../../reference-server/faults/index.ts";
import { renderKillMatrix, renderKillMatrixHtml, renderKillMatrixJson } from "../../reports/kill-matrix.ts";
import type { ChoiceResult, FaultResult, KillMatrix } from "../../schemas/kill-matrix.ts";
import type { Depth, Level } from "../../schemas/report.ts";
import { toPattern } from "../running/selection.ts";
import { exitCodes } from "../running/verdicts.ts";
import { deriveNumber } from "../seed.ts";
import { type Command, toWords, UsageError } from "./command.ts";
import { runTasks } from "./selftest-pool.ts";
import type { SelftestAnswer, SelftestTask } from "./selftest-task.ts";
import { describeSuite } from "./suite-identity.ts";

export const selftestCommand: Command = {
  configure: (parser) =>
    parser
      .option("only", {
        type: "string",
        array: true,
        default: [],
        describe: "Only faults and choices whose name matches",
      })
      .option("combinations", {
        type: "number",
        default: 20,
        describe: "Random combinations of choices to try",
      })
      .option("depth", {
        choices: ["quick", "standard", "deep"],
        default: "standard",
        describe: "Depth of each run",
      })
      .option("seed", { type: "number", default: 1, describe: "Seed of every run and of the combinations" })
      .option("workers", { type: "number", default: availableParallelism(), describe: "Runs at once" })
      .option("out", { type: "string", describe: "Directory for kill-matrix.txt, .json and .html" }),
  run: async (options) => {
    const plan = toPlan(options);
    const startedAt = new Date();
    const answers = await runTasks(plan.tasks, Number(options["workers"]), (done) =>
      showProgress(done, plan.tasks.length),
    );
    if (process.stderr.isTTY) process.stderr.write("\r\u001B[K");
    const matrix = toMatrix(plan, answers, startedAt);
    const text = renderKillMatrix(matrix);
    process.stdout.write(text);
    if (typeof options["out"] === "string") await writeMatrix(options["out"], matrix, text);
    const { missed, killedByAnother, falseAlarms } = matrix.totals;
    return missed + killedByAnother + falseAlarms === 0 ? exitCodes.conformant : exitCodes.failed;
  },
};

interface Plan {
  readonly faults: typeof faults;
  readonly choices: readonly {
    readonly name: string;
    readonly summary: string;
    readonly values: Readonly<Record<string, string>>;
  }[];
  readonly tasks: readonly SelftestTask[];
  readonly depth: Depth;
  readonly seed: number;
}

function toPlan(options: Readonly<Record<string, unknown>>): Plan {
  const patterns = toWords(options["only"]).map(toPattern);
  function isWanted(name: string): boolean {
    return patterns.length === 0 || patterns.some((pattern) => pattern.test(name));
  }
  const depth = options["depth"] as Depth;
  const seed = Number(options["seed"]);
  const wantedFaults = faults.filter(({ name }) => isWanted(name));
  const wantedChoices = [...singleChoices(), ...combineChoices(Number(options["combinations"]), seed)].filter(
    ({ name }) => isWanted(name),
  );
  if (wantedFaults.length + wantedChoices.length === 0)
    throw new UsageError("Nothing to test: no fault and no choice matches --only");
  const tasks: readonly SelftestTask[] = [
    ...wantedFaults.map(({ name }) => ({ faults: [name], choices: {}, depth, seed })),
    ...wantedChoices.map(({ values }) => ({ faults: [], choices: values, depth, seed })),
  ];
  return { faults: wantedFaults, choices: wantedChoices, tasks, depth, seed };
}

/** The plain server, and then each choice by itself. */
function singleChoices(): Plan["choices"] {
  return [
    { name: "(none)", summary: "the reference server as it is", values: {} },
    ...choices.flatMap(({ name, values }) =>
      Object.entries(values).map(([value, { summary }]) => ({
        name: `${name}=${value}`,
        summary,
        values: { [name]: value },
      })),
    ),
  ];
}

/** Every choice at once, each by chance in one of its values or left as it is. The same seed gives the same combinations. */
function combineChoices(count: number, seed: number): Plan["choices"] {
  return Array.from({ length: count }, (_, round) => {
    const values = Object.fromEntries(
      choices.flatMap((choice): readonly (readonly [string, string])[] => {
        const options = [choice.default, ...Object.keys(choice.values)];
        const value = options[deriveNumber(seed, "combination", round, choice.name) % options.length];
        return value === undefined || value === choice.default ? [] : [[choice.name, value]];
      }),
    );
    const name = Object.entries(values)
      .map(([choice, value]) => `${choice}=${value}`)
      .join(" ");
    return { name, summary: `random combination ${round + 1}`, values };
  });
}

function toMatrix(plan: Plan, answers: readonly SelftestAnswer[], startedAt: Date): KillMatrix {
  const levels = new Map<string, Level>(
    chapters
      .flatMap(({ checks, invariants = [] }) => [...checks, ...invariants])
      .map(({ id, level }) => [id, level]),
  );
  const faultResults = plan.faults.map(({ name, summary, breaks }, index): FaultResult => {
    const { red, requests, durationMs } = answers[index] ?? { red: [], requests: 0, durationMs: 0 };
    const found = red.filter(({ verdict }) => verdict === "failed" || verdict === "warned");
    const outcome = found.some(({ id }) => id === breaks)
      ? "killed"
      : red.length > 0
        ? "killed-by-another"
        : "missed";
    return { name, summary, breaks, level: levels.get(breaks) ?? "must", outcome, red, requests, durationMs };
  });
  const choiceResults = plan.choices.map(({ name, summary }, index): ChoiceResult => {
    const answer = answers[plan.faults.length + index] ?? { red: [], requests: 0, durationMs: 0 };
    return { choice: name, summary, outcome: answer.red.length === 0 ? "clean" : "false-alarm", ...answer };
  });
  function count(outcome: string): number {
    return [...faultResults, ...choiceResults].filter((result) => result.outcome === outcome).length;
  }
  return {
    matrixVersion: 1,
    suite: describeSuite(),
    depth: plan.depth,
    seed: plan.seed,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    totals: {
      faults: faultResults.length,
      killed: count("killed"),
      killedByAnother: count("killed-by-another"),
      missed: count("missed"),
      choices: choiceResults.length,
      clean: count("clean"),
      falseAlarms: count("false-alarm"),
    },
    faults: faultResults,
    choices: choiceResults,
  };
}

function showProgress(done: number, total: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${done}/${total} runs`);
  else if (done === total || done % 25 === 0) process.stderr.write(`${done}/${total} runs\n`);
}

async function writeMatrix(folder: string, matrix: KillMatrix, text: string): Promise<void> {
  const files = {
    "kill-matrix.txt": text,
    "kill-matrix.json": renderKillMatrixJson(matrix),
    "kill-matrix.html": renderKillMatrixHtml(matrix),
  };
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    await writeFile(`${file}.partial`, content);
    await rename(`${file}.partial`, file);
    process.stdout.write(`wrote ${file}\n`);
  }
}
