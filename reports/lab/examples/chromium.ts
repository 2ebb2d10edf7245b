import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/**
 * The path of the installed Chromium.
 * @throws if it is not installed: a skipped test would look passed
 */
export function findChromium(): string {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) {
    throw new Error(
      `Cannot start Chromium: got no file "${executablePath}", expected it installed (Debian: apt-get install chromium) or named by CHROMIUM_PATH`,
    );
  }
  return executablePath;
}

/** Starts Chromium headless, for tests that need a real browser or an independent XML parser. */
export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({
    executablePath: findChromium(),
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
