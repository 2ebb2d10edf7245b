import type { Invariant } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { headerOf, mediaTypeOf } from "../../harness/registry/answer.ts";
import { apiOperations, isApiSuccess, toJudgement } from "./subject.ts";

export const successBodiesAreJson: Invariant = {
  id: "every-response/success-bodies-are-json",
  level: "must",
  rule: "The body of a success, where there is one, parses as JSON.",
  source: "What the service does, rule 2",
  reading:
    "A success without a body is none that could be wrong; where a resource is owed, its own requirement misses it. UTF-8 is asked for, as RFC 8259 does between systems, and a byte order mark is passed over.",
  operations: apiOperations,
  covers: ["rule:service/2"],
  judge(answer) {
    if (!isApiSuccess(answer) || answer.bytes.length === 0) return "not-applicable";
    return toJudgement(answer.isJson, "a JSON body", () => describeAnswer(answer));
  },
};

export const successBodiesAreLabelledJson: Invariant = {
  id: "every-response/success-bodies-are-labelled-json",
  level: "should",
  rule: "The body of a success is labelled application/json, or a type that ends with +json.",
  source: "What the service does, rule 2",
  reading:
    "The text says that bodies are JSON and names a content type for errors only; RFC 9110 wants content labelled as what it is. Parameters such as charset are fine.",
  operations: apiOperations,
  covers: ["rule:service/2"],
  judge(answer) {
    if (!isApiSuccess(answer) || !answer.isJson) return "not-applicable";
    const type = mediaTypeOf(answer) ?? "";
    const holds = /^(?:application\/json|[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+\+json)$/.test(type);
    return toJudgement(
      holds,
      "content type application/json or *+json",
      headerOf(answer, "content-type") ?? "no content type",
    );
  },
};
