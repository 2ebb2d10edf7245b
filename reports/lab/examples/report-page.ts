import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import axe from "axe-core";

/** A page opened from a file, with its errors. */
export interface OpenedPage {
  readonly page: Page;
  /** Console errors and warnings, uncaught errors, and requests for anything but the file. */
  readonly errors: readonly string[];
  readonly close: () => Promise<void>;
}

/** How to open a page: the browser's settings, and the hash of the URL. */
export interface OpenOptions extends BrowserContextOptions {
  readonly hash?: string;
}

/** Writes the HTML to a new file, opens it from the disk, and records errors and requests. */
export async function openPage(
  browser: Browser,
  html: string,
  options: OpenOptions = {},
): Promise<OpenedPage> {
  const { hash = "", ...settings } = options;
  const folder = await mkdtemp(join(tmpdir(), "report-page-"));
  const file = join(folder, "report.html");
  await writeFile(file, html);
  const address = pathToFileURL(file).href;
  const context = await browser.newContext(settings);
  const page = await context.newPage();
  // a missing element fails its test soon
  page.setDefaultTimeout(10_000);
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(address)) errors.push(`request for ${request.url()}`);
  });
  await page.goto(`${address}${hash}`);
  return {
    page,
    errors,
    close: async () => {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Scans the page with axe-core (WCAG 2.2 A and AA, and best practices) and returns the violations. */
export async function findAccessibilityViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate<readonly AxeViolation[]>(
    "axe.run().then((result) => result.violations)",
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`.slice(0, 400)),
  );
}

/** How many pixels the page is wider than its window. */
export async function measureOverflow(page: Page): Promise<number> {
  return await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
}
