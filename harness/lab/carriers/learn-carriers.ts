/**
 * Writes which checks show a fault to the rule for every response, or to the audit, that it breaks. The self-test then runs those checks
 * first, in place of the whole suite. A fault that needs many checks has no line. `npm run build` comes first:
 * `node dist/harness/lab/carriers/learn-carriers.js [FAULT…]`; without a name, all faults that have no line. `npm run record` packs the file.
 */
import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { format, resolveConfig } from "prettier";
import { faults } from "../../../reference-server/faults/index.ts";
import { readPackageFile } from "../../package-file.ts";
import { allCarriers, carriersFile, findJudgeOfOthers, sampleCarriers } from "../../selftest/carriers.ts";
import { runTasks } from "../../selftest/pool.ts";
import { isDetectedBy } from "../../selftest/task.ts";

/** What is known of one fault: these checks show it, and `parts` says how finely they are divided next. */
interface Search {
  readonly fault: string;
  readonly requirement: string;
  readonly checks: readonly string[];
  readonly parts: number;
}

/** A fault that needs more checks than these has no line. */
const maxChecks = 12;

const maxParts = 8;

const asked = process.argv.slice(2);
const before: Readonly<Record<string, readonly string[]>> = JSON.parse(readPackageFile(carriersFile));

/** The searches whose checks show their fault, with this seed. */
async function shown(searches: readonly Search[], seed: number): Promise<readonly Search[]> {
  const tasks = searches.map(({ fault, requirement, checks }) => ({
    faults: [fault],
    choices: {},
    first: requirement,
    beside: checks,
    isAlone: true,
    depth: "standard" as const,
    seed,
  }));
  process.stderr.write(`${tasks.length} runs\n`);
  const answers = await runTasks(tasks, availableParallelism(), () => {});
  return searches.filter(({ requirement }, place) =>
    answers[place]?.red.some((one) => isDetectedBy(one, requirement)),
  );
}

/** The parts of a list, then the list without each of them. */
function divide(all: readonly string[], parts: number): readonly (readonly string[])[] {
  const size = Math.ceil(all.length / parts);
  const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
  const complements = pieces.map((piece) => all.filter((one) => !piece.includes(one)));
  return parts === 2 ? pieces : [...pieces, ...complements];
}

/** The fewest of the checks that still show each fault: delta debugging, all faults at once. */
async function reduce(searches: readonly Search[]): Promise<readonly Search[]> {
  const open = searches.filter(
    ({ checks, parts }) => checks.length > 1 && parts <= Math.min(maxParts, checks.length),
  );
  if (open.length === 0) return searches;
  const found = await shown(
    open.flatMap((search) => divide(search.checks, search.parts).map((checks) => ({ ...search, checks }))),
    1,
  );
  const next = open.map((search) => {
    const [best] = found
      .filter(({ fault }) => fault === search.fault)
      .toSorted((a, b) => a.checks.length - b.checks.length);
    return best === undefined ? { ...search, parts: search.parts * 2 } : { ...best, parts: 2 };
  });
  return [...searches.filter((one) => !open.includes(one)), ...(await reduce(next))];
}

const wanted = faults.flatMap(({ name, breaks }) => {
  const judge = findJudgeOfOthers(breaks);
  const isWanted = asked.length === 0 ? before[name] === undefined : asked.includes(name);
  if (judge === undefined || !isWanted) return [];
  return [{ fault: name, requirement: breaks, checks: sampleCarriers(judge), parts: 2 }];
});
const bySample = await shown(wanted, 1);
const others = wanted.filter(({ fault }) => !bySample.some((one) => one.fault === fault));
const byAll = await shown(
  others.map((search) => ({ ...search, checks: allCarriers() })),
  1,
);
const few = (await reduce([...bySample, ...byAll])).filter(({ checks }) => checks.length <= maxChecks);
// another seed must show it too
const learnt = new Map((await shown(few, 2)).map(({ fault, checks }) => [fault, checks]));
const known = faults.flatMap(({ name }) => {
  const checks = learnt.get(name) ?? (asked.includes(name) ? undefined : before[name]);
  return checks === undefined ? [] : [[name, checks] as const];
});
const sorted = known.toSorted(([one], [other]) => (one < other ? -1 : 1));
const json = JSON.stringify(Object.fromEntries(sorted));
const config = await resolveConfig(carriersFile);
await writeFile(carriersFile, await format(json, { ...config, filepath: carriersFile }));
process.stdout.write(`wrote ${carriersFile}: ${known.length} faults\n`);
