/** The report in the Common Test Report Format (CTRF), which dashboards and CI plug-ins of many services read. */
import type { Report, CaseResult, Verdict } from "../schemas/report.ts";
import { explainExitCode, renderConclusion } from "./conclusion.ts";
import { findingsAgainst, indexReport, replaysOf, type ReportIndex } from "./evidence-list.ts";
import { fillList } from "./json-text.ts";
import { toShortText, toVisibleLines, toVisibleText } from "./visible-text.ts";

type Status = "passed" | "failed" | "skipped" | "pending" | "other";

/** `blocked` is neither passed nor failed. `warned` passes, and `rawStatus` has the warning. */
const statuses: Readonly<Record<Verdict, Status>> = {
  passed: "passed",
  warned: "passed",
  failed: "failed",
  errored: "failed",
  skipped: "skipped",
  blocked: "other",
};

interface CtrfTest {
  readonly name: string;
  readonly status: Status;
  readonly duration: number;
  readonly suite: readonly string[];
  readonly rawStatus: string;
  readonly type: string;
  readonly tags?: readonly string[];
  readonly message?: string;
  readonly trace?: string;
}

const maxCharacters = 2000;

function toTest(requirement: CaseResult, index: ReportIndex): CtrfTest {
  const { id, chapter, level, section, verdict, operations, reason, title } = requirement;
  const findings = findingsAgainst(requirement, index);
  const [first] = findings;
  const message =
    reason ??
    (first === undefined ? undefined : `got ${first.finding.got}, expected ${first.finding.expected}`);
  const lines = [
    `rule: ${title}`,
    `section: ${section}`,
    ...findings.flatMap(({ finding }) => [`expected: ${finding.expected}`, `got: ${finding.got}`]),
    ...replaysOf(requirement, index).map((replay) => `repeat: ${replay}`),
  ];
  return {
    name: id,
    status: statuses[verdict],
    duration: Math.round(index.checks.get(id)?.durationMs ?? 0),
    suite: [chapter],
    rawStatus: verdict,
    type: "conformance",
    tags: [level, ...operations],
    ...(verdict === "passed" || message === undefined
      ? {}
      : { message: toVisibleText(toShortText(message, maxCharacters)) }),
    ...(verdict === "passed" || verdict === "skipped"
      ? {}
      : { trace: toVisibleLines(toShortText(lines.join("\n"), maxCharacters)) }),
  };
}

/** A test of its own that counts as skipped: the requirement ran, and is not in the requirement set. */
function toUnscoredTest(requirement: CaseResult, index: ReportIndex): CtrfTest {
  const test = toTest(requirement, index);
  return { ...test, status: "skipped", tags: [...(test.tags ?? []), "not scored"] };
}

/** A failed test for a run with an exit code above 0 and no failed requirement: it must not look green. */
function toVerdictTests(report: Report, tests: readonly CtrfTest[]): readonly CtrfTest[] {
  if (report.exitCode === 0 || tests.some(({ status }) => status === "failed")) return [];
  const message = `${renderConclusion(report)}; exit code ${report.exitCode}: ${explainExitCode(report)}`;
  return [
    {
      name: "run/verdict",
      status: "failed",
      duration: 0,
      suite: ["run"],
      rawStatus: report.verdict,
      type: "conformance",
      message: toVisibleText(message),
    },
  ];
}

/** The report as CTRF, version 1.0.0 of that format: a test for each requirement. */
export function renderCtrf(report: Report): string {
  const index = indexReport(report);
  const requirements = report.cases.map((requirement) => toTest(requirement, index));
  const unscored = (report.unscored ?? []).map((one) => toUnscoredTest(one, index));
  const tests = [...requirements, ...unscored, ...toVerdictTests(report, requirements)];
  const count = (status: Status): number => tests.filter((test) => test.status === status).length;
  const start = Date.parse(report.run.startedAt);
  const { implementation, baseUrl } = report.target;
  const document = {
    reportFormat: "CTRF",
    specVersion: "1.0.0",
    timestamp: new Date(start + report.run.durationMs).toISOString(),
    generatedBy: report.suite.name,
    results: {
      tool: { name: report.suite.name, version: report.suite.version },
      summary: {
        tests: tests.length,
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        pending: 0,
        other: count("other"),
        start,
        stop: start + report.run.durationMs,
        duration: report.run.durationMs,
        extra: { verdict: report.verdict, exitCode: report.exitCode, counts: report.counts },
      },
      tests: [],
      environment: {
        appName: toVisibleText(implementation?.name ?? baseUrl),
        ...(implementation?.version === undefined
          ? {}
          : { appVersion: toVisibleText(implementation.version) }),
        extra: {
          baseUrl,
          specification: report.suite.specification,
          suiteDigest: report.suite.digest,
          ...(report.run.set === undefined ? {} : { set: report.run.set }),
          seed: report.run.seed,
          depth: report.run.depth,
        },
      },
    },
  };
  const text = `${JSON.stringify(document, undefined, 2)}\n`;
  return fillList(
    text,
    "tests",
    tests.map((test) => JSON.stringify(test)),
  );
}
