/** `site`: a static site of verified reports, with a page, a badge and certificates for each implementation, a matrix and the history. */
import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { renderBadge } from "../../reports/badge.ts";
import { renderCertificate } from "../../reports/html/certificate-page.tsx";
import { renderHtml } from "../../reports/html/html-report.tsx";
import { renderMatrixHtml } from "../../reports/html/matrix-page.tsx";
import { renderSiteImplementation } from "../../reports/html/site-implementation-page.tsx";
import { renderSiteIndex } from "../../reports/html/site-page.tsx";
import { measureLatency } from "../../reports/latency.ts";
import { toConformanceMatrix } from "../../reports/matrix.ts";
import { formatCounted } from "../../reports/measures.ts";
import {
  type SiteImplementation,
  type SiteRun,
  toCertificateFile,
  toImplementations,
  toRunFile,
} from "../../reports/site.ts";
import { toVisibleText } from "../../reports/visible-text.ts";
import { exitCodes } from "../verdict/verdicts.ts";
import { toCertificateSource, toVerifyOptions } from "./certificate.ts";
import { type Command, UsageError } from "./command.ts";
import { writeNow } from "./destination.ts";
import { keepHeapLean } from "./lean-heap.ts";
import { readErrata } from "./use-errata.ts";
import { createProgress } from "./progress.ts";
import { verifyAllAloud } from "./verify-aloud.ts";

export const siteCommand: Command = {
  configure: (parser) =>
    parser
      .positional("dirs", {
        type: "string",
        array: true,
        demandOption: true,
        describe: "Directories of runs: report.json and exchanges.ndjson",
      })
      .option("out", { type: "string", default: "conformance-site", describe: "Directory of the site" })
      .option("title", {
        type: "string",
        default: "Conformance of package registries",
        describe: "Title of the first page",
      })
      .option("errata", {
        type: "string",
        describe: "The errata that the reports have to be made with, if they are not the package's",
      })
      .option("allow-unverified", {
        type: "boolean",
        default: false,
        describe: "Also show reports that cannot be verified, marked so",
      }),
  run: async (options) => {
    keepHeapLean();
    const errata = await readErrata(options);
    const folders = [options["dirs"]].flat().map(String);
    const runs: SiteRun[] = [];
    let unverified = 0;
    const verified = await verifyAllAloud(folders, { errata });
    for (const [place, { report, differences }] of verified.entries()) {
      const folder = folders[place] ?? "";
      const [difference] = differences;
      const latency = measureLatency(report.exchanges);
      if (difference === undefined) {
        const certificate = await toCertificateSource(folder, report, toVerifyOptions(options));
        runs.push({ report, isVerified: true, latency, certificate });
        continue;
      }
      unverified += 1;
      process.stderr.write(`${toVisibleText(`not verified: ${folder}: ${difference}`)}\n`);
      if (options["allow-unverified"] === true) runs.push({ report, isVerified: false, latency });
    }
    if (runs.length === 0) throw new UsageError("Cannot make a site: no report could be verified");
    const out = String(options["out"]);
    const all = toImplementations(runs);
    const progress = createProgress(false);
    progress.tell(`writing ${out}`);
    await writeSite(out, { all, title: String(options["title"]) });
    progress.end();
    process.stdout.write(
      `Wrote ${join(out, "index.html")}: ${formatCounted(all.length, "implementation")}, ${formatCounted(runs.length, "report")}\n`,
    );
    return unverified === 0 ? exitCodes.conformant : exitCodes.failed;
  },
};

interface Site {
  readonly all: readonly SiteImplementation[];
  readonly title: string;
}

/** The pages that a site has for one implementation. */
const ownPage = /^(?:index\.html|badge\.svg|(?:report|certificate)-\d+\.html)$/u;

/** Pages of an earlier site that this one does not have would be published with it. Other files stay. */
async function removeEarlier(out: string): Promise<void> {
  for (const entry of await readdir(out, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = join(out, entry.name);
    const names = await readdir(folder);
    // a folder with none of these pages, such as one of pictures, is somebody else's
    if (!names.includes("index.html") || !names.includes("badge.svg")) continue;
    for (const name of names) if (ownPage.test(name)) await rm(join(folder, name), { force: true });
    await rmdir(folder).catch(() => {});
  }
}

async function writeSite(out: string, site: Site): Promise<void> {
  await mkdir(out, { recursive: true });
  await removeEarlier(out);
  for (const one of site.all) {
    const folder = join(out, one.slug);
    await mkdir(folder, { recursive: true });
    await writeNow(join(folder, "index.html"), renderSiteImplementation(one));
    await writeNow(join(folder, "badge.svg"), renderBadge(one.latest.report));
    for (const run of one.runs) {
      await writeNow(join(folder, toRunFile(one, run)), renderHtml(run.report));
      const certificate = toCertificateFile(one, run);
      if (certificate !== undefined && run.certificate !== undefined)
        await writeNow(join(folder, certificate), renderCertificate(run.certificate));
    }
  }
  const links = site.all.map((one) => `./${one.slug}/${toRunFile(one, one.latest)}`);
  const matrix = toConformanceMatrix(site.all.map(({ latest }) => latest.report));
  await writeNow(join(out, "matrix.html"), renderMatrixHtml(matrix, links, "./index.html"));
  await writeNow(join(out, "index.html"), renderSiteIndex(site));
}
