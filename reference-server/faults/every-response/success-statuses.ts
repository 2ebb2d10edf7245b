import { withSuccess } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the status of a success. */
export const successStatuses: FaultFile = {
  "every-response/successes-have-their-stated-status": {
    "keyed-finalize-answers-200": withSuccess("finalizeReleaseUpload", (answer, call) =>
      call.request.headers.has("idempotency-key") ? { ...answer, status: 200 } : answer,
    ),
    "trust-summary-with-artifacts-answers-203": withSuccess("getTrustSummary", (answer) =>
      JSON.stringify(answer.body).includes('"artifacts":[]') ? answer : { ...answer, status: 203 },
    ),
  },
};
