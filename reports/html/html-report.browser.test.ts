import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Evidence, Report } from "../../schemas/report.ts";
import { exampleReport } from "../lab/examples/example-builder.ts";
import {
  conformantReport,
  failingReport,
  interruptedReport,
  largeReport,
  partialReport,
  undecidedReport,
} from "../lab/examples/example-report.ts";
import { hostileReport } from "../lab/examples/hostile-report.ts";
import { invariantReport } from "../lab/examples/invariant-report.ts";
import {
  findAccessibilityViolations,
  measureOverflow,
  type OpenOptions,
} from "../lab/examples/report-page.ts";
import { renderHtml } from "./html-report.tsx";
import { inChromium } from "../lab/examples/in-chromium.ts";

const visitPage = inChromium();

interface Visit {
  readonly report?: Report;
  readonly options?: OpenOptions;
}

/** Opens a report, runs the test on it, and fails if the page had errors or sent requests. */
async function visit(
  { report = failingReport(), options = {} }: Visit,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  await visitPage(renderHtml(report), options, look);
}

function shownRequirements(page: Page): Locator {
  return page.locator("details.requirement:visible");
}

/** Waits for the count of the filter: it loads the rows of all chapters first. */
async function waitForShown(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.locator("#shown").textContent()).toBe(text);
}

function requirement(page: Page, id: string): Locator {
  return page.locator(`[id="${id}"]`);
}

function withGot(evidence: Evidence, got: string): Evidence {
  return evidence.finding === undefined ? evidence : { ...evidence, finding: { ...evidence.finding, got } };
}

const finalize = "finalize/bytes-have-arrived";

