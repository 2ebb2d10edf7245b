/** What the tests of pages have in common: one Chromium for a file of tests, and pages that have no errors. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { launchChromium } from "./chromium.ts";
import { type OpenOptions, openPage } from "./report-page.ts";

/** Opens a page, runs the test on it, and fails if the page had errors or sent requests. */
export type Visit = (
  html: string,
  options: OpenOptions,
  look: (page: Page) => Promise<void>,
) => Promise<void>;

/** Starts Chromium before the tests of the file that calls this, and ends it after them. */
export function inChromium(): Visit {
  // a browser on a busy machine takes its time
  vi.setConfig({ testTimeout: 60_000 });
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
  });
  return async (html, options, look) => {
    const { page, errors, close } = await openPage(browser, html, options);
    try {
      await look(page);
      expect(errors).toEqual([]);
    } finally {
      await close();
    }
  };
}
