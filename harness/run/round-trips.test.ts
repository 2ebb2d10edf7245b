import { expect, test } from "vitest";
import { openForRuns } from "../selftest/server-run.ts";

/** Milliseconds that each answer takes. The time in which the suite or the server works does not count. */
const answerMs = 1000;

test(
  "a standard run takes at most 135 round trips with 32 requests at once",
  { timeout: 120_000 },
  async () => {
    const server = await openForRuns({
      faults: [],
      choices: {},
      depth: "standard",
      seed: 1,
      only: [],
      timing: {
        name: "each-answer-in-a-second",
        summary: "each answer takes a second",
        concurrency: 32,
        lateMs: () => answerMs,
      },
    });
    try {
      const { run, verdict } = await server.run({ options: { cleanUp: true } });
      expect(verdict).toBe("conformant");
      expect(run.durationMs / answerMs).toBeLessThanOrEqual(135);
      // the requests alone take this long: with fewer in a row, it would not have been measured
      expect(run.durationMs / answerMs).toBeGreaterThan(run.requests / 32);
    } finally {
      await server.close();
    }
  },
);
