import { describe, expect, it } from "vitest";
import type { Report } from "../schemas/report.ts";
import {
  type CertificateSource,
  describeCertificate,
  describeErrata,
  describeSeed,
  listLimits,
  refuseCertificate,
  renderAgainCommand,
  renderVerifyCommand,
  titleOf,
} from "./certificate.ts";
import { renderCertificate } from "./html/certificate-page.tsx";
import {
  conformantReport,
  failingReport,
  interruptedReport,
  partialReport,
  undecidedReport,
} from "./lab/examples/example-report.ts";

function sourceOf(report: Report, more: Partial<CertificateSource> = {}): CertificateSource {
  return { report, folder: "certified", files: [["report.json", `sha256:${"a".repeat(64)}`]], ...more };
}

function withRun(report: Report, run: Partial<Report["run"]>): Report {
  return { ...report, run: { ...report.run, ...run } };
}

describe("a certificate", () => {
  it("is for a conformant report of the whole suite", () => {
    expect(refuseCertificate(conformantReport())).toBeUndefined();
    expect(titleOf(conformantReport())).toBe("Certificate of conformance: acme-registry 2.3.0");
  });

  it.each([
    ["a failing report", failingReport(), 1, "requirements failed"],
    ["an undecided report", undecidedReport(), 3, "no requirement was decided"],
    ["an interrupted run", interruptedReport(), 130, "the run ended early"],
    ["a run that the suite broke", { ...withRun(partialReport(), { broken: "x" }), exitCode: 5 }, 5, "suite"],
    ["one shard", withRun(conformantReport(), { shard: { index: 1, total: 2 } }), 4, "shard 1 of 2"],
    [
      "observed traffic",
      withRun(conformantReport(), { traffic: { source: "har", notJudged: [] } }),
      4,
      "no check ran",
    ],
    ["a baseline that accepts failures", { ...failingReport(), exitCode: 0 }, 1, "failed"],
  ])("is refused to %s, even as a partial one", (_name, report, exitCode, reason) => {
    const refusal = refuseCertificate(report);
    expect(refusal).toMatchObject({ exitCode, mayBePartial: false });
    expect(refusal?.reason).toContain(reason);
  });

  it("of a run that left something undecided has to be marked as partial", () => {
    expect(refuseCertificate(partialReport())).toEqual({
      reason: "6 of 46 requirements were not decided",
      exitCode: 4,
      mayBePartial: true,
    });
    expect(refuseCertificate(withRun(conformantReport(), { only: ["search"] }))).toMatchObject({
      reason: "only a part of the suite ran",
      exitCode: 4,
      mayBePartial: true,
    });
    const quick = withRun(conformantReport(), { depth: "quick" });
    expect(refuseCertificate(quick)).toEqual({
      reason: "a quick run leaves out requirements",
      exitCode: 4,
      mayBePartial: true,
    });
    expect(describeCertificate(quick)).toContain("requirements that ran");
    expect(listLimits(quick)[0]).toBe("A quick run leaves out requirements that --depth standard tries");
    const page = renderCertificate(sourceOf(partialReport()));
    expect(page).toContain("<h1>Partial certificate</h1>");
    expect(page).toContain(
      "This is not a certificate of conformance: 6 of 46 requirements were not decided.",
    );
  });

  it("counts what passed, and everything else", () => {
    expect(describeCertificate(partialReport())).toMatch(
      /^Of 46 requirements.*, none failed: 40 passed, 6 not decided, in 46 cases and [\d,]+ requests\.$/u,
    );
    expect(describeCertificate(conformantReport())).toContain("44 passed, 2 not offered");
    const { requirements, ...rest } = conformantReport();
    const passed = requirements.filter(({ verdict }) => verdict === "passed");
    expect(describeCertificate({ ...rest, requirements: passed })).toMatch(/^All 44 requirements .*passed/u);
  });

  it("lists what was not decided by its reason, and what limits the verdict", () => {
    expect(listLimits(partialReport())).toEqual([
      "3 cases not decided: Cannot create a trust upload: the registry answered 503 to POST /trust/uploads",
      '1 case not decided: needs "states.url" in the target file',
      '1 case not decided: needs "tokens.expired" in the target file',
      '1 case not decided: needs "tokens.outsider" in the target file',
    ]);
    expect(listLimits(conformantReport())).toEqual(["Not offered, according to the target file: advisories"]);
  });

  it("says who chose the seed", () => {
    const report = withRun(conformantReport(), { seed: 7 });
    expect(describeSeed(sourceOf(report))).toBe("7");
    expect(describeSeed(sourceOf(withRun(report, { seedChosenBy: "suite" })))).toBe(
      "7, drawn at random by the suite",
    );
    expect(
      describeSeed(sourceOf(withRun(report, { seedChosenBy: "caller" }), { seedChosenBy: "the programme" })),
    ).toBe("7, given with --seed, chosen by the programme");
  });

  it("counts the errata", () => {
    const erratum = { id: "a/b", reason: "x", date: "2026-01-01" };
    expect(describeErrata(conformantReport())).toBe("none applied");
    const errata = [
      { ...erratum, status: "withdrawn" as const },
      { ...erratum, status: "disputed" as const },
    ];
    expect(describeErrata(withRun(conformantReport(), { errata }))).toBe("1 withdrawn, 1 disputed");
  });

  it("has the commands that check it and that run it again", () => {
    const report = withRun(conformantReport(), {
      seed: 7,
      depth: "deep",
      set: { name: "2026.11", digest: `sha256:${"b".repeat(64)}` },
    });
    const source = sourceOf(report, { folder: "a b", verifyOptions: ["--errata", "errata.json"] });
    const { name, version } = report.suite;
    expect(renderVerifyCommand(source)).toBe(`npx ${name}@${version} verify 'a b' --errata errata.json`);
    expect(renderAgainCommand(source)).toBe(
      `npx ${name}@${version} run --target TARGET --depth deep --seed 7 --set 2026.11`,
    );
  });

  it("has the digests, and is the same for the same report", () => {
    const page = renderCertificate(sourceOf(conformantReport()));
    expect(page).toContain(`sha256:${"a".repeat(64)}`);
    expect(page).toContain(conformantReport().suite.digest);
    expect(page).toContain(conformantReport().run.exchangesDigest);
    expect(renderCertificate(sourceOf(conformantReport()))).toBe(page);
  });
});
