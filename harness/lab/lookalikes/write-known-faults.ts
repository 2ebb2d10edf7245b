/**
 * `npm run lookalikes`: runs the whole suite against each fault, and writes what fails. It takes about an hour on two cores, so that it is
 * done for a release or at night; faults that are newer than the file are in no guess. `npm run build` comes first.
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

const { faults, tasks } = toPlan({ ...planDefaults, full: true, only: [], combinations: 0 });
const answers = await runTasks(tasks.slice(0, faults.length), availableParallelism(), (done) => {
  if (done % 25 === 0) process.stderr.write(`${done}/${faults.length} runs\n`);
});
const known = Object.fromEntries(
  faults.flatMap(({ name }, place) => {
    const answer = answers[place];
    const seen = answer === undefined ? undefined : seenIn(answer);
    return seen === undefined ? [] : [[name, seen]];
  }),
);
const options = await resolveConfig(knownFaultsFile);
await writeFile(knownFaultsFile, await format(JSON.stringify(known), { ...options, parser: "json" }));
const { first, amongThree } = tryEachAmongOthers(readKnownFaults());
const percent = (part: number): string => `${Math.floor(1000 * part) / 10} %`;
process.stdout.write(
  [
    ...describeBlame(faults, answers),
    ...describeFirstCauses(faults, answers),
    `A fault that is left out is recognized by its requirement: first ${percent(first)}, among three ${percent(amongThree)}`,
    "",
  ].join("\n"),
);
