/**
 * Writes which check shows a fault to the rule for every response, or to the audit, that it breaks. The self-test then runs that check
 * first, in place of the whole suite. A fault that no check shows keeps its line. `npm run build` comes first:
 * `node dist/harness/lab/carriers/learn-carriers.js [FAULT…]`
 */
import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { faults } from "../../../reference-server/faults/index.ts";
import { readPackageFile } from "../../package-file.ts";
import { textAt } from "../../registry/answer.ts";
import { carriersFile, checkOfActor, findJudgeOfOthers } from "../../selftest/carriers.ts";
import { noAnswer } from "../../selftest/matrix.ts";
import { runTasks } from "../../selftest/pool.ts";
import { isDetectedBy, type SelftestAnswer } from "../../selftest/task.ts";

const asked = process.argv.slice(2);
const before: unknown = JSON.parse(readPackageFile(carriersFile));
const wanted = faults.filter(
  ({ name, breaks }) =>
    findJudgeOfOthers(breaks) !== undefined && (asked.length === 0 || asked.includes(name)),
);
const tasks = wanted.map(({ name, breaks }) => ({
  faults: [name],
  choices: {},
  first: breaks,
  depth: "standard" as const,
  seed: 1,
}));
const answers = await runTasks(tasks, availableParallelism(), (done) => {
  if (done % 25 === 0) process.stderr.write(`${done}/${tasks.length} runs\n`);
});

/** The check that showed the fault now. */
function carrierOf({ red }: SelftestAnswer, requirement: string): string | undefined {
  const actor = red.find((one) => isDetectedBy(one, requirement))?.actor;
  return actor === undefined ? undefined : checkOfActor(actor);
}

const learnt = new Map(
  wanted.map(({ name, breaks }, place) => [name, carrierOf(answers[place] ?? noAnswer, breaks)]),
);
const lines = faults.flatMap(({ name }) => {
  const check = learnt.get(name) ?? textAt(before, name);
  return check === undefined ? [] : [`  ${JSON.stringify(name)}: ${JSON.stringify(check)}`];
});
await writeFile(carriersFile, `{\n${lines.toSorted().join(",\n")}\n}\n`);
process.stdout.write(`wrote ${carriersFile}: ${lines.length} faults\n`);
