import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Report } from "../../schemas/report.ts";
import { acceptingReport } from "../lab/examples/accepting-report.ts";
import { conformantReport, failingReport } from "../lab/examples/example-report.ts";
import { findAccessibilityViolations, type OpenOptions } from "../lab/examples/report-page.ts";
import { renderHtml } from "./html-report.tsx";
import { inChromium } from "../lab/examples/in-chromium.ts";

const visitPage = inChromium();

async function visit(
  report: Report,
  options: OpenOptions,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  await visitPage(renderHtml(report), options, look);
}

const wrong = "/declaredSize is -1, right is 314";

describe("a request that should have been refused", () => {
  it("stands in its cause with what is wrong, on a phone, too", async () => {
    await visit(acceptingReport(), { viewport: { width: 390, height: 800 } }, async (page) => {
      expect(await page.locator(".cause .accepted-request").innerText()).toContain(wrong);
      expect(await findAccessibilityViolations(page)).toEqual([]);
    });
  });

  it("stands beside its twin, with marks on what is wrong and none on what the run draws", async () => {
    const report = acceptingReport();
    const exchanges = report.exchanges.map((exchange) => {
      if (exchange.id !== report.causes?.[0]?.exchange) return exchange;
      const headers = exchange.request.headers.filter(([name]) => name !== "accept");
      headers.push(["accept", "*/*"], ["user-agent", "another"]);
      return { ...exchange, request: { ...exchange.request, headers } };
    });
    const hash = "#publish/negative-size-is-refused";
    await visit({ ...report, exchanges }, { hash }, async (page) => {
      const marks = page.locator(".proof .column").first().locator(".offending");
      await marks.first().waitFor();
      expect((await marks.allTextContents()).join(" ")).toMatch(/-1/u);
      expect((await marks.allTextContents()).join(" ")).not.toMatch(/accept|another/u);
    });
  });

  it("is in the issue of its cause", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    await visit(acceptingReport(), { permissions }, async (page) => {
      await page.locator(".cause [data-copy-issue]").click();
      await expect
        .poll(() => page.evaluate<string>("navigator.clipboard.readText()"))
        .toContain("declaredSize is -1");
    });
  });
});

describe("a cause on paper", () => {
  it("shows what was sent and what was answered, also where it is closed", async () => {
    const cause = acceptingReport().causes?.[0];
    const causes = Array.from({ length: 9 }, (_, place) => Object.assign({}, cause, { id: `c${place}` }));
    await visit({ ...acceptingReport(), causes }, {}, async (page) => {
      expect(await page.locator(".in-print:visible").count()).toBe(0);
      await page.emulateMedia({ media: "print" });
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");

      const shown = page.locator(".in-print:visible");
      expect(await shown.count()).toBe(9);
      expect(await shown.first().innerText()).toMatch(/POST \/api\/v1\/[\s\S]*"declaredSize":-1[\s\S]*200 /u);
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      expect(await page.locator(".cause[open]").count()).toBe(6);
    });
  });

  it("adds nothing to a report without failures", () => {
    const report = conformantReport();
    const warned = (failingReport().causes ?? []).map((cause) =>
      Object.assign({}, cause, { verdict: "warned" }),
    );

    expect(renderHtml(report)).not.toContain('class="in-print"');
    expect(renderHtml({ ...report, causes: warned })).not.toContain('class="in-print"');
  });

  it("shows it in a browser without script", async () => {
    await visit(failingReport(), { javaScriptEnabled: false }, async (page) => {
      expect(await page.locator(".cause .in-print").first().isVisible()).toBe(true);
    });
  });
});

describe("a conformant report on paper", () => {
  it("has two pages, also with a long chain of checks", async () => {
    const report = conformantReport();
    const checks = report.checks.map(({ id }) => id).slice(0, 12);
    const run = { ...report.run, requestChain: { requests: 117, checks } };
    await visit({ ...report, run }, {}, async (page) => {
      const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true });
      expect(pdf.toString("latin1").match(/\/Type \/Page\b/gu)).toHaveLength(2);
    });
  });

  it("gives a long fact of the run the whole width", async () => {
    const report = conformantReport();
    const only = report.checks.map(({ id }) => id).slice(0, 12);
    await visit({ ...report, run: { ...report.run, only } }, {}, async (page) => {
      await page.locator("#run").click();
      const widths = await page.evaluate<readonly number[]>(
        "[...document.querySelectorAll('.facts.columns, .facts .whole')].map((one) => one.clientWidth)",
      );
      expect(widths).toHaveLength(2);
      expect(Number(widths[1]) / Number(widths[0])).toBeGreaterThan(0.9);
    });
  });
});
