import type { Report } from "../../../schemas/report.ts";
import { failingReport } from "./example-report.ts";

/** A report with a failed rule for all responses, found in the exchanges of two other checks. */
export function invariantReport(): Report {
  const report = failingReport();
  const carriers = ["identity/version-follows-semver", "version-index/rows-are-complete"];
  return {
    ...report,
    cases: report.cases.map((requirement) => {
      const [own] = requirement.evidence;
      if (requirement.id !== "every-response/no-server-error" || own?.finding === undefined)
        return requirement;
      const { finding, ...evidence } = own;
      return {
        ...requirement,
        checks: [requirement.id, ...carriers],
        evidence: [
          ...carriers.map((check) => ({ ...evidence, check, finding })),
          { ...evidence, check: "publish/intent-echoes-the-request", verdict: "passed" as const },
        ],
      };
    }),
  };
}
