import { afterAll, beforeAll, expect, test } from "vitest";
import { chapters } from "../../suites/index.ts";
import type { Cause, Report } from "../../schemas/report.ts";
import { report as isReport } from "../../schemas/compiled/report.js";
import { startReferenceServer, type RunningReferenceServer } from "../../reference-server/server.ts";
import { certify } from "../index.ts";
import { describeSuite } from "../suite-identity.ts";
import { mergeReports } from "./merge-reports.ts";
import { readRecordings } from "../verify/read-recording.ts";
import { verifyMerged } from "../verify/verify.ts";

const total = 3;
const only = ["publish/*", "finalize/*", "search/*", "every-response/*"];
let server: RunningReferenceServer;
let whole: Report;
let shards: readonly { readonly report: Report; readonly recording: string }[];

beforeAll(async () => {
  server = await startReferenceServer({ states: true, faults: ["finalize-answers-200"] });
  shards = await Promise.all(
    [1, 2, 3].map(async (index) => {
      const lines: string[] = [];
      const report = await certify({
        target: { ...server.target, exclusive: true },
        seed: 5,
        depth: "quick",
        only,
        shard: { index, total },
        writeLine: (line) => lines.push(line),
      });
      return { report, recording: lines.join("") };
    }),
  );
  whole = await certify({ target: { ...server.target }, seed: 5, depth: "quick", only });
}, 120_000);
afterAll(() => server.close());

function merged(): Report {
  const [first, ...rest] = shards.map(({ report }) => report);
  if (first === undefined) throw new Error("no shard ran");
  return mergeReports([first, ...rest]);
}

test("together the shards run each check once, on names of their own", () => {
  expect(merged().cases.map(({ id }) => id)).toEqual(whole.cases.map(({ id }) => id));
  expect(merged().checks.map(({ id }) => id)).toEqual(whole.checks.map(({ id }) => id));
  expect(new Set(shards.map(({ report }) => report.run.id)).size).toBe(total);
});

test("the merged report has the verdicts of a run without shards", () => {
  const verdicts = ({ cases: requirements }: Report): unknown =>
    requirements.map(({ id, verdict }) => [id, verdict]);
  expect(verdicts(merged())).toEqual(verdicts(whole));
  expect([merged().verdict, merged().exitCode]).toEqual([whole.verdict, whole.exitCode]);
  expect(merged().causes?.map(({ sentence }) => sentence)).toEqual(
    whole.causes?.map(({ sentence }) => sentence),
  );
});

test("what sets a cause apart in one shard is not said of all", () => {
  const [one, two] = shards.map(({ report }): Report => {
    const cause = { ...(report.causes?.[0] ?? sample), id: "same", when: ["only with scoped names"] };
    return { ...report, causes: [cause] };
  });
  if (one === undefined || two === undefined) throw new Error("no shard ran");
  expect(mergeReports([one, two]).causes?.map(({ when }) => when)).toEqual([undefined]);
  expect(mergeReports([one]).causes?.map(({ when }) => when)).toEqual([["only with scoped names"]]);
});

/** A cause that a shard might have. */
const sample: Cause = {
  id: "same",
  sentence: "a sentence",
  explains: [],
  blocks: [],
  operations: [],
  count: 1,
  repeat: "",
  hint: "",
};

test("the merged report is one that the schema knows, with the sum of the requests", () => {
  const report = merged();
  expect(isReport(JSON.parse(JSON.stringify(report))), JSON.stringify(isReport.errors)).toBe(true);
  expect(report.run.requests).toBe(shards.reduce((sum, one) => sum + one.report.run.requests, 0));
  expect(report.exchanges).toHaveLength(new Set(report.exchanges.map(({ id }) => id)).size);
});

test("its recordings, one after the other, confirm it, and not another one", async () => {
  const recordings = readRecordings(shards.map(({ recording }) => recording).join(""));
  if ("broken" in recordings) throw new Error(recordings.broken);
  const by = { chapters, suite: describeSuite() };
  const report = JSON.parse(JSON.stringify(merged())) as Report;
  expect((await verifyMerged(report, recordings, by)).differences).toEqual([]);
  const forged = { ...report, verdict: "conformant" as const, exitCode: 0 };
  expect((await verifyMerged(forged, recordings, by)).differences.length).toBeGreaterThan(0);
  expect((await verifyMerged(report, recordings.slice(1), by)).differences).toHaveLength(1);
});

test("what no shard had to judge is skipped in the merged report, and leaves it undecided", () => {
  const [first] = shards;
  if (first === undefined) throw new Error("no shard ran");
  const skipped = first.report.cases.find(({ verdict }) => verdict === "skipped");
  const alone = mergeReports([first.report]).cases.find(({ id }) => id === skipped?.id);
  expect(alone?.reason).toBe("no response to judge in this run");
  expect(alone).not.toHaveProperty("notOffered");
});
