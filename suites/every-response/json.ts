import type { CheckFile } from "../../harness/check-file.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { headerOf, mediaTypeOf } from "../../harness/registry/answer.ts";
import { apiOperations, isApiSuccess, toJudgement } from "../responses.ts";

export const json: CheckFile = {
  source: "What the service does, rule 2",
  operations: apiOperations,
  invariants: [
    {
      id: "every-response/success-bodies-are-json",
      ownsResponse: true,
      rule: "A 2xx response has a body that parses as JSON, or no body.",
      reading:
        "The text does not say whether a body may be missing, or which encoding it has. An empty body passes here; otherwise it is UTF-8 as in RFC 8259, and a byte order mark is ignored.",
      covers: ["rule:service/2"],
      judge(answer) {
        if (!isApiSuccess(answer) || answer.bytes.length === 0) return "not-applicable";
        return toJudgement(answer.isJson, "a JSON body", () => describeAnswer(answer));
      },
    },
    {
      id: "every-response/success-bodies-are-labelled-json",
      level: "should",
      rule: "A 2xx response with a JSON body has the `Content-Type` `application/json` or another type that ends with `+json`, but not that of problems.",
      reading:
        "The text says that bodies are JSON but gives a content type only for errors. RFC 9110 says that a content type describes the body; parameters such as `charset` are fine.",
      covers: ["rule:service/2"],
      judge(answer) {
        if (!isApiSuccess(answer) || !answer.isJson) return "not-applicable";
        const type = mediaTypeOf(answer) ?? "";
        const holds =
          /^(?:application\/json|[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+\+json)$/.test(type) &&
          type !== "application/problem+json";
        return toJudgement(
          holds,
          "`Content-Type` application/json or *+json",
          headerOf(answer, "content-type") ?? "no `Content-Type`",
        );
      },
    },
  ],
};
