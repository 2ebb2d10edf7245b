/** Bodies whose content coding cannot be undone. */
import type { CheckFile } from "../../harness/check-file.ts";
import { codingOfFailure } from "../../harness/transport/content-coding.ts";
import { apiOperations, isApiResponse } from "../responses.ts";

export const contentCodings: CheckFile = {
  source: "What the service does, rule 2; Release metadata, hosted archive: url; Trust attachment: locator",
  operations: [...apiOperations, "transferBytes"],
  invariants: [
    {
      id: "every-response/bodies-have-their-content-coding",
      covers: ["rule:service/2"],
      ownsResponse: true,
      rule: "A body with `Content-Encoding` `gzip`, `deflate` or `br` is in that coding. This includes the bytes of a download or of a `locator.url`.",
      reading:
        "The text does not mention content codings. A client undoes the coding of the header (RFC 9110 section 8.4), so it cannot read the JSON or the bytes. A body that is in another coding, or readable in a second try, is not judged here.",
      judge(answer) {
        const { operation, request, failure } = answer.exchange;
        const isJudged = operation === "transferBytes" ? request.method === "GET" : isApiResponse(answer);
        if (!isJudged) return "not-applicable";
        const coding = codingOfFailure(failure);
        if (coding !== undefined)
          return {
            expected: `a body in the coding ${coding}`,
            got: "bytes in another format",
            aspect: "body",
          };
        // most responses have no coding, and pass too
        return answer.status === 0 ? "not-applicable" : "held";
      },
    },
  ],
};
