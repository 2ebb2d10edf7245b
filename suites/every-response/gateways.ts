/** Errors of a server in front of the registry. */
import type { CheckFile } from "../../harness/check-file.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { isGatewayError } from "../../harness/api/gateway.ts";
import { apiOperationOf, apiOperations, toJudgement } from "../responses.ts";

export const gateways: CheckFile = {
  level: "should",
  source: "Errors",
  operations: apiOperations,
  invariants: [
    {
      id: "every-response/gateways-forward-every-request",
      covers: ["rule:service/2"],
      rule: "No request to an endpoint answers 502, 503 or 504 without a problem document.",
      reading:
        "The text does not mention servers in front of the registry. If a retry succeeds, we report the error here only. If the error stays, the rules for server errors fail.",
      judgesGateways: true,
      judge(answer) {
        if (apiOperationOf(answer) === undefined) return "not-applicable";
        return toJudgement(!isGatewayError(answer), "an answer of the registry", () =>
          describeAnswer(answer),
        );
      },
    },
  ],
};
