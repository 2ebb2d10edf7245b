/** Responses that break off before their end. */
import type { CheckFile } from "../../harness/check-file.ts";
import { placeOfBreak } from "../../harness/transport/connection-errors.ts";
import { apiOperations, isApiResponse } from "../responses.ts";

export const wholeResponses: CheckFile = {
  source: "What the service does, rule 2; Release metadata, hosted archive: url; Trust attachment: locator",
  operations: [...apiOperations, "transferBytes"],
  invariants: [
    {
      id: "every-response/responses-arrive-whole",
      covers: ["rule:service/2"],
      ownsResponse: true,
      rule: "A response has a whole body. This includes downloads, the bytes of a `locator.url`, and the responses to byte transfers.",
      reading:
        "The text does not mention responses that break off. `Content-Length` and the last chunk say where a body ends (RFC 9112 section 6.3). Any connection can be lost, so we ask again. We judge a response that breaks off in five tries in a row.",
      judge(answer) {
        const { operation, failure } = answer.exchange;
        const isJudged = operation === "transferBytes" || isApiResponse(answer);
        if (!isJudged) return "not-applicable";
        const place = placeOfBreak(failure);
        if (place !== undefined)
          return {
            expected: "a whole body",
            got: `a body that ended after ${place}, in each try`,
            aspect: "body",
          };
        return answer.status === 0 ? "not-applicable" : "held";
      },
    },
  ],
};
