/** The HTML report of large runs: how long it takes to write, its size, and when a browser shows it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { renderHtml } from "../../../reports/html/html-report.tsx";
import { launchChromium } from "../../../reports/lab/examples/chromium.ts";
import { largeReport } from "../../../reports/lab/examples/example-report.ts";
import type { Part } from "./part.ts";
import { formatSpread } from "./rounds.ts";

const sizes = [2_000, 20_000] as const;

/** Milliseconds until Chromium has painted the page for the first time. */
async function paint(html: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-bench-"));
  const file = join(folder, "report.html");
  await writeFile(file, html);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(file).href);
    const painted: unknown = await page.evaluate(
      `new Promise((painted) => {
        new PerformanceObserver((list) => painted(list.getEntries()[0].startTime)).observe({ type: "paint", buffered: true });
      })`,
    );
    return typeof painted === "number" ? painted : Number.NaN;
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

export const htmlPart: Part = {
  name: "html",
  async measure(rounds) {
    const rows: string[][] = [];
    for (const size of sizes) {
      const report = largeReport(size);
      const written: number[] = [];
      const painted: number[] = [];
      let bytes = 0;
      for (let round = 0; round < rounds; round++) {
        const began = performance.now();
        const html = renderHtml(report);
        written.push(performance.now() - began);
        bytes = Buffer.byteLength(html);
        painted.push(await paint(html));
      }
      rows.push([
        String(report.exchanges.length),
        formatSpread(written, 0),
        (bytes / 1e6).toFixed(1),
        formatSpread(painted, 0),
      ]);
    }
    return { table: [["exchanges", "rendered in (ms)", "size (MB)", "first paint (ms)"], ...rows] };
  },
};
