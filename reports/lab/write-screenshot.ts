/** `npm run screenshot`: writes the picture of README, the report of the reference server with one fault, and a smaller report to click. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { certify, type CertifyOptions } from "../../harness/index.ts";
import { packageFolder } from "../../harness/package-file.ts";
import { startReferenceServer } from "../../reference-server/server.ts";
import type { Report } from "../../schemas/report.ts";
import { renderHtml } from "../html/html-report.tsx";
import { launchChromium } from "./examples/chromium.ts";
import { openPage } from "./examples/report-page.ts";

const fault = "bytes-of-any-upload-count";
/** What the report to click is about: it is part of the package, which has to stay small. */
const sampled: Pick<CertifyOptions, "depth" | "only"> = {
  depth: "quick",
  only: ["publish", "finalize", "unpublish"],
};
const viewport = { width: 1280, height: 800 };

async function certifyFaulty(options: Pick<CertifyOptions, "depth" | "only"> = {}): Promise<Report> {
  const server = await startReferenceServer({ states: true, faults: [fault] });
  try {
    return await certify({
      target: { ...server.target },
      seed: 7,
      cleanUp: false,
      targetArguments: `--reference --fault ${fault}`,
      ...options,
    });
  } finally {
    await server.close();
  }
}

const report = await certifyFaulty();
await writeFile(
  join(packageFolder(), "reports/sample-report.html"),
  renderHtml(await certifyFaulty(sampled)),
);
const browser = await launchChromium();
try {
  const { page } = await openPage(browser, renderHtml(report), { viewport });
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 45 });
  await writeFile(join(packageFolder(), "reports/screenshot.webp"), Buffer.from(data, "base64"));
} finally {
  await browser.close();
}
