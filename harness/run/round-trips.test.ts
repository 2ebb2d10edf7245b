import { expect, test } from "vitest";
import { openForRuns } from "../selftest/server-run.ts";

/** Milliseconds that each answer takes: so many that it hardly counts that the clock goes on by one whenever it is read. */
const answerMs = 2_000;

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
        name: "each-answer-after-a-while",
        summary: "each answer takes the same time",
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
