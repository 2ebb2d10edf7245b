/** How many faults the self-test tries in a second. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KillMatrix } from "../../../schemas/kill-matrix.ts";
import { commandLine, runMeasured } from "./measured-process.ts";
import type { Part } from "./part.ts";
import { formatSpread } from "./rounds.ts";

/** A sample of the faults: those of all chapters whose names have this word. */
const sample = "*-lacks-*";

export const faultRatePart: Part = {
  name: "faults",
  async measure(rounds) {
    const rates: number[] = [];
    const each: number[] = [];
    let faults = 0;
    for (let round = 0; round < rounds; round++) {
      const out = await mkdtemp(join(tmpdir(), "conformance-bench-"));
      const words = ["selftest", "--only", sample, "--combinations", "0", "--out", out];
      const { wallMs, cpuMs } = await runMeasured([commandLine, ...words]);
      const matrix = JSON.parse(await readFile(join(out, "kill-matrix.json"), "utf8")) as KillMatrix;
      await rm(out, { recursive: true, force: true });
      faults = matrix.totals.faults;
      rates.push((1000 * faults) / wallMs);
      each.push(cpuMs / faults);
    }
    return {
      table: [
        ["faults tried", "faults a second", "CPU per fault (ms)"],
        [String(faults), formatSpread(rates, 1), formatSpread(each, 0)],
      ],
      remarks: [`A sample: \`selftest --only '${sample}'\`.`],
    };
  },
};
