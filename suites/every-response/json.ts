import type { CheckFile } from "../../harness/check-file.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { quote } from "../../harness/expect/quote.ts";
import { type Answer, headerOf, mediaTypeOf } from "../../harness/exchange/answer.ts";
import { repeatedMember } from "../../harness/exchange/repeated-member.ts";
import { apiOperationOf, apiOperations, isApiSuccess, toJudgement } from "../responses.ts";

/** The three bytes of a byte order mark in UTF-8. */
const mark: readonly number[] = [0xef, 0xbb, 0xbf];

/** True for a JSON document of an endpoint, of a success or of a problem. */
function isDocument(answer: Answer): boolean {
  return apiOperationOf(answer) !== undefined && answer.isJson;
}

/** True for a label of JSON. Problems have a rule for their bodies. */
function isLabelledJson(answer: Answer): boolean {
  const type = mediaTypeOf(answer) ?? "";
  return type === "application/json" || type.endsWith("+json");
}

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
        const judgement = toJudgement(answer.isJson, "a JSON body", () => describeAnswer(answer));
        return typeof judgement === "string" ? judgement : { ...judgement, member: "" };
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
          { aspect: "header" },
        );
      },
    },
    {
      id: "every-response/empty-bodies-are-not-labelled-json",
      level: "should",
      rule: "A 2xx response except 204 and 205 whose `Content-Type` is `application/json` or ends with `+json` has a body.",
      reading:
        "The text does not say whether a body may be missing. An empty body is not a JSON text (RFC 8259 section 2), so a label as JSON does not describe it (RFC 9110 section 8.3).",
      covers: ["rule:service/2"],
      judge(answer) {
        if (!isApiSuccess(answer) || answer.status === 204 || answer.status === 205) return "not-applicable";
        return toJudgement(
          answer.bytes.length > 0 || !isLabelledJson(answer),
          "a JSON body",
          "an empty body",
        );
      },
    },
    {
      id: "every-response/json-has-no-byte-order-mark",
      level: "should",
      rule: "A JSON body of a success or a problem does not begin with a byte order mark.",
      reading:
        "The text does not mention byte order marks. RFC 8259 section 8.1 forbids them in JSON on a network, and lets a reader ignore them. Other rules ignore them.",
      covers: ["rule:service/2"],
      judge(answer) {
        if (!isDocument(answer)) return "not-applicable";
        const hasMark = mark.every((byte, index) => answer.bytes[index] === byte);
        return toJudgement(!hasMark, "a body without a byte order mark", "a body that begins with ef bb bf", {
          aspect: "body",
        });
      },
    },
    {
      id: "every-response/json-objects-repeat-no-member",
      level: "should",
      rule: "No object in a JSON body has two members with the same name.",
      reading:
        "The text does not mention repeated members. RFC 8259 section 4 says that names should be unique, and that readers differ in what they use. Other rules use the last one.",
      covers: ["rule:service/2"],
      judge(answer) {
        if (!isDocument(answer)) return "not-applicable";
        const repeated = repeatedMember(answer.bytes);
        return toJudgement(
          repeated === undefined,
          "each member once in its object",
          () => `${quote(repeated)} twice in one object`,
          { aspect: "body" },
        );
      },
    },
  ],
};
