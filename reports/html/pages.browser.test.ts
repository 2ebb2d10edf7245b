import type { Page } from "playwright-core";
import type { Report } from "../../schemas/report.ts";
import { describe, expect, it } from "vitest";
import { compareReports } from "../comparison.ts";
import {
  hostileKillMatrix,
  provenKillMatrix,
  unprovenKillMatrix,
} from "../lab/examples/example-kill-matrix.ts";
import { conformantReport, failingReport, partialReport } from "../lab/examples/example-report.ts";
import { hostileReport } from "../lab/examples/hostile-report.ts";
import { findAccessibilityViolations, measureOverflow } from "../lab/examples/report-page.ts";
import { renderKillMatrixHtml } from "../kill-matrix.ts";
import { measureLatency } from "../latency.ts";
import { toConformanceMatrix } from "../matrix.ts";
import { type AnnotatedText } from "../annotated-text.ts";
import { type SiteImplementation, toImplementations } from "../site.ts";
import { renderAnnotatedHtml } from "./annotated-page.tsx";
import { renderSiteImplementation } from "./site-implementation-page.tsx";
import { renderSiteIndex } from "./site-page.tsx";
import { renderComparisonHtml } from "./comparison-page.tsx";
import { renderMatrixHtml } from "./matrix-page.tsx";
import { inChromium } from "../lab/examples/in-chromium.ts";

const visitPage = inChromium();

async function visit(html: string, width: number, look: (page: Page) => Promise<void>): Promise<void> {
  await visitPage(html, { viewport: { width, height: 900 } }, look);
}

const pages = {
  comparison: () => renderComparisonHtml(compareReports(conformantReport(), failingReport())),
  matrix: () => renderMatrixHtml(toConformanceMatrix([conformantReport(), failingReport(), partialReport()])),
  "kill matrix": () => renderKillMatrixHtml(unprovenKillMatrix()),
  site: () => renderSiteIndex({ all: implementations(), title: "Conformance" }),
  "site's implementation": () => implementations().slice(0, 1).map(renderSiteImplementation).join(""),
  "annotated specification": () => renderAnnotatedHtml(annotatedText()),
};

const commit = "0123456789abcdef0123456789abcdef01234567";

/** Two versions of one implementation: a failing one, then one with a certificate. */
function implementations(): readonly SiteImplementation[] {
  const [before, after] = [failingReport(), conformantReport()];
  const files = [["report.json", `sha256:${"a".repeat(64)}`]] as const;
  const toVersion = (report: Report, version: string): Report => ({
    ...report,
    target: { ...report.target, implementation: { name: "acme", version, commit } },
  });
  return toImplementations(
    [
      { report: toVersion(before, "1.0"), isVerified: false },
      {
        report: toVersion(after, "1.1"),
        isVerified: true,
        certificate: { report: after, folder: "acme", files },
      },
    ].map((run) => ({ ...run, latency: measureLatency(run.report.exchanges) })),
  );
}

function annotatedText(): AnnotatedText {
  const one = {
    id: "a/b-c",
    level: "must" as const,
    title: "`GET` answers 200.",
    verdicts: ["failed" as const, "passed" as const],
    answers: [],
  };
  const answers = ["It does.", "It does not."];
  const gap = { ...one, id: "a/d", level: "gap" as const, verdicts: [], answers };
  return {
    title: "A text",
    specification: "0.1",
    reports: [
      { subject: "acme 1.0", verdict: "non-conformant" },
      { subject: "beta 2.0", verdict: "conformant" },
    ],
    blocks: [
      { kind: "heading", level: 1, text: "A text", annotations: [] },
      { kind: "heading", level: 2, text: "About", annotations: [] },
      { kind: "paragraph", text: "Words that demand nothing.", annotations: [] },
      { kind: "heading", level: 2, text: "Part one", annotations: [] },
      { kind: "numbered", ordinal: 1, text: "A rule with `code`.", annotations: [one, gap] },
      { kind: "head-row", text: "", cells: ["Name", "Type"], annotations: [] },
      { kind: "row", text: "", cells: ["width", "number ".repeat(30)], annotations: [], drift: "new" },
      { kind: "paragraph", text: "A sentence.", annotations: [gap], drift: "changed" },
      { kind: "code", text: "x = 1", annotations: [] },
    ],
    lost: ["Part two, 1 (rule:two/1)"],
    unplaced: [gap],
  };
}

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

