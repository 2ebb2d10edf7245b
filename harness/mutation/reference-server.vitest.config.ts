import { defineConfig } from "vitest/config";

/** For Stryker: the conformance suite is the only test of the reference server. */
export default defineConfig({ test: { include: ["harness/mutation/*.mutation.ts"], testTimeout: 120_000 } });
