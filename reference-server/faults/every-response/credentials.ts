import type { Call } from "../../call.ts";
import { ProblemError } from "../../problem-error.ts";
import { replaceRule, withAnswer, withBody, withHeader, withProblem } from "../../rules/change.ts";
import { settingInProblem } from "../changes/problems.ts";
import { requiringToken } from "../changes/read-access.ts";
import type { FaultFile } from "../fault.ts";

const tokenOf = (call: Call): string =>
  (call.request.headers.get("authorization") ?? "").replace(/^Bearer /, "");

/** Faults in tokens and headers in every response. */
export const credentials: FaultFile = {
  "every-response/reads-need-no-token": {
    "advisory-needs-valid-token": requiringToken("getAdvisory"),
    "all-reads-need-valid-token": {
      leads: "release-metadata/answers-anonymous-callers",
      change: requiringToken("every"),
    },
  },
  "every-response/unauthorized-responses-carry-a-challenge": {
    "unauthorized-has-no-challenge": withProblem("authentication-required", ({ status, body }) => ({
      status,
      body,
      headers: { "content-type": "application/problem+json" },
    })),
    "expired-token-has-no-challenge": replaceRule(
      "authorization",
      "unauthenticated",
      (before) => (detail, call) =>
        detail.includes("expired")
          ? new ProblemError("authentication-required", detail)
          : before(detail, call),
    ),
  },
  "every-response/retry-after-is-well-formed": {
    "retry-after-is-a-word": withProblem("rate-limited", (answer) =>
      withHeader(answer, "retry-after", "soon"),
    ),
    "retry-after-is-an-iso-date": withProblem("rate-limited", (answer) =>
      withHeader(answer, "retry-after", "2026-11-21T00:00:00Z"),
    ),
  },
  "every-response/instructions-keep-tokens-at-their-origin": {
    "upload-sends-the-token-to-another-origin": withBody("createReleaseUpload", (body, call) => ({
      ...body,
      upload: {
        method: "PUT",
        url: "https://storage.elsewhere.invalid/uploads",
        headers: { "x-registry-authorization": call.request.headers.get("authorization") ?? "none" },
      },
    })),
  },
  "every-response/responses-never-contain-tokens": {
    "forbidden-quotes-the-token": settingInProblem(
      "authorization-failed",
      "detail",
      (call) => `the token ${tokenOf(call)} is not enough`,
    ),
    "unauthorized-quotes-the-token-in-base64": settingInProblem("authentication-required", "token", (call) =>
      Buffer.from(tokenOf(call)).toString("base64"),
    ),
    "header-repeats-the-token": withAnswer("every", (answer, call) =>
      withHeader(answer, "x-authorization", call.request.headers.get("authorization") ?? "none"),
    ),
    "intent-repeats-the-token": withBody("createReleaseUpload", (body, call) => ({
      ...body,
      issuedTo: tokenOf(call),
    })),
  },
};
