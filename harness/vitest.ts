/** Registers every requirement as a vitest test, for vendors who live there. Needs vitest as a peer. */
import { beforeAll, describe, test } from "vitest";
import type { Report, CaseResult } from "../schemas/report.ts";
import { certify, type CertifyOptions, chapters } from "./index.ts";
import { assertCertifyOptions } from "./certify-options.ts";
import { select } from "./plan/selection.ts";

/** Milliseconds for the whole run, which is done once before the first test. */
const runTimeoutMs = 15 * 60_000;

/**
 * Runs the suite once and shows each selected requirement as a test: failed where it failed, was blocked or the suite broke,
 * skipped with the reason where the target lacks what it needs. The last test is the run's verdict, which is the one that the
 * exit code of the command gives: so nothing is green that was not decided.
 */
export function registerConformance(options: CertifyOptions): void {
  assertCertifyOptions(options, "registerConformance()");
  const selection = select(chapters, {
    depth: options.depth ?? "standard",
    profiles: options.profiles ?? [],
    only: options.only ?? [],
    skip: options.skip ?? [],
  });
  const requirements = [...selection.checks, ...selection.invariants];

  describe("Package Registry HTTP API", () => {
    let report: Report | undefined;
    beforeAll(async () => {
      report = await certify(options);
    }, runTimeoutMs);

    for (const { id, rule } of requirements) {
      test(`${id}: ${rule}`, ({ skip }) => {
        const result = report?.cases.find((one) => one.id === id);
        const reason = whyNotScored(report, id);
        if (reason !== undefined) skip(reason);
        if (result === undefined) throw new Error(`The run has no result for ${id}`);
        if (result.verdict === "skipped") skip(result.reason);
        if (hasFailed(result)) throw new Error(`${result.reason ?? result.verdict} (${result.section})`);
      });
    }

    test("the verdict of the run", () => {
      if (report?.exitCode !== 0)
        throw new Error(
          `${report?.verdict ?? "There is no report"}: exit code ${report?.exitCode ?? "none"}`,
        );
    });
  });
}

/** Why a requirement that ran, or was withdrawn, has no part in the verdict. */
function whyNotScored(report: Report | undefined, id: string): string | undefined {
  const erratum = report?.run.errata?.find((one) => one.id === id && one.status === "withdrawn");
  if (erratum !== undefined) return `withdrawn on ${erratum.date}: ${erratum.reason}`;
  const unscored = report?.unscored?.find((one) => one.id === id);
  return unscored === undefined
    ? undefined
    : `not in the set ${report?.run.set?.name ?? ""}: ${unscored.verdict}`;
}

function hasFailed({ verdict }: CaseResult): boolean {
  return ["failed", "blocked", "errored"].includes(verdict);
}
