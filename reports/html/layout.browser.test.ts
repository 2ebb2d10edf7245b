/** Where things stand on the page of a report: on a desk, on a phone and on paper. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { ObservationResult, Report } from "../../schemas/report.ts";
import { exampleReport } from "../lab/examples/example-builder.ts";
import { conformantReport, failingReport } from "../lab/examples/example-report.ts";
import { findAccessibilityViolations, measureOverflow } from "../lab/examples/report-page.ts";
import { renderHtml } from "./html-report.tsx";
import { inChromium } from "../lab/examples/in-chromium.ts";

const visitPage = inChromium();

async function visit(report: Report, width: number, look: (page: Page) => Promise<void>): Promise<void> {
  await visitPage(renderHtml(report), { viewport: { width, height: 844 } }, look);
}

function middleOf(selector: string): string {
  return `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => {
    const box = one.getBoundingClientRect();
    return Math.round((box.top + box.bottom) / 2);
  })`;
}

const limit: ObservationResult = {
  id: "audit/largest-bodies",
  question: "How large is the largest body?",
  section: "Limits",
  answer: "Largest taken: 20,000 bytes; 30,000 bytes refused with 413 payload-too-large",
  observed: true,
  exchanges: [],
};

function limitsReport(): Report {
  return exampleReport({ observations: [limit, { ...limit, id: "audit/validators", answer: "none" }] });
}

it("centres the verdict of a chapter beside its title", async () => {
  await visit(conformantReport(), 1280, async (page) => {
    const badges = await page.evaluate<number[]>(middleOf(".chapter > summary > .badge"));
    const titles = await page.evaluate<number[]>(middleOf(".chapter > summary > h3"));
    expect(badges.map((middle, place) => Math.abs(middle - (titles[place] ?? 0)) <= 1)).toEqual(
      badges.map(() => true),
    );
  });
});

it("begins each printed heading at the same edge, and prints no chain of checks", async () => {
  const report = exampleReport({ run: { requestChain: { checks: ["a/b", "a/c"], requests: 9 } } });
  await visit(report, 1280, async (page) => {
    await page.locator("#run").click();
    expect(await page.getByText("9 requests in a row").isVisible()).toBe(true);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByText("9 requests in a row").isVisible()).toBe(false);
    const edges = await page.evaluate<number[]>(`[...document.querySelectorAll("main h2")]
      .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().left)`);
    expect(new Set(edges).size).toBe(1);
  });
});

it("breaks a command between its arguments only", async () => {
  for (const width of [1280, 390])
    await visit(failingReport(), width, async (page) => {
      const heights = await page.evaluate<number[]>(`[...document.querySelectorAll(".command .argument")]
        .filter((one) => one.checkVisibility() && one.textContent.length < 30)
        .map((one) => one.getClientRects()[0].height)`);
      expect(heights.length).toBeGreaterThan(3);
      expect(Math.max(...heights)).toBeLessThan(30);
    });
});

it("says once how far a cause reaches", async () => {
  await visit(failingReport(), 1280, async (page) => {
    const cause = page.locator(".cause.failed").first();
    expect(await cause.locator("summary > .quiet").first().innerText()).toMatch(
      /^breaks 1 case; seen in \d+ exchanges?$/u,
    );
    expect(await cause.locator("dt").allInnerTexts()).toContain("Breaks");
    expect(await cause.innerText()).not.toContain("explains");
  });
});

it("has the name of the registry whole in the bar of a phone", async () => {
  await visit(failingReport(), 390, async (page) => {
    const cut = await page.evaluate<boolean>(`(() => {
      const name = document.querySelector(".side-head > a");
      return name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1;
    })()`);
    expect(cut).toBe(false);
    expect(await measureOverflow(page)).toBe(0);
  });
});

it("names each value of a limit on a phone, and leaves room between tables", async () => {
  await visit(limitsReport(), 390, async (page) => {
    await page.locator("#observations").click();
    const names = await page.evaluate<string[]>(`[...document.querySelectorAll(".limits td")]
      .map((cell) => getComputedStyle(cell, "::before").content)`);
    expect(names[0]).toContain("Largest taken");
    expect(names[1]).toContain("refused");
    const room =
      await page.evaluate<number>(`document.querySelector(".limits + table").getBoundingClientRect().top -
      document.querySelector(".limits").getBoundingClientRect().bottom`);
    expect(room).toBeGreaterThan(8);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });
});
