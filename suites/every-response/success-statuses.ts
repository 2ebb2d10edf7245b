/** The endpoints for which the text states the success status. */
import type { Invariant, Operation } from "../../harness/check.ts";
import { isSuccess } from "../../harness/registry/answer.ts";
import { toJudgement } from "./subject.ts";

const stated: ReadonlyMap<string, number> = new Map<Operation, number>([
  ["finalizeReleaseUpload", 201],
  ["getTrustSummary", 200],
  ["getTrustDetail", 200],
]);

export const successesHaveTheirStatus: Invariant = {
  id: "every-response/successes-have-their-stated-status",
  level: "must",
  rule: "A successful `POST` finalize answers 201. A successful `GET` trust summary or `GET` trust detail answers 200.",
  source: "Finalize release upload; Trust summary; Trust detail",
  reading:
    "The text does not say whether a repeated finalize has the same status. We expect the stated status for first and repeated requests, and any 2xx from other endpoints.",
  operations: ["finalizeReleaseUpload", "getTrustSummary", "getTrustDetail"],
  judge(answer) {
    const status = stated.get(answer.exchange.operation);
    if (status === undefined || !isSuccess(answer)) return "not-applicable";
    return toJudgement(answer.status === status, `status ${status}`, `status ${answer.status}`);
  },
};
