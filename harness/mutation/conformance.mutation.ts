/** The conformance suite as the only test of the reference server: a chapter a test, so that Stryker runs what covers a mutant. */
import { expect, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import { certify, chapters } from "../index.ts";

/** Milliseconds: nothing here is really late, and a mutant that hides something must not cost seconds. */
const settleMs = 300;

for (const { id } of chapters) {
  test(`the reference server conforms: ${id}`, async () => {
    const server = await startReferenceServer({ states: true });
    try {
      const target = { ...server.target, limits: { ...server.target.limits, settleMs } };
      const report = await certify({
        target,
        only: [`${id}/*`],
        seed: 1,
        cleanUp: false,
        timeoutMs: 5000,
        strict: true,
      });
      const red = report.requirements.filter(({ verdict }) => verdict !== "passed" && verdict !== "skipped");
      expect(red.map((result) => `${result.verdict} ${result.id}: ${result.reason ?? ""}`)).toEqual([]);
    } finally {
      await server.close();
    }
  });
}
