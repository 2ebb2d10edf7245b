/** Runs before the browser tests: without Chromium, one line reports it in place of a failure of each test. */
import { findChromium } from "../../../reports/lab/examples/chromium.ts";

export function setup(): void {
  try {
    findChromium();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
