/** `npm run screenshot`: writes the picture of README, the sample report to click, and what both show. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packageFolder } from "../../harness/package-file.ts";
import { renderHtml } from "../html/html-report.tsx";
import { launchChromium } from "./examples/chromium.ts";
import { openPage } from "./examples/report-page.ts";
import {
  certifyFaulty,
  describeSample,
  digestFiles,
  type Pictured,
  picturedFile,
  pictureFile,
  sampled,
  sampleFile,
} from "./pictured.ts";

const viewport = { width: 1280, height: 800 };
const inPackage = (file: string): string => join(packageFolder(), file);

const report = await certifyFaulty();
const sample = await certifyFaulty(sampled);
await writeFile(inPackage(sampleFile), renderHtml(sample));
const browser = await launchChromium();
try {
  const { page } = await openPage(browser, renderHtml(report), { viewport });
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 20 });
  await writeFile(inPackage(pictureFile), Buffer.from(data, "base64"));
} finally {
  await browser.close();
}
const pictured: Pictured = {
  digests: await digestFiles(),
  requirements: report.requirements.length,
  sample: describeSample(sample),
};
await writeFile(inPackage(picturedFile), `${JSON.stringify(pictured, undefined, 2)}\n`);
