import type { Answer } from "../../answer.ts";
import { replaceRule, withHeader, withProblem, withSuccess } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

function asText(type: string, text: (body: string) => string): (answer: Answer) => Answer {
  return (answer) => ({
    status: answer.status,
    headers: { ...answer.headers, "content-type": type },
    body: new TextEncoder().encode(text(JSON.stringify(answer.body) ?? "")),
  });
}

/** Faults in the body of a success. */
export const json: FaultFile = {
  "every-response/success-bodies-are-json": {
    "capabilities-are-html": withSuccess(
      "getCapabilities",
      asText("text/html", () => "<p>volumes</p>"),
    ),
    "index-has-a-comma-after-its-json": withSuccess(
      "getVersionIndex",
      asText("application/json", (body) => `${body},`),
    ),
    "trust-details-end-after-16-kibibytes": withSuccess(
      "getTrustDetail",
      asText("application/json", (body) => body.slice(0, 16_384)),
    ),
    "trust-intent-has-single-quotes": withSuccess(
      "createTrustUpload",
      asText("application/json", (body) => body.replaceAll('"', "'")),
    ),
  },
  "every-response/success-bodies-are-labelled-json": {
    "successes-have-content-type-text": replaceRule("respond", "jsonType", () => () => "text/plain"),
    "trust-summary-has-content-type-html": withSuccess("getTrustSummary", (answer) =>
      withHeader(answer, "content-type", "text/html; charset=utf-8"),
    ),
    "metadata-has-no-content-type": withSuccess("getRelease", ({ status, body }) => ({
      status,
      headers: {},
      body,
    })),
  },
  "every-response/empty-bodies-are-not-labelled-json": {
    "unpublish-answers-an-empty-json-body": withSuccess(
      "unpublishVersion",
      asText("application/json", () => ""),
    ),
    "capabilities-are-empty-and-labelled-as-hal": withSuccess(
      "getCapabilities",
      asText("application/hal+json", () => ""),
    ),
  },
  "every-response/json-has-no-byte-order-mark": {
    "trust-detail-begins-with-a-byte-order-mark": withSuccess(
      "getTrustDetail",
      asText("application/json", (body) => `\uFEFF${body}`),
    ),
    "validation-problems-begin-with-a-byte-order-mark": withProblem(
      "validation-failed",
      asText("application/problem+json", (body) => `\uFEFF${body}`),
    ),
  },
  "every-response/json-objects-repeat-no-member": {
    "index-rows-begin-with-another-version-member": withSuccess(
      "getVersionIndex",
      asText("application/json", (body) => body.replaceAll('{"version":', '{"version":"0.0.0","version":')),
    ),
    "problems-have-their-title-twice": withProblem(
      "every",
      asText("application/problem+json", (body) => body.replace('"title":', '"title":"Error","title":')),
    ),
  },
};
