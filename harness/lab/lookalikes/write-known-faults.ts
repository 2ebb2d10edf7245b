/**
 * `npm run lookalikes`: runs the whole suite against each fault, and writes what fails. It takes more than an hour on two cores, so that it
 * is done for a release or at night. With `-- --new` only the faults run that the file does not have; the others keep what it says. Faults
 * that are newer than the file are in no guess. `npm run build` comes first.
 */
import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { format, resolveConfig } from "prettier";
import { planDefaults, toPlan } from "../../selftest/plan.ts";
import { runTasks } from "../../selftest/pool.ts";
import type { SelftestAnswer } from "../../selftest/task.ts";
import { describeBlame, describeFirstCauses } from "../../selftest/blame.ts";
import type { KnownFault } from "../../verdict/causes/lookalikes.ts";
import { knownFaultsFile, readKnownFaults, tryEachAmongOthers } from "./known-faults.ts";

/** What a whole run shows of its fault; undefined if nothing failed or warned. */
function seenIn({ red, diagnosis }: SelftestAnswer): Omit<KnownFault, "name" | "summary"> | undefined {
  const failed = red.flatMap(({ id, verdict }) => (verdict === "failed" || verdict === "warned" ? [id] : []));
  const first = diagnosis?.breaks;
  if (failed.length === 0) return undefined;
  return {
    failed: first === undefined ? failed : [first, ...failed.filter((id) => id !== first)],
    ...(diagnosis?.refusal === undefined ? {} : { refusal: diagnosis.refusal }),
  };
}

const { faults: all, tasks } = toPlan({ ...planDefaults, full: true, only: [], combinations: 0 });
const before = new Map(
  process.argv.includes("--new")
    ? readKnownFaults().map(({ name, summary: _summary, ...seen }) => [name, seen])
    : [],
);
const faults = all.filter(({ name }) => !before.has(name));
const missing = tasks.slice(0, all.length).filter((_, place) => !before.has(all[place]?.name ?? ""));
const answers = await runTasks(missing, availableParallelism(), (done) => {
  if (done % 25 === 0) process.stderr.write(`${done}/${faults.length} runs\n`);
});
const found = new Map(faults.map(({ name }, place) => [name, answers[place]]));
const known = Object.fromEntries(
  all.flatMap(({ name }) => {
    const answer = found.get(name);
    const seen = answer === undefined ? before.get(name) : seenIn(answer);
    return seen === undefined ? [] : [[name, seen]];
  }),
);
const undetected = faults.filter(({ name }) => !Object.hasOwn(known, name));
const options = await resolveConfig(knownFaultsFile);
await writeFile(knownFaultsFile, await format(JSON.stringify(known), { ...options, parser: "json" }));
const { first, amongThree } = tryEachAmongOthers(readKnownFaults());
const percent = (part: number): string => `${Math.floor(1000 * part) / 10} %`;
process.stdout.write(
  [
    ...describeBlame(faults, answers),
    ...describeFirstCauses(faults, answers),
    `A fault that is left out is recognized by its requirement: first ${percent(first)}, among three ${percent(amongThree)}`,
    ...undetected.map(({ name, breaks }) => `A whole run does not detect ${name}, which breaks ${breaks}`),
    "",
  ].join("\n"),
);
if (undetected.length > 0) process.exitCode = 1;
