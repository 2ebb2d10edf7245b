/** The few places where the text states the status of a success. */
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
  rule: "Whenever finalizing a release succeeds, its status is 201, and whenever trust summary or trust detail is given, it is 200.",
  source: "Finalize release upload; Trust summary; Trust detail",
  reading:
    "It holds for the first answer and for a repeated one, with a key or without. Elsewhere any status in the 200s is a success.",
  operations: ["finalizeReleaseUpload", "getTrustSummary", "getTrustDetail"],
  judge(answer) {
    const status = stated.get(answer.exchange.operation);
    if (status === undefined || !isSuccess(answer)) return "not-applicable";
    return toJudgement(answer.status === status, `status ${status}`, `status ${answer.status}`);
  },
};
