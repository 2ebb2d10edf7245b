/** The endpoints for which the text states the success status. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Operation } from "../../harness/check.ts";
import { isApiSuccess, toJudgement } from "../responses.ts";

const stated: ReadonlyMap<string, number> = new Map<Operation, number>([
  ["finalizeReleaseUpload", 201],
  ["getTrustSummary", 200],
  ["getTrustDetail", 200],
]);

export const successStatuses: CheckFile = {
  source: "Finalize release upload; Trust summary; Trust detail",
  operations: ["finalizeReleaseUpload", "getTrustSummary", "getTrustDetail"],
  invariants: [
    {
      id: "every-response/successes-have-their-stated-status",
      covers: ["operation:finalizeReleaseUpload", "operation:getTrustSummary", "operation:getTrustDetail"],
      ownsResponse: true,
      rule: "A successful `POST` finalize answers 201. A successful `GET` trust summary or `GET` trust detail answers 200.",
      reading:
        "The text does not say whether a repeated finalize has the same status. We expect the stated status for first and repeated requests, and any 2xx from other endpoints.",
      judge(answer) {
        const status = stated.get(answer.exchange.operation);
        if (status === undefined || !isApiSuccess(answer)) return "not-applicable";
        return toJudgement(answer.status === status, `status ${status}`, `status ${answer.status}`, {
          wanted: { status },
        });
      },
    },
  ],
  untested: [
    {
      id: "every-response/interface-version",
      rule: "The interface version is 0.1.0-rc.1.",
      source: "Versioning, rule 2",
      reason:
        "No resource has a member for the interface version. A report states the version that the suite implements.",
      covers: ["rule:versioning/2"],
    },
    {
      id: "every-response/deprecation-policy",
      rule: "Interface versions are deprecated, and stay compatible, according to a policy.",
      source: "Versioning, rule 5",
      reason: "The text states that the policy is not shown.",
      covers: ["rule:versioning/5"],
    },
    {
      id: "every-response/events",
      rule: "The registry may emit events, webhooks or notifications.",
      source: "Events",
      reason: "The text states that no events are described.",
      covers: ["gap:events/1"],
    },
  ],
};
