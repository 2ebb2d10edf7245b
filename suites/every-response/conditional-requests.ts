/** Statuses that need a header field in the request: 304 and 206. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Judgement } from "../../harness/check.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import { headerIn } from "../request-content.ts";
import { apiOperations, isApiResponse, toJudgement } from "../responses.ts";

/** The fields that make a `GET` conditional (RFC 9110 section 13.1). Only the first two can lead to 304. */
const conditions: readonly string[] = [
  "if-none-match",
  "if-modified-since",
  "if-match",
  "if-unmodified-since",
];

/** Judges a `GET` of a document or of bytes that has none of the fields. A byte store decides how it answers other methods. */
function judgeWithout(fields: readonly string[], answer: Answer, status: number): Judgement {
  const { operation, request } = answer.exchange;
  const isRead = request.method === "GET" && (operation === "transferBytes" || isApiResponse(answer));
  if (!isRead || answer.status === 0 || fields.some((field) => headerIn(answer, field) !== undefined))
    return "not-applicable";
  return toJudgement(answer.status !== status, `any status but ${status}`, `status ${answer.status}`, {
    wanted: { otherStatus: true },
  });
}

export const conditionalRequests: CheckFile = {
  source: "Endpoints, responses of the reads; Release metadata, hosted archive: url",
  operations: [...apiOperations, "transferBytes"],
  invariants: [
    {
      id: "every-response/reads-without-a-condition-are-never-not-modified",
      covers: ["operation:getRelease"],
      ownsResponse: true,
      rule: "A `GET` without a condition such as `If-None-Match` or `If-Modified-Since` never answers 304.",
      reading:
        "The text states a response with a document for each read, and does not mention 304. RFC 9110 section 15.4.5 allows that status only for a conditional request.",
      judge: (answer) => judgeWithout(conditions, answer, 304),
    },
    {
      id: "every-response/reads-without-a-range-are-never-partial",
      covers: ["operation:transferBytes"],
      level: "should",
      rule: "A `GET` without `Range` never answers 206.",
      reading:
        "The text does not state the success status of most reads. RFC 9110 section 15.3.7 allows 206 only for a request with `Range`.",
      judge: (answer) => judgeWithout(["range"], answer, 206),
    },
  ],
};
