/** The conformance suite as the only test of the reference server. Stryker stops at the first depth that kills a mutant. */
import { expect, test } from "vitest";
import { startReferenceServer } from "../../../reference-server/server.ts";
import { certify } from "../../index.ts";

/** Milliseconds: nothing here is really late, and a mutant that hides something must not cost seconds. */
const settleMs = 300;

for (const depth of ["quick", "standard"] as const) {
  test(`the reference server conforms: ${depth}`, async () => {
    const server = await startReferenceServer({ states: true });
    try {
      const target = { ...server.target, limits: { ...server.target.limits, settleMs } };
      const report = await certify({
        target,
        depth,
        seed: 1,
        cleanUp: false,
        timeoutMs: 5000,
        strict: true,
        maxFailures: 1,
      });
      // nothing is skipped on the reference server as it is
      const red = report.cases.filter(({ verdict }) => verdict !== "passed");
      expect(red.map((result) => `${result.verdict} ${result.id}: ${result.reason ?? ""}`)).toEqual([]);
    } finally {
      await server.close();
    }
  });
}
