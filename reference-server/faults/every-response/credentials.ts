import type { Call } from "../../call.ts";
import { Refusal } from "../../refusal.ts";
import { replaceRule, withAnswer, withBody, withHeader, withProblem } from "../../rules/change.ts";
import { settingInProblem } from "../changes/problems.ts";
import { requiringToken } from "../changes/read-access.ts";
import type { FaultFile } from "../fault.ts";

const tokenOf = (call: Call): string =>
  (call.request.headers.get("authorization") ?? "").replace(/^Bearer /, "");

/** TODO */
export const credentials: FaultFile = {
  "every-response/reads-need-no-token": {
    "single-advisory-needs-token": {
      summary: "A single advisory needs a token",
      change: requiringToken("getAdvisory"),
    },
    "all-reads-need-token": { summary: "Every read needs a token", change: requiringToken("every") },
  },
  "every-response/unauthorized-answers-carry-a-challenge": {
    "unauthorized-has-no-challenge": {
      summary: "A 401 has no WWW-Authenticate",
      change: withProblem("authentication-required", ({ status, body }) => ({
        status,
        body,
        headers: { "content-type": "application/problem+json" },
      })),
    },
    "expired-has-no-challenge": {
      summary: "The 401 for an expired token has no WWW-Authenticate",
      change: replaceRule(
        "authorization",
        "unauthenticated",
        (before) => (detail, call) =>
          detail.includes("expired") ? new Refusal("authentication-required", detail) : before(detail, call),
      ),
    },
  },
  "every-response/retry-after-is-well-formed": {
    "retry-after-is-words": {
      summary: "Retry-After says soon",
      change: withProblem("rate-limited", (answer) => withHeader(answer, "retry-after", "soon")),
    },
    "retry-after-is-iso": {
      summary: "Retry-After is an ISO 8601 date",
      change: withProblem("rate-limited", (answer) =>
        withHeader(answer, "retry-after", "2026-11-21T00:00:00Z"),
      ),
    },
  },
  "every-response/answers-contain-no-token": {
    "forbidden-tells-token": {
      summary: "The detail of a 403 quotes the token",
      change: settingInProblem(
        "authorization-failed",
        "detail",
        (call) => `the token ${tokenOf(call)} is not enough`,
      ),
    },
    "unauthorized-tells-token": {
      summary: "A 401 quotes the token in base64",
      change: settingInProblem("authentication-required", "token", (call) =>
        Buffer.from(tokenOf(call)).toString("base64"),
      ),
    },
    "header-tells-token": {
      summary: "A header repeats the Authorization header",
      change: withAnswer("every", (answer, call) =>
        withHeader(answer, "x-authorization", call.request.headers.get("authorization") ?? "none"),
      ),
    },
    "intent-tells-token": {
      summary: "An intent repeats the token",
      change: withBody("createReleaseUpload", (body, call) => ({ ...body, issuedTo: tokenOf(call) })),
    },
  },
};
