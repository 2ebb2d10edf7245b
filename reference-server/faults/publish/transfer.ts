import { ProblemError } from "../../problem-error.ts";
import { replaceRule, withAnswer } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the transfer of an upload's bytes. */
export const transfer: FaultFile = {
  "publish/bytes-are-taken-as-instructed": {
    "transfer-demands-a-token": {
      summary: "The transfer also needs the bearer token, which its instruction does not name",
      change: replaceRule("transfer", "assertHeaders", (before) => (intent, call) => {
        if (!call.request.headers.has("authorization"))
          throw new ProblemError("not-found", "there is no such transfer for you");
        before(intent, call);
      }),
    },
    "transfer-answers-bad-gateway": {
      summary: "The byte store answers 502 to every upload",
      change: withAnswer("transferBytes", (answer, call) =>
        call.request.method === "GET" ? answer : { ...answer, status: 502 },
      ),
    },
    "transfer-refuses-its-own-method": {
      summary: "The transfer needs another method than its instruction names",
      change: replaceRule("transfer", "assertMethod", () => (call) => {
        if (call.request.method === call.rules.transfer.method)
          throw new ProblemError("validation-failed", "the method is wrong");
      }),
    },
  },
};
