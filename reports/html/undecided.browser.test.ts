import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Report } from "../../schemas/report.ts";
import { exampleReport } from "../lab/examples/example-builder.ts";
import { exampleCatalogue } from "../lab/examples/example-catalogue.ts";
import { conformantReport, interruptedReport, partialReport } from "../lab/examples/example-report.ts";
import { findAccessibilityViolations } from "../lab/examples/report-page.ts";
import { renderHtml } from "./html-report.tsx";
import { inChromium } from "../lab/examples/in-chromium.ts";

const visitPage = inChromium();

async function visit(report: Report, look: (page: Page) => Promise<void>): Promise<void> {
  await visitPage(renderHtml(report), {}, look);
}

const failed = "finalize/bytes-have-arrived";

/** Everything was skipped for nine reasons, except for one failure. */
function skippedReport(): Report {
  const outcomes = exampleReport().cases.map(({ id }, place) => {
    const reason = `needs "fixtures.${"abcdefghi"[place % 9] ?? ""}" in the target file`;
    return [id, { verdict: "skipped", reason }] as const;
  });
  const finding = { rule: "r", expected: "400", got: "500" };
  return exampleReport({
    outcomes: { ...Object.fromEntries(outcomes), [failed]: { verdict: "failed", finding } },
    verdict: "non-conformant",
    exitCode: 1,
  });
}

it("folds the chapters of a report where most was not decided, also after a filter", async () => {
  await visit(interruptedReport(), async (page) => {
    const open = page.locator(".chapter[open]");
    expect(await open.count()).toBe(0);
    expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThan(3500);
    await page.locator(".counts a, .masthead a").filter({ hasText: "blocked" }).first().click();
    await expect.poll(() => open.count()).toBeGreaterThan(3);
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => open.count()).toBe(0);
    await page.locator(".chapter > summary").last().click();
    expect(await page.locator(".chapter[open] details.requirement:visible").count()).toBeGreaterThan(0);
  });
});

it("counts cases that need no verdict, and their requirements where these need none either", async () => {
  const requirement = "search/pages-are-bounded";
  const report = exampleReport({
    requirements: exampleCatalogue.map((one) =>
      one.id.startsWith("search/limit") ? { ...one, requirement } : one,
    ),
    sentences: [{ id: requirement, title: "A page has its bounds", section: "Limits" }],
    outcomes: {
      "search/limit-bounds-the-page": { verdict: "skipped", reason: "nothing to judge: a", notOffered: true },
    },
  });
  const textOf = async (page: Page): Promise<string> =>
    await page.locator("section[aria-labelledby=not-offered]").innerText();
  await visit(report, async (page) => {
    await page.getByLabel("Contents").getByRole("link", { name: "Not offered" }).click();
    await expect.poll(() => textOf(page)).toContain("1 case");
    expect(await textOf(page)).not.toContain("0 requirements");
    expect(await textOf(page)).toContain("these cases. Their requirements have other cases.");
  });
  await visit(conformantReport(), async (page) => {
    await page.locator("#not-offered").click();
    expect(await textOf(page)).toContain("2 requirements, 2 cases");
    expect(await textOf(page)).toContain("does not depend on these: 2 not offered.");
  });
});

it("keeps the chapter of a failure open", async () => {
  await visit(skippedReport(), async (page) => {
    expect(await page.locator(".chapter[open]").count()).toBe(1);
    expect(await page.locator(`.chapter[open] [id="${failed}"]`).isVisible()).toBe(true);
  });
});

it("shows a few undecided requirements in their open chapters", async () => {
  await visit(partialReport(), async (page) => {
    expect(await page.locator("details.requirement.skipped:visible").count()).toBe(3);
  });
});

it("shows the first reasons, and the others below one line; on paper all", async () => {
  await visit(skippedReport(), async (page) => {
    const shown = page.locator("section[aria-labelledby=undecided] .groups > li:visible");
    expect(await shown.count()).toBe(6);
    const more = page.locator(".more-groups > summary");
    expect(await more.innerText()).toMatch(/and 3 more reasons for 1\d cases/u);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.emulateMedia({ media: "print" });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await shown.count()).toBe(9);
  });
});
