import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/**
 * Starts the installed Chromium headless, for tests that need a real browser or an independent XML parser.
 * @throws if Chromium is not installed: a skipped test would look passed
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) {
    throw new Error(
      `Cannot start Chromium: got no file "${executablePath}", expected it installed (Debian: apt-get install chromium) or named by CHROMIUM_PATH`,
    );
  }
  return await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
