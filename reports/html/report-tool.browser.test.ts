import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { runOnServer } from "../../harness/selftest/server-run.ts";
import type { Report } from "../../schemas/report.ts";
import { exampleReport } from "../lab/examples/example-builder.ts";
import { exampleCatalogue } from "../lab/examples/example-catalogue.ts";
import { conformantReport, failingReport, largeReport } from "../lab/examples/example-report.ts";
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

const clipboard: OpenOptions = { permissions: ["clipboard-read", "clipboard-write"] };

/** What the report of a standard run may have; a registry with longer answers needs some room. */
const maxBytes = 1_500_000;
const roomBytes = 150_000;

const fiveFaults = [
  "index-items-are-an-object",
  "keys-ignore-the-scope-of-the-path",
  "repeated-finalize-conflicts",
  "trust-upload-intents-lack-state",
  "two-dots-in-prerelease-accepted",
];

function readFocusedRow(page: Page): Promise<string> {
  return page.evaluate<string>("document.activeElement.closest('details')?.id ?? ''");
}

describe("the report as a tool", () => {
  it("leads with the causes, their requirements and the command that repeats them", async () => {
    await visit(failingReport(), clipboard, async (page) => {
      expect(await page.locator("main > section").first().getAttribute("aria-labelledby")).toBe("causes");
      const cause = page.locator(".cause").first();
      expect(await cause.locator(".links a").allTextContents()).toEqual(["identity/version-follows-semver"]);
      expect(await cause.locator(".command code").first().textContent()).toContain("--only");
      await cause.locator(".exchange .url").first().waitFor();
      await cause.locator(".links a").first().click();
      await expect.poll(() => readFocusedRow(page)).toBe("identity/version-follows-semver");
      expect(await findAccessibilityViolations(page)).toEqual([]);
    });
  });

  it("has a row for each requirement, and opens the case that a link leads to", async () => {
    const requirement = "search/pages-are-bounded";
    const report = exampleReport({
      requirements: exampleCatalogue.map((one) =>
        one.id.startsWith("search/limit") ? { ...one, requirement } : one,
      ),
      sentences: [{ id: requirement, title: "A page has its bounds", section: "Limits" }],
      outcomes: { "search/limit-bounds-the-page": { verdict: "failed", reason: "11 items" } },
      verdict: "non-conformant",
      exitCode: 1,
    });
    await visit(report, { hash: "#search/limit-outside-the-bounds-is-refused" }, async (page) => {
      const row = page.locator(`[id="${requirement}"]`);
      await expect.poll(() => readFocusedRow(page)).toBe("search/limit-outside-the-bounds-is-refused");
      expect(await row.locator(":scope > summary .tag").first().textContent()).toBe("1 of 2 cases");
      expect(await row.locator(".case").count()).toBe(2);
      expect(await row.locator(".case.failed .reason").textContent()).toContain("11 items");
      expect(await findAccessibilityViolations(page)).toEqual([]);
    });
  });

  it("shows the failed case of a requirement first and open, and folds those that passed", async () => {
    const requirement = "search/pages-are-bounded";
    const report = exampleReport({
      requirements: exampleCatalogue.map((one) =>
        one.id.startsWith("search/") ? { ...one, requirement } : one,
      ),
      sentences: [{ id: requirement, title: "A page has its bounds", section: "Limits" }],
      outcomes: { "search/limit-bounds-the-page": { verdict: "failed", reason: "11 items" } },
      verdict: "non-conformant",
      exitCode: 1,
    });
    const passed = "search/limit-outside-the-bounds-is-refused";
    await visit(report, {}, async (page) => {
      const row = page.locator(`[id="${requirement}"]`);
      const shown = row.locator(".case:visible");
      await expect.poll(() => shown.count()).toBe(1);
      expect(await shown.first().locator(".reason").isVisible()).toBe(true);
      expect(await row.locator(".passed-cases > summary").textContent()).toMatch(/^\d cases passed$/u);
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await page.evaluate(`location.hash = "#${passed}"`);
      await expect.poll(() => readFocusedRow(page)).toBe(passed);
      expect(await page.locator(`[id="${passed}"]`).isVisible()).toBe(true);
    });
  });

  it("goes to the next and to the previous failure by key", async () => {
    await visit(failingReport(), {}, async (page) => {
      await page.keyboard.press("n");
      await expect.poll(() => readFocusedRow(page)).toBe("identity/version-follows-semver");
      await page.keyboard.press("n");
      await expect.poll(() => readFocusedRow(page)).not.toBe("identity/version-follows-semver");
      await page.keyboard.press("p");
      await expect.poll(() => readFocusedRow(page)).toBe("identity/version-follows-semver");
    });
  });

  it("shows the keys with a question mark", async () => {
    await visit(failingReport(), {}, async (page) => {
      await page.keyboard.press("?");
      expect(await page.getByRole("dialog", { name: "Keys" }).isVisible()).toBe(true);
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect.poll(() => page.getByRole("dialog", { name: "Keys" }).isVisible()).toBe(false);
    });
  });

  it("copies the link of a requirement, and an issue about it", async () => {
    const id = "finalize/bytes-have-arrived";
    await visit(failingReport(), { ...clipboard, hash: `#${id}` }, async (page) => {
      const row = page.locator(`[id="${id}"]`);
      await row.locator(".proof .messages").waitFor();
      await row.getByRole("button", { name: "Copy link" }).click();
      await row.getByText("Copied").waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
        `${page.url().split("#")[0] ?? ""}#${id}`,
      );
      await row.getByRole("button", { name: "Copy as issue" }).click();
      await row.getByText("Copied").nth(1).waitFor();
      const issue = await page.evaluate<string>("navigator.clipboard.readText()");
      expect(issue).toMatch(/^### Finalizing an upload/u);
      expect(issue).toContain("- Expected: 400 with problem missing-uploaded-bytes");
      expect(issue).toContain("POST /api/v1/volumes/@conformance/alpha/uploads/u-17/finalize -> 500");
      expect(issue).toContain("curl --include");
      expect(issue).toContain(
        "npx volume-registry-conformance run --only 'finalize/bytes-have-arrived' --seed 42",
      );
    });
  });

  it("marks the offending part of the response", async () => {
    await visit(failingReport(), { hash: "#finalize/bytes-have-arrived" }, async (page) => {
      const row = page.locator('[id="finalize/bytes-have-arrived"]');
      await row.locator(".proof .messages").waitFor();
      expect(await row.locator(".message mark").allTextContents()).toEqual(["500"]);
    });
  });

  it("filters the observations", async () => {
    await visit(failingReport(), { hash: "#observations" }, async (page) => {
      const form = page.getByLabel("Filter observations");
      const rows = page.locator(".observations tbody tr:visible");
      expect(await rows.count()).toBe(3);
      await form.getByRole("searchbox").fill("second finalize");
      expect(await rows.count()).toBe(1);
      await form.getByRole("searchbox").fill("");
      await form.getByRole("checkbox").check();
      expect(await page.locator("#shown-observations").textContent()).toBe("2 of 3 observations");
    });
  });

  it("lists the chapters with their counts beside the page", async () => {
    await visit(failingReport(), {}, async (page) => {
      const link = page.getByLabel("Contents").getByRole("link", { name: /^Names, versions/u });
      expect(await link.locator(".count").allTextContents()).toEqual(["1"]);
      expect(await link.locator(".count").getAttribute("title")).toBe("failed");
    });
  });

  it("breaks no word on a phone", async () => {
    await visit(failingReport(), { viewport: { width: 390, height: 844 } }, async (page) => {
      await page.getByRole("button", { name: "Open all shown" }).click();
      await page.locator(".proof .messages").first().waitFor();
      await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
      const broken = await page.evaluate<string[]>(`(() => {
        const broken = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          if (!node.parentElement.checkVisibility() || node.parentElement.closest("pre, .digest, code, noscript") || node.data.includes("sha256:")) continue;
          for (const { 0: word, index } of node.data.matchAll(/[A-Za-z]{2,24}/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1)
              broken.push(word + " in " + node.parentElement.className + ": " + node.data.slice(0, 80));
          }
        }
        return broken;
      })()`);
      expect(broken).toEqual([]);
    });
  });
});

