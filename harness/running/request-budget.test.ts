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

  test.each([1, 2])("sends fewer than 2,000 requests at standard depth (seed %i)", async (seed) => {
    const { run: facts, requirements } = await run("standard", seed);

    expect(facts.requests).toBeLessThan(2000);
    // nothing was saved by leaving a requirement undecided
    const undecided = requirements.filter(({ verdict }) => verdict !== "passed");
    expect(undecided.map(({ id }) => id)).toEqual([]);
  });
});
