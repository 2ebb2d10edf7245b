import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { compareReports } from "../comparison.ts";
import { launchChromium } from "../lab/examples/chromium.ts";
import {
  hostileKillMatrix,
  provenKillMatrix,
  unprovenKillMatrix,
} from "../lab/examples/example-kill-matrix.ts";
import { conformantReport, failingReport, partialReport } from "../lab/examples/example-report.ts";
import { hostileReport } from "../lab/examples/hostile-report.ts";
import { findAccessibilityViolations, measureOverflow, openPage } from "../lab/examples/report-page.ts";
import { renderKillMatrixHtml } from "../kill-matrix.ts";
import { toConformanceMatrix } from "../matrix.ts";
import { renderComparisonHtml } from "./comparison-page.tsx";
import { renderMatrixHtml } from "./matrix-page.tsx";

// a browser on a busy machine takes its time
vi.setConfig({ testTimeout: 60_000 });

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
}, 60_000);

afterAll(async () => {
  await browser.close();
});

async function visit(html: string, width: number, look: (page: Page) => Promise<void>): Promise<void> {
  const { page, errors, close } = await openPage(browser, html, { viewport: { width, height: 900 } });
  try {
    await look(page);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
}

const pages = {
  comparison: () => renderComparisonHtml(compareReports(conformantReport(), failingReport())),
  matrix: () => renderMatrixHtml(toConformanceMatrix([conformantReport(), failingReport(), partialReport()])),
  "kill matrix": () => renderKillMatrixHtml(unprovenKillMatrix()),
};

describe.each(Object.entries(pages))("the page of a %s", (_name, render) => {
  it.each([1280, 400])(
    "has no accessibility violations and does not scroll sideways at %i pixels",
    async (width) => {
      await visit(render(), width, async (page) => {
        expect(await findAccessibilityViolations(page)).toEqual([]);
        expect(await measureOverflow(page)).toBe(0);
      });
    },
  );
});

describe("the other HTML pages", () => {
  it("break no word of a kill matrix at 1280 pixels", async () => {
    await visit(pages["kill matrix"](), 1280, async (page) => {
      // a heading of two lines would be twice as high as the lowest
      const heights = await page.evaluate<
        number[]
      >(`[...document.querySelectorAll("thead th")].map((cell) => {
        const text = new Range();
        text.selectNodeContents(cell);
        return text.getBoundingClientRect().height;
      })`);
      expect(Math.max(...heights)).toBeLessThan(1.5 * Math.min(...heights));
    });
  });

  it.each([
    ["comparison", () => renderComparisonHtml(compareReports(conformantReport(), hostileReport()))],
    ["matrix", () => renderMatrixHtml(toConformanceMatrix([hostileReport(), conformantReport()]))],
    ["kill matrix", () => renderKillMatrixHtml(hostileKillMatrix())],
  ])("contain no markup from a registry, in a %s", async (_name, render) => {
    await visit(render(), 1280, async (page) => {
      expect(await page.locator("script, img, iframe, testcase, body style").count()).toBe(0);
      expect(await page.evaluate("typeof globalThis.owned")).toBe("undefined");
      expect(/(?!\n|\t)[\p{Cc}\p{Cf}]/u.test(await page.locator("body").innerText())).toBe(false);
      expect(await measureOverflow(page)).toBe(0);
    });
  });

  it("show the conclusion and how each verdict changed", async () => {
    await visit(pages.comparison(), 1280, async (page) => {
      expect(await page.locator(".headline").textContent()).toBe("Regressed");
      const row = page.getByRole("row", { name: /finalize\/bytes-have-arrived/u });
      expect(await row.locator(".badge").allTextContents()).toEqual(["✓passed", "✕failed"]);
    });
  });

  it("show different verdicts first", async () => {
    await visit(pages.matrix(), 1280, async (page) => {
      expect(await page.locator("main h2").allTextContents()).toEqual([
        "Different verdicts (14)",
        "All requirements (46)",
        "Observations",
      ]);
    });
  });

  it("show the conclusion, missed faults first", async () => {
    await visit(pages["kill matrix"](), 1280, async (page) => {
      expect(await page.locator(".headline").textContent()).toBe("Not proven");
      expect(await page.locator("main tbody").first().locator(".badge").allTextContents()).toEqual([
        "missed",
        "killed-by-another",
        "killed",
      ]);
    });
    await visit(renderKillMatrixHtml(provenKillMatrix()), 1280, async (page) => {
      expect(await page.locator(".headline").textContent()).toBe("Proven");
    });
  });
});
