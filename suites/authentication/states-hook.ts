import type { CheckFile } from "../../harness/check-file.ts";
import { isSuccess, textAt } from "../../harness/exchange/answer.ts";

export const statesHook: CheckFile = {
  source: "Authentication, rule 1",
  operations: ["createReleaseUpload"],
  forms: "none",
  from: "standard",
  observations: [
    {
      id: "authentication/states-hooks-in-public",
      isOfTestSystem: true,
      question: "Does a states hook of a test system answer at /states below the base URL?",
      source: "Authentication, rule 1",
      operations: ["createReleaseUpload"],
      needs: ["token:publisher"],
      forms: "none",
      async observe({ registry }) {
        // the token would be expired and may do nothing, so that nothing is given away
        const params = { grants: [], resource: "@conformance", condition: "expired" };
        const answer = await registry.request(
          { method: "POST", path: "/states" },
          { rawBody: JSON.stringify({ state: "token", params }), as: "nobody" },
        );
        return isSuccess(answer) && textAt(answer.body, "token") !== undefined
          ? "WARNING: yes, it makes tokens for everyone; take it out of production, or require a secret"
          : `No: a request for a token without a secret answers ${answer.status}`;
      },
    },
  ],
};