describe("the HTML report", () => {
  it.each([
    ["conformant", conformantReport],
    ["failing", failingReport],
    ["partial", partialReport],
    ["interrupted", interruptedReport],
    ["undecided", undecidedReport],
    ["empty", () => exampleReport({ requirements: [], verdict: "undecided", exitCode: 3, observations: [] })],
  ] as const)("opens from a file without errors and requests when %s", async (_name, makeReport) => {
    const report = makeReport();
    await visit({ report }, async (page) => {
      expect(await page.title()).toBe(`${report.verdict}: acme-registry 2.3.0`);
      await waitForShown(page, `${report.cases.length} requirements`);
    });
  });

  it("starts with verdict, counts and the meaning of the exit code", async () => {
    await visit({}, async (page) => {
      const head = page.locator("header");
      expect(await head.locator(".headline").textContent()).toBe("Non-conformant");
      expect(await head.locator(".meaning").textContent()).toBe(
        "4 failed (1 accepted), 1 warned, 34 passed; not decided: 1 errored, 3 blocked, 3 skipped. Exit code 1: at least one requirement failed.",
      );
    });
  });

  it("shows failures first where the report has no causes", async () => {
    const { causes: _causes, ...report } = failingReport();
    await visit({ report }, async (page) => {
      expect(await page.locator("main > section").first().getAttribute("aria-labelledby")).toBe("failures");
      expect(await page.locator("#causes").count()).toBe(0);
    });
  });

  it("shows the base URL once if the target has no name", async () => {
    const report = failingReport();
    const { implementation: _implementation, ...target } = report.target;
    await visit({ report: { ...report, target } }, async (page) => {
      expect(await page.locator("h1").textContent()).toBe(report.target.baseUrl);
      expect(await page.locator(".address").count()).toBe(0);
    });
  });

  it("links failures and warnings to their evidence", async () => {
    await visit({}, async (page) => {
      await page.locator(".causes .links a").filter({ hasText: finalize }).click();

      expect(await requirement(page, finalize).getAttribute("open")).not.toBeNull();
      expect(page.url()).toMatch(/#finalize\/bytes-have-arrived$/u);
    });
  });

  it("draws a bar for each chapter, in proportion to its requirements", async () => {
    await visit({}, async (page) => {
      const widths = await page
        .locator("#chapter-identity > summary rect")
        .evaluateAll((rects) =>
          rects.map((rect) => [rect.getAttribute("class"), rect.getAttribute("width")]),
        );

      expect(widths).toEqual([
        ["failed", "20%"],
        ["passed", "80%"],
      ]);
    });
  });
});

describe("a requirement of the HTML report", () => {
  it("opens by its own link, with its summary focused", async () => {
    await visit({ options: { hash: `#${finalize}` } }, async (page) => {
      expect(await requirement(page, finalize).getAttribute("open")).not.toBeNull();
      expect(await requirement(page, finalize).locator("> summary").isVisible()).toBe(true);
      await expect.poll(() => page.evaluate("document.activeElement.parentElement.id")).toBe(finalize);
    });
  });

  it("shows a rule for all responses with its findings and their checks", async () => {
    const id = "every-response/no-server-error";
    await visit({ report: invariantReport(), options: { hash: `#${id}` } }, async (page) => {
      const own = requirement(page, id);
      expect(await own.locator(".check").count()).toBe(1);
      expect(await own.locator(".versus").count()).toBe(1);
      expect(await own.locator(".finding").textContent()).toContain(
        "Seen in identity/version-follows-semver",
      );
      expect(await own.locator(".finding").textContent()).toContain(
        "and 1 more exchange with the same finding",
      );
      expect(await own.textContent()).toContain("Also checked on 2 exchanges of 1 other check: no finding");
    });
  });

  it("does not repeat a finding in the reason", async () => {
    const report = failingReport();
    const requirements = report.cases.map((one) => {
      const finding = one.evidence[0]?.finding;
      return one.id === finalize && finding ? { ...one, reason: `got ${finding.got}` } : one;
    });
    await visit(
      { report: { ...report, cases: requirements }, options: { hash: `#${finalize}` } },
      async (page) => {
        expect(await requirement(page, finalize).locator(".reason").count()).toBe(0);
        expect(await requirement(page, finalize).locator(".got").count()).toBe(1);
      },
    );
  });

  it("shows expected and got without the body, which the exchange has", async () => {
    const report = failingReport();
    const requirements = report.cases.map((one) =>
      one.id === finalize
        ? {
            ...one,
            evidence: one.evidence.map((evidence) => withGot(evidence, '500 with {"detail":"boom"}')),
          }
        : one,
    );
    await visit(
      { report: { ...report, cases: requirements }, options: { hash: `#${finalize}` } },
      async (page) => {
        await expect
          .poll(() => requirement(page, finalize).locator(".versus > div").allTextContents())
          .toEqual(["Expected400 with problem missing-uploaded-bytes", "Got500"]);
      },
    );
  });

  it("shows the exchange of the finding open, and the others when they are opened", async () => {
    await visit({ options: { hash: `#${finalize}` } }, async (page) => {
      const own = requirement(page, finalize);
      await own.locator(".proof .exchange[open] .messages").waitFor();
      expect(await own.locator(".proof .message").nth(1).textContent()).toContain("HTTP 500");
      expect(await own.locator(".proof dt").allTextContents()).toContain("authorization");
      expect(await own.locator(".all-exchanges .exchange").count()).toBe(0);
      await own.locator(".all-exchanges > summary").click();

      await expect.poll(() => own.locator(".all-exchanges .exchange").count()).toBe(2);
      expect(await own.locator(".all-exchanges .url").allTextContents()).toEqual([
        "/api/v1/volumes/@conformance/alpha/uploads/u-17/finalize",
        "/api/v1/volumes/@conformance/alpha/uploads/u-17/finalize",
      ]);
      expect(await own.locator(".all-exchanges .method").allTextContents()).toEqual(["POST", "POST"]);
    });
  });

  it("shows JSON bodies indented", async () => {
    await visit({ options: { hash: `#${finalize}` } }, async (page) => {
      const json = await requirement(page, finalize).locator("pre.json").first().textContent();

      expect(json).toMatch(/^\{\n {2}"version": "1\.0\.0",\n {2}"mediaType": "application\/gzip",\n/u);
    });
  });

  it("has copy buttons for the curl command and the repeat command", async () => {
    const options = { hash: `#${finalize}`, permissions: ["clipboard-read", "clipboard-write"] };
    await visit({ options }, async (page) => {
      const commands = requirement(page, finalize).locator(".command");
      // the exchange, and the command that sends it again, are unpacked after the row was opened
      await commands.locator("code", { hasText: /^curl/u }).first().waitFor({ state: "attached" });
      const texts = await commands.locator("code").allTextContents();
      expect(texts).toContain(
        "npx volume-registry-conformance run --only 'finalize/bytes-have-arrived' --seed 42",
      );
      expect(texts).toContain(`npx volume-registry-conformance explain ${finalize}`);
      expect(texts.find((text) => text.startsWith("curl"))).toContain(
        "'authorization: Bearer '\"$PUBLISHER_TOKEN\"",
      );

      await commands.first().getByRole("button").click();
      await commands.first().getByText("Copied").waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(texts[0]);
    });
  });

  it("shows the smallest input that still fails", async () => {
    await visit({ options: { hash: "#identity/version-follows-semver" } }, async (page) => {
      expect(await requirement(page, "identity/version-follows-semver").textContent()).toContain(
        '"version": "1.0.01"',
      );
    });
  });

  it("links a root cause to the requirements that depend on it", async () => {
    await visit({ report: partialReport() }, async (page) => {
      const cause = page.locator(".groups details").first();
      await cause.locator("summary").click();

      expect(await cause.locator("a").allTextContents()).toEqual([
        "trust/detail-shows-the-attachment",
        "trust/wrong-integrity-is-refused",
        "trust/attachment-stays-with-its-version",
      ]);
    });
  });
});

describe("the overview of the HTML report", () => {
  it("shows failures before warnings, each with its word", async () => {
    const report = failingReport();
    const causes = (report.causes ?? []).toSorted((a, b) => (a.breaks ?? "").localeCompare(b.breaks ?? ""));
    await visit({ report: { ...report, causes } }, async (page) => {
      const words = await page.locator(".cause h3 .badge").allTextContents();
      expect(words).toEqual([
        ...words.filter((word) => word === "Failure"),
        ...words.filter((word) => word === "Warning"),
        ...words.filter((word) => word === "Blocked"),
      ]);
      expect(new Set(words)).toEqual(new Set(["Failure", "Warning", "Blocked"]));
    });
  });

  it.each([1280, 390])("holds each verdict in its card at %i pixels", async (width) => {
    await visit({ options: { viewport: { width, height: 900 } } }, async (page) => {
      const overhangs = await page.evaluate<number[]>(`[...document.querySelectorAll(".card")].map((card) =>
        card.querySelector(".badge").getBoundingClientRect().right -
        card.getBoundingClientRect().right + parseFloat(getComputedStyle(card).paddingRight))`);
      expect(Math.max(...overhangs)).toBeLessThanOrEqual(0);
    });
  });

  it("gives a command the whole width of a phone", async () => {
    await visit(
      { report: failingReport(), options: { viewport: { width: 390, height: 844 } } },
      async (page) => {
        const [code, block] = await page.evaluate<number[]>(`["code", "button"].map((name) =>
        document.querySelector(".cause .command " + name).getBoundingClientRect())
        .flatMap((box, place) => place === 0 ? [box.bottom] : [box.top])`);
        expect(block).toBeGreaterThanOrEqual(code ?? Infinity);
      },
    );
  });

  it("says in a sentence what a chapter that passed means", async () => {
    await visit({ report: conformantReport() }, async (page) => {
      expect(await page.locator("#chapter-search .chapter-sentence").textContent()).toContain("Search finds");
      expect(await page.locator("#chapter-search .verdict-bar").count()).toBe(0);
    });
    await visit({ report: failingReport() }, async (page) => {
      expect(await page.locator("#chapter-finalize .chapter-sentence").count()).toBe(0);
      expect(await page.locator("#chapter-finalize > summary .verdict-bar").count()).toBe(1);
    });
  });

  it("counts what is not offered apart from what was not decided", async () => {
    await visit({ report: conformantReport() }, async (page) => {
      expect(await page.locator("#undecided").count()).toBe(0);
      expect(await page.locator(".tallies").innerText()).toContain("0 skipped (and 2 not offered)");
      expect(await page.locator("#not-offered").count()).toBe(1);
    });
    await visit({ report: partialReport() }, async (page) => {
      expect(await page.locator("#undecided").innerText()).toBe("Not decided (6 requirements, 6 cases)");
    });
  });
});

describe("the filter of the HTML report", () => {
  it("shows the requirements with the selected verdicts", async () => {
    await visit({}, async (page) => {
      await page.getByRole("checkbox", { name: "failed" }).check();
      await waitForShown(page, "4 of 46 requirements");
      await page.getByRole("checkbox", { name: "warned" }).check();

      await waitForShown(page, "5 of 46 requirements");
    });
  });

  it("combines level, chapter, operation and words", async () => {
    await visit({}, async (page) => {
      await page.getByRole("combobox", { name: "Level" }).selectOption("must");
      await waitForShown(page, "40 of 46 requirements");
      await page.getByRole("combobox", { name: "Operation" }).selectOption("finalizeReleaseUpload");
      await page.getByRole("combobox", { name: "Chapter" }).selectOption("finalize");
      await expect.poll(() => shownRequirements(page).count()).toBe(5);
      await page.getByLabel("Filter requirements").getByRole("searchbox").fill("EXPIRED 410");

      await expect
        .poll(() => shownRequirements(page).evaluateAll((elements) => elements.map((element) => element.id)))
        .toEqual(["finalize/expired-intent-is-410"]);
      expect(await page.locator(".chapter:visible h3 .mono").allTextContents()).toEqual(["finalize"]);
    });
  });

  it("does not search the commands", async () => {
    await visit({ options: { hash: `#${finalize}` } }, async (page) => {
      await expect
        .poll(() => requirement(page, finalize).locator("[data-repeat]").textContent())
        .toContain("--seed");
      await page.getByLabel("Filter requirements").getByRole("searchbox").fill("--seed");

      await waitForShown(page, "0 of 46 requirements");
    });
  });

  it("searches the evidence", async () => {
    await visit({}, async (page) => {
      await page.getByLabel("Filter requirements").getByRole("searchbox").fill("leading zero");

      await waitForShown(page, "1 of 46 requirements");
    });
  });

  it("has a message if no requirement matches, and shows all again after a reset", async () => {
    await visit({}, async (page) => {
      await page.getByLabel("Filter requirements").getByRole("searchbox").fill("no such words");
      await page.getByText("No requirement matches the filter").waitFor();
      await page.getByRole("button", { name: "Reset" }).click();
      await waitForShown(page, "46 requirements");

      expect(await page.getByText("No requirement matches the filter").isVisible()).toBe(false);
    });
  });

  it("is kept in the URL, and is set by it", async () => {
    await visit({}, async (page) => {
      await page.getByRole("checkbox", { name: "failed" }).check();
      await page.getByRole("combobox", { name: "Chapter" }).selectOption("finalize");
      expect(page.url()).toMatch(/#\?verdict=failed&chapter=finalize$/u);
    });
    await visit({ options: { hash: "#?verdict=failed&chapter=finalize" } }, async (page) => {
      await expect.poll(() => shownRequirements(page).count()).toBe(1);
      expect(await page.getByRole("checkbox", { name: "failed" }).isChecked()).toBe(true);
    });
  });

  it("is set by the counts on top, and gives way to a link to a chapter", async () => {
    await visit({}, async (page) => {
      await page.locator("header").getByRole("link", { name: "3 blocked" }).click();
      await page.getByText("3 of 46 requirements").waitFor();
      await page.getByLabel("Contents").getByRole("link", { name: "search" }).click();
      await expect.poll(() => page.locator("#chapter-search").getAttribute("open")).not.toBeNull();
      expect(await page.locator("#chapter-search").isVisible()).toBe(true);
    });
  });

  it("is reset by a link to a hidden requirement", async () => {
    await visit({ options: { hash: "#?verdict=passed" } }, async (page) => {
      await expect.poll(() => page.locator("#shown").textContent()).toMatch(/^\d+ of 46 requirements$/);
      // with the keyboard: the page scrolls to the filtered list, and a click meanwhile would miss the link
      await page.locator(".causes .links a").filter({ hasText: finalize }).press("Enter");
      await page.getByText("46 requirements", { exact: true }).waitFor();

      expect(await requirement(page, finalize).isVisible()).toBe(true);
    });
  });

  it("works with the keyboard alone, from the slash key", async () => {
    await visit({}, async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("bytes-have-arrived");
      await waitForShown(page, "1 of 46 requirements");
      await page.keyboard.press("Escape");
      await expect.poll(() => page.locator("#shown").textContent()).toBe("46 requirements");
      await page.keyboard.press("Tab");
      await requirement(page, finalize).locator("> summary").focus();
      await page.keyboard.press("o");
      await page.keyboard.press("o");

      await requirement(page, finalize).locator(".exchange").first().waitFor();
    });
  });

  it("opens and closes all shown requirements", async () => {
    await visit({ options: { hash: "#?verdict=failed" } }, async (page) => {
      await waitForShown(page, "4 of 46 requirements");
      await page.getByRole("button", { name: "Open all shown" }).click();
      const open = page.locator("details.requirement[open]:not([hidden])");
      expect(await open.count()).toBe(4);
      await page.getByRole("button", { name: "Close all shown" }).click();
      expect(await open.count()).toBe(0);
    });
  });
});

describe("the HTML report for every reader", () => {
  it.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 400],
  ] as const)(
    "has no accessibility violations in %s at %i pixels, with evidence open",
    async (colorScheme, width) => {
      const options: OpenOptions = {
        colorScheme,
        viewport: { width, height: 900 },
        hash: "#identity/version-follows-semver",
      };
      await visit({ options }, async (page) => {
        const own = page.locator(".requirement[open]");
        await own.first().locator(".proof .messages").first().waitFor();
        await own.first().locator(".all-exchanges > summary").click();
        await page.locator(".folded > summary").first().click();

        expect(await findAccessibilityViolations(page)).toEqual([]);
      });
    },
    60_000,
  );

  it.each([
    ["failing", failingReport],
    ["hostile", hostileReport],
  ] as const)(
    "never scrolls sideways, when %s, narrow or wide, closed or open",
    async (_name, makeReport) => {
      for (const width of [360, 800, 1440]) {
        await visit({ report: makeReport(), options: { viewport: { width, height: 900 } } }, async (page) => {
          expect(await measureOverflow(page)).toBe(0);
          await page.getByRole("button", { name: "Open all shown" }).click();
          await page.locator(".exchange").first().waitFor();
          expect(await measureOverflow(page)).toBe(0);
        });
      }
    },
    60_000,
  );

  it("follows the system's colours until the theme is changed", async () => {
    await visit({ options: { colorScheme: "dark" } }, async (page) => {
      const background = (): Promise<string> =>
        page.evaluate("getComputedStyle(document.body).backgroundColor");
      expect(await background()).toBe("rgb(15, 19, 24)");
      await page.getByRole("button", { name: "Theme: automatic" }).click();
      expect(await background()).toBe("rgb(246, 247, 249)");
      await page.getByRole("button", { name: "Theme: light" }).click();
      expect(await background()).toBe("rgb(15, 19, 24)");
    });
  });

  it("shows requirements and findings without script", async () => {
    await visit({ options: { javaScriptEnabled: false } }, async (page) => {
      expect(await requirement(page, finalize).textContent()).toContain("missing-uploaded-bytes");
      expect(await page.locator("#filters").isVisible()).toBe(false);
      expect(await page.getByText("JavaScript is needed").first().isVisible()).toBe(true);
      await page.locator("#chapter-search > summary").click();
      expect(await page.locator("#chapter-search noscript").first().isVisible()).toBe(true);
    });
  });

  it("prints dark on light, with open failures and without controls", async () => {
    await visit({ options: { colorScheme: "dark" } }, async (page) => {
      await page.emulateMedia({ media: "print" });
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      expect(await requirement(page, finalize).getByText("missing-uploaded-bytes").first().isVisible()).toBe(
        true,
      );
      expect(await page.locator("#filters").isVisible()).toBe(false);
      expect(await page.locator("#run").isVisible()).toBe(true);
      expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe(
        "rgb(255, 255, 255)",
      );
      await page.evaluate("dispatchEvent(new Event('afterprint'))");

      expect(await page.locator(".folded[open]").count()).toBe(0);
    });
  });
});

