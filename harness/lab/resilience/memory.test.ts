import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BehaviourOutcome } from "./behaviour-table.ts";
import { type BuiltSuite, buildSuite } from "./built-suite.test.fixture.ts";

const maxMebibytes = 250;

let suite: BuiltSuite;

beforeAll(async () => {
  suite = await buildSuite();
}, 60_000);
afterAll(() => suite.remove());

test.each(["huge-json", "download-7-mib", "endless-download", "gzip-bomb"])(
  "%s: a run holds less than 250 MiB",
  async (behaviour) => {
    const script = join(suite.folder, "harness/lab/resilience/report-behaviours.js");
    const meet = async (): Promise<BehaviourOutcome> => {
      // the script ends with another exit code if the run held more, or if a token was seen; its output says which
      const { stdout } = await promisify(execFile)(process.execPath, [script, behaviour]).catch(
        (error: { readonly stdout: string }) => error,
      );
      return JSON.parse(stdout) as BehaviourOutcome;
    };
    const first = await meet();
    // what is held is the smaller one of two peaks: beside other work, the collector comes late
    const second = first.peakMebibytes < maxMebibytes ? first : await meet();
    expect([first.leaked, second.leaked]).toEqual([false, false]);
    const peak = Math.min(first.peakMebibytes, second.peakMebibytes);
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThan(maxMebibytes);
  },
  120_000,
);

// what stops being answered in the middle of a run ends no check in a way that nobody handles
test.each(["padded-noise", "many-values"])(
  "%s: a whole run ends with a report",
  async (name) => {
    const folder = join(suite.folder, "harness/lab/resilience");
    const { meetWhole } = (await import(join(folder, "whole-runs.js"))) as typeof import("./whole-runs.ts");
    const { sizeBehaviours } = (await import(
      join(folder, "size-behaviours.js")
    )) as typeof import("./size-behaviours.ts");
    const behaviour = sizeBehaviours.find((one) => one.name === name);
    if (behaviour === undefined) throw new Error(`there is no behaviour "${name}"`);

    const { run } = await meetWhole(behaviour, "standard");

    // the run's own exit codes; 5 is an error of the suite
    expect([0, 1, 4]).toContain(run.exitCode);
    expect(run.report?.cases.length).toBeGreaterThan(0);
  },
  120_000,
);
