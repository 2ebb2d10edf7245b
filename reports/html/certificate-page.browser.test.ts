import { expect, it } from "vitest";
import type { CertificateSource } from "../certificate.ts";
import { conformantReport, partialReport } from "../lab/examples/example-report.ts";
import { hostileReport } from "../lab/examples/hostile-report.ts";
import { findAccessibilityViolations, measureOverflow } from "../lab/examples/report-page.ts";
import { renderCertificate } from "./certificate-page.tsx";
import { inChromium } from "../lab/examples/in-chromium.ts";

const visitPage = inChromium();

const digest = `sha256:${"a".repeat(64)}`;

function sourceOf(report: CertificateSource["report"]): CertificateSource {
  return {
    report,
    folder: "certified",
    files: [
      ["report.json", digest],
      ["exchanges.ndjson", digest],
    ],
    seedChosenBy: "the certification programme of the package registries",
  };
}

/** Everything that a certificate can list, each as long as it can be. */
function fullestReport(): CertificateSource["report"] {
  const report = partialReport();
  const cases = report.cases.map((one, place) => ({
    ...one,
    verdict: "skipped" as const,
    reason: `reason ${place % 7} ${"with many words ".repeat(20)}`,
  }));
  const errata = Array.from({ length: 6 }, (_, place) => ({
    id: `finalize/${"long-".repeat(8)}${place}`,
    status: "disputed" as const,
    reason: "The text allows two readings of this sentence. ".repeat(6),
    date: "2026-11-01",
  }));
  const implementation = {
    name: "registry ".repeat(12),
    version: "1.2.3-rc.1+build.5",
    commit: "a".repeat(64),
  };
  return {
    ...report,
    cases,
    rootCauses: [],
    target: { ...report.target, baseUrl: `https://${"registry.".repeat(10)}example/base`, implementation },
    run: { ...report.run, errata, seed: 2 ** 53 - 1, set: { name: "2026.11", digest } },
  };
}

const reports = {
  conformant: conformantReport,
  partial: partialReport,
  fullest: fullestReport,
  hostile: hostileReport,
};

it.each(Object.entries(reports))(
  "a certificate of a %s report prints on one sheet A4",
  async (_name, make) => {
    await visitPage(renderCertificate(sourceOf(make())), {}, async (page) => {
      const pdf = await page.pdf({ preferCSSPageSize: true, format: "A4" });
      expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/gu)).toHaveLength(1);
    });
  },
);

it.each(
  Object.entries(reports).flatMap(([name, make]) =>
    [1280, 390].flatMap((width) =>
      (["light", "dark"] as const).map((colorScheme) => ({ name, make, width, colorScheme })),
    ),
  ),
)(
  "a certificate of a $name report is accessible at $width pixels in $colorScheme colours",
  async ({ make, width, colorScheme }) => {
    const options = { viewport: { width, height: 900 }, colorScheme };
    await visitPage(renderCertificate(sourceOf(make())), options, async (page) => {
      expect(await findAccessibilityViolations(page)).toEqual([]);
      expect(await measureOverflow(page)).toBe(0);
      expect(await page.locator("img, iframe, script").count()).toBe(0);
    });
  },
);