describe("the HTML report of a hostile registry", () => {
  it("has no script, request or element from the registry", async () => {
    await visit({ report: hostileReport() }, async (page) => {
      await page.getByRole("button", { name: "Open all shown" }).click();
      await page.locator(".exchange").first().waitFor();
      await page.evaluate(
        "for (const exchange of document.querySelectorAll('.exchange')) exchange.open = true",
      );
      await page.locator(".exchange .messages").last().waitFor();

      expect(await page.evaluate("typeof globalThis.owned")).toBe("undefined");
      expect(
        await page.locator("img, testcase, iframe, textarea, body style, a:not([href^='#'])").count(),
      ).toBe(0);
      expect(await page.locator("script:not([data-packed])").count()).toBe(1);
    });
  });

  it("shows control and direction marks as escapes", async () => {
    await visit({ report: hostileReport() }, async (page) => {
      await page.getByRole("button", { name: "Open all shown" }).click();
      await page.locator(".exchange").first().waitFor();
      const text = await page.locator("body").innerText();

      expect(text).toContain("\\u{202e}gnp.exe");
      expect(/(?!\n|\t)[\p{Cc}\p{Cf}]/u.test(text)).toBe(false);
    });
  });

  it("blocks scripts and requests even if an escape is missing", async () => {
    await visit({}, async (page) => {
      const policy = await page.locator("meta[http-equiv='Content-Security-Policy']").getAttribute("content");

      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'$/u,
      );
    });
  });
});

describe("the HTML report of 2,000 exchanges", () => {
  it("makes no elements for exchanges that are not shown", async () => {
    let few = 0;
    const countElements = async (page: Page): Promise<number> =>
      await page.evaluate<number>("document.querySelectorAll('*').length");
    await visit({ report: largeReport(46) }, async (page) => {
      few = await countElements(page);
    });
    await visit({ report: largeReport(2000) }, async (page) => {
      expect((await countElements(page)) - few).toBeLessThan(200);
    });
  });

  it("filters and opens fast", async () => {
    await visit({ report: largeReport(2000) }, async (page) => {
      await page.getByLabel("Filter requirements").getByRole("searchbox").fill("finalize");
      await expect.poll(() => page.locator("#shown").textContent()).toMatch(/ of 46/u);
      const left = await shownRequirements(page).count();
      await page.goto(`${page.url().split("#")[0] ?? ""}#${finalize}`);
      await requirement(page, finalize).locator(".all-exchanges > summary").click();
      await requirement(page, finalize).locator(".exchange").first().waitFor();

      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThan(46);
    });
  });
});
