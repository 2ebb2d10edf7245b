import { describe, expect, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import type { Depth, Report } from "../../schemas/report.ts";
import { certify } from "../index.ts";

/** A run that takes away again what it published, which costs requests too, on a registry of its own. */
async function run(depth: Depth, seed: number): Promise<Report> {
  const server = await startReferenceServer({ states: true });
  try {
    return await certify({ target: { ...server.target }, depth, seed, cleanUp: true });
  } finally {
    await server.close();
  }
}

/** Standard runs by their seeds: a run takes seconds, and more than one test looks at it. */
const standardRuns = new Map<number, Promise<Report>>();

function standardRun(seed: number): Promise<Report> {
  const report = standardRuns.get(seed) ?? run("standard", seed);
  standardRuns.set(seed, report);
  return report;
}

/** Requirements that speak of more operations than one run has to request. */
const ofMoreOperations: ReadonlySet<string> = new Set([
  // one read that reports the state is enough
  "consistency/inconsistent-state-is-reported",
  // it is looked at only after the requests that were first
  "histories/concurrent-operations-on-one-release-have-an-order",
  // the specification states no path for it
  "authentication/scoped-unpublishes-need-a-token",
  // the paths of their requests belong to no endpoint
  "problems/invalid-characters-in-reads-never-cause-server-errors",
  "problems/invalid-characters-in-writes-never-cause-server-errors",
  // its query is one that no client writes: it is sent as it stands, and not as a request of an endpoint
  "problems/malformed-searches-never-cause-server-errors",
  // any endpoint may answer their problems
  "problems/slugs-have-their-statuses",
  "problems/statuses-carry-their-problems",
]);

// the limits are those that README states
describe("a run that has everything it needs", { timeout: 120_000 }, () => {
  test.each([1, 2])("sends fewer than 300 requests at quick depth (seed %i)", async (seed) => {
    const { run: facts, verdict, exchanges } = await run("quick", seed);

    expect(verdict).toBe("conformant");
    expect(facts.requests).toBeLessThan(300);
    const toHook = exchanges.filter(({ operation }) => operation === "state");
    expect(facts).toMatchObject({
      requests: exchanges.length - toHook.length,
      stateRequests: toHook.length,
    });
  });

  test.each([1, 2])("sends fewer than 2,500 requests at standard depth (seed %i)", async (seed) => {
    const { run: facts, cases: requirements } = await standardRun(seed);

    expect(facts.requests).toBeLessThan(2500);
    // nothing was saved by leaving a requirement undecided
    const undecided = requirements.filter(({ verdict }) => verdict !== "passed");
    expect(undecided.map(({ id }) => id)).toEqual([]);
  });

  test("requests each operation that a requirement declares", async () => {
    const { cases: requirements, checks, exchanges } = await standardRun(2);

    const operations = new Map(exchanges.map(({ id, operation }) => [id, operation]));
    const sent = new Map(
      checks.map((check) => [check.id, new Set(check.exchanges.map((id) => operations.get(id)))]),
    );
    const unsent = requirements.flatMap(({ id, operations: declared, chapter }) =>
      chapter === "every-response" || chapter === "audit" || ofMoreOperations.has(id)
        ? []
        : declared.filter((one) => sent.get(id)?.has(one) !== true).map((one) => `${id}: ${one}`),
    );
    expect(unsent).toEqual([]);
  });
});