describe.each(["site", "site's implementation"] as const)("the tables of the page of a %s", (name) => {
  it.each([1280, 390])("show each cell whole at %i pixels", async (width) => {
    await visit(pages[name](), width, async (page) => {
      // a box that scrolls or hides has nothing outside of it, and a cell beside others its column's name
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll("table, table *")]
        .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth ||
          (getComputedStyle(one).overflowX !== "visible" && one.scrollWidth > one.clientWidth))
        .map((one) => one.outerHTML.slice(0, 100))`);
      expect(cut).toEqual([]);
      const inner =
        "document.querySelectorAll('.scrolled').values().every((one) => one.scrollHeight <= one.clientHeight)";
      expect(await page.evaluate(inner)).toBe(true);
    });
  });

  it("name each value on a phone", async () => {
    await visit(pages[name](), 390, async (page) => {
      const names = await page.evaluate<string[]>(`[...document.querySelectorAll("td:not(:empty)")]
        .map((cell) => getComputedStyle(cell, "::before").content)`);
      expect(names).not.toEqual([]);
      expect(names.filter((one) => !/^".+"$/u.test(one))).toEqual([]);
    });
  });
});

it("shortens a commit in the history of an implementation, and has it whole in the title", async () => {
  await visit(pages["site's implementation"](), 1280, async (page) => {
    const shown = page.locator(`[title="${commit}"]`);
    expect(await shown.allTextContents()).toEqual(["0123456789ab", "0123456789ab"]);
  });
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
      expect(
        await page
          .locator("img, iframe, testcase, body style, body script:not([data-packed]) ~ script")
          .count(),
      ).toBe(0);
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

  it("show different verdicts, and other rows when a chapter is opened", async () => {
    await visit(pages.matrix(), 1280, async (page) => {
      const rows = page.locator("tbody[data-group] tr:not(.roll-up)");
      const different = await rows.count();
      expect(await page.locator("main h2").allTextContents()).toEqual([
        `Requirements (${different} differ)`,
        "Observations",
      ]);
      await page.getByRole("button", { name: /^Search/u }).click();
      await expect.poll(() => rows.count()).toBe(different + 4);
      expect(await page.getByRole("button", { name: /^Search/u }).getAttribute("aria-expanded")).toBe("true");
    });
  });

  it("count skipped as a difference only if asked for", async () => {
    await visit(
      renderMatrixHtml(toConformanceMatrix([conformantReport(), partialReport()])),
      1280,
      async (page) => {
        const row = page.getByRole("row", { name: /authentication\/outsider-is-403/u });
        expect(await row.count()).toBe(0);
        await page.getByLabel(/^Count skipped/u).check();
        await expect.poll(() => row.count()).toBe(1);
      },
    );
  });

  it("filter their rows by words", async () => {
    for (const render of [pages.matrix, pages.comparison])
      await visit(render(), 1280, async (page) => {
        await page.keyboard.press("/");
        await page.keyboard.type("bytes-have-arrived");
        await expect.poll(() => page.locator("tbody[data-group] tr:not(.roll-up)").count()).toBe(1);
      });
  });

  it("keep the head of the matrix in sight", async () => {
    await visit(pages.matrix(), 1280, async (page) => {
      await page.getByLabel("Also rows without a difference").check();
      await expect.poll(() => page.locator("tbody[data-group] tr:not(.roll-up)").count()).toBe(46);
      const scrolled = page.getByRole("region", { name: "Requirements by implementations" });
      await page.evaluate("document.querySelector('.scrolled').scrollTo(0, 900)");
      const [head, region] = await Promise.all([
        scrolled.locator("thead th").first().boundingBox(),
        scrolled.boundingBox(),
      ]);
      expect(Math.abs((head?.y ?? 0) - (region?.y ?? -99))).toBeLessThan(4);
    });
  });

  it("link to each report and to the requirement in it", async () => {
    const links = ["./before/report.html", undefined];
    const html = renderComparisonHtml(compareReports(conformantReport(), failingReport()), links);
    await visit(html, 1280, async (page) => {
      const row = page.getByRole("row", { name: /finalize\/bytes-have-arrived/u });
      expect(await row.locator("a").evaluateAll((all) => all.map((one) => one.getAttribute("href")))).toEqual(
        ["./before/report.html#finalize/bytes-have-arrived"],
      );
      expect(await page.locator(".card a").count()).toBe(1);
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

it("begins an annotated text with what differs, and says where nothing is demanded", async () => {
  await visit(renderAnnotatedHtml(annotatedText()), 1280, async (page) => {
    const differences = page.locator("section[aria-labelledby=differences]");
    expect(await differences.locator("li").count()).toBe(2);
    expect(await differences.getByRole("link", { name: "The place of a/b-c in the text" }).count()).toBe(1);
    expect(await page.getByText("introduction: nothing is demanded here").count()).toBe(1);
  });
});
