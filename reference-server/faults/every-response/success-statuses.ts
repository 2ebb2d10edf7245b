import { withSuccess } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const successStatuses: FaultFile = {
  "every-response/successes-have-their-stated-status": {
    "keyed-finalize-answers-200": {
      summary: "A finalize that carries an idempotency key succeeds with 200",
      change: withSuccess("finalizeReleaseUpload", (answer, call) =>
        call.request.headers.has("idempotency-key") ? { ...answer, status: 200 } : answer,
      ),
    },
    "filled-summary-answers-203": {
      summary: "A trust summary that lists artifacts is 203",
      change: withSuccess("getTrustSummary", (answer) =>
        JSON.stringify(answer.body).includes('"artifacts":[]') ? answer : { ...answer, status: 203 },
      ),
    },
  },
};
