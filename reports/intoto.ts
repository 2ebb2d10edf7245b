/** The result as an in-toto statement, ready to be signed by cosign or by the attestation of a platform. */
import { createHash } from "node:crypto";
import type { Report, CaseResult, Verdict } from "../schemas/report.ts";
import { renderJson } from "./json.ts";

/** The number of hex digits of a Git commit (SHA-1 or SHA-256). */
const commitPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;

function listIds(requirements: readonly CaseResult[], verdicts: readonly Verdict[]): readonly string[] {
  return requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
}

/** `PASSED` and `WARNED` only with exit code 0: a partial run proves nothing. */
function toResult({ exitCode, counts }: Report): "PASSED" | "WARNED" | "FAILED" {
  if (exitCode !== 0) return "FAILED";
  return counts.warned > 0 ? "WARNED" : "PASSED";
}

/** The tested commit if the target file names one; otherwise the report itself, since a digest is required. */
function toSubjects(report: Report, reportDigest: string): readonly object[] {
  const { name, version, commit } = report.target.implementation ?? { name: "" };
  if (commit === undefined || !commitPattern.test(commit))
    return [{ name: "report.json", digest: { sha256: reportDigest } }];
  return [{ name: version === undefined ? name : `${name}@${version}`, digest: { gitCommit: commit } }];
}

function toSetConfiguration({ run }: Report): readonly object[] {
  if (run.set === undefined) return [];
  const sha256 = run.set.digest.replace(/^sha256:/u, "");
  return [{ name: `requirement set ${run.set.name}`, digest: { sha256 } }];
}

/**
 * A statement of the in-toto attestation framework, version 1, with the predicate `test-result`, version 0.1. Its configuration has
 * the suite by its digest and `report.json` by its digest, so that the signature covers both.
 */
export function renderInToto(report: Report): string {
  const { suite, target, run, cases: requirements, verdict, exitCode, counts } = report;
  const reportDigest = createHash("sha256").update(renderJson(report)).digest("hex");
  const statement = {
    _type: "https://in-toto.io/Statement/v1",
    subject: toSubjects(report, reportDigest),
    predicateType: "https://in-toto.io/attestation/test-result/v0.1",
    predicate: {
      result: toResult(report),
      configuration: [
        { name: `${suite.name}@${suite.version}`, digest: { sha256: suite.digest.replace(/^sha256:/u, "") } },
        { name: "report.json", digest: { sha256: reportDigest } },
        ...toSetConfiguration(report),
      ],
      passedTests: listIds(requirements, ["passed"]),
      warnedTests: listIds(requirements, ["warned"]),
      failedTests: listIds(requirements, ["failed", "errored", "blocked"]),
      conformance: {
        specification: suite.specification,
        ...(run.set === undefined ? {} : { set: run.set.name }),
        baseUrl: target.baseUrl,
        verdict,
        exitCode,
        counts,
        depth: run.depth,
        seed: run.seed,
        startedAt: run.startedAt,
        exchangesDigest: run.exchangesDigest,
        undecidedTests: listIds(requirements, ["skipped"]),
      },
    },
  };
  return `${JSON.stringify(statement, undefined, 2)}\n`;
}