describe("a large report", () => {
  it("has at most 3,000 elements at load", async () => {
    const report = largeReport(46);
    const requirements = Array.from({ length: 12 }, (_, copy) =>
      failingReport().cases.map((one) => ({ ...one, id: copy === 0 ? one.id : `${one.id}-${copy}` })),
    ).flat();
    for (const large of [report, { ...failingReport(), requirements }, conformantReport()])
      await visit(large, {}, async (page) => {
        expect(await page.evaluate<number>("document.querySelectorAll('*').length")).toBeLessThan(3000);
      });
  });

  it("shows requirements that do not fit in the page when they are asked for", async () => {
    const requirements = Array.from({ length: 12 }, (_, copy) =>
      failingReport().requirements.map((one) => ({ ...one, id: copy === 0 ? one.id : `${one.id}-${copy}` })),
    ).flat();
    await visit({ ...failingReport(), requirements }, {}, async (page) => {
      const chapter = page.locator(".chapter", { has: page.locator(".pending") }).last();
      const before = await chapter.locator(".requirement").count();
      await chapter.locator("[data-load]").click();
      await expect.poll(() => chapter.locator(".requirement").count()).toBeGreaterThan(before);
    });
  });

  it.each([
    ["everything passed", []],
    ["five things are wrong", fiveFaults],
  ])("is small, and the same bytes each time, when %s", async (_name, faults) => {
    const report = await runOnServer({ faults, choices: {}, depth: "standard", seed: 7, only: [] });
    const html = renderHtml(report);
    expect(report.verdict).toBe(faults.length === 0 ? "conformant" : "non-conformant");
    expect(Buffer.byteLength(html)).toBeLessThan(maxBytes - roomBytes);
    expect(renderHtml(report)).toBe(html);
  });

  it("opens any of 20,000 exchanges", async () => {
    await visit(largeReport(20_000), { hash: "#finalize/bytes-have-arrived" }, async (page) => {
      const row = page.locator('[id="finalize/bytes-have-arrived"]');
      await row.locator(".all-exchanges > summary").click();
      await row.locator(".exchange > summary").first().click();
      await row.locator(".exchange .messages").first().waitFor();
      expect(await row.getByRole("button", { name: /^Show 25 more of/u }).count()).toBe(1);
    });
  });
});
