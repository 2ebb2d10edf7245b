import type { Answer } from "../../answer.ts";
import { replaceRule, withHeader, withSuccess } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

function asText(type: string, text: (body: string) => string): (answer: Answer) => Answer {
  return (answer) => ({
    status: answer.status,
    headers: { ...answer.headers, "content-type": type },
    body: new TextEncoder().encode(text(JSON.stringify(answer.body) ?? "")),
  });
}

/** TODO */
export const json: FaultFile = {
  "every-response/success-bodies-are-json": {
    "capabilities-are-html": {
      summary: "Capability metadata is an HTML page",
      change: withSuccess(
        "getCapabilities",
        asText("text/html", () => "<p>volumes</p>"),
      ),
    },
    "index-ends-with-comma": {
      summary: "The version index is JSON with a comma after it",
      change: withSuccess(
        "getVersionIndex",
        asText("application/json", (body) => `${body},`),
      ),
    },
    "create-answers-yaml": {
      summary: "A trust upload intent is written with single quotes",
      change: withSuccess(
        "createTrustUpload",
        asText("application/json", (body) => body.replaceAll('"', "'")),
      ),
    },
  },
  "every-response/success-bodies-are-labelled-json": {
    "successes-are-labelled-text": {
      summary: "Successes are labelled text/plain",
      change: replaceRule("respond", "jsonType", () => () => "text/plain"),
    },
    "summary-is-labelled-html": {
      summary: "The trust summary is labelled text/html",
      change: withSuccess("getTrustSummary", (answer) =>
        withHeader(answer, "content-type", "text/html; charset=utf-8"),
      ),
    },
    "release-is-unlabelled": {
      summary: "Release metadata has no content type",
      change: withSuccess("getRelease", ({ status, body }) => ({ status, headers: {}, body })),
    },
  },
};
