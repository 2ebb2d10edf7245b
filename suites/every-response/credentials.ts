import type { Invariant } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { type Answer, headerOf } from "../../harness/registry/answer.ts";
import {
  apiOperationOf,
  apiOperations,
  hasCredential,
  isApiRefusal,
  protectedOperations,
  toJudgement,
  uploadOperations,
} from "./subject.ts";

export const readsNeedNoToken: Invariant = {
  id: "every-response/reads-need-no-token",
  level: "must",
  rule: "A read without a token is never answered 401.",
  source: "What the service does, rule 1; Authentication, rule 2",
  operations: apiOperations.filter((operation) => !protectedOperations.includes(operation)),
  covers: ["rule:service/1", "rule:authentication/2"],
  judge(answer) {
    const operation = apiOperationOf(answer);
    if (operation === undefined || protectedOperations.includes(operation) || hasCredential(answer))
      return "not-applicable";
    return toJudgement(answer.status !== 401, "any status but 401", () => describeAnswer(answer));
  },
};

export const unauthorizedAnswersCarryAChallenge: Invariant = {
  id: "every-response/unauthorized-answers-carry-a-challenge",
  level: "should",
  rule: "A 401 carries a WWW-Authenticate header.",
  source: "Authentication, rule 7",
  reading: "The text does not name the header; RFC 9110 section 15.5.2 wants it on every 401.",
  operations: protectedOperations,
  judge(answer) {
    if (!isApiRefusal(answer) || answer.status !== 401) return "not-applicable";
    const challenge = headerOf(answer, "www-authenticate")?.trim() ?? "";
    return toJudgement(challenge !== "", "a WWW-Authenticate header", "none");
  },
};

/** The day, month and time of an HTTP-date in its three forms (RFC 9110 section 5.6.7). */
const httpDate: RegExp =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

export const retryAfterIsWellFormed: Invariant = {
  id: "every-response/retry-after-is-well-formed",
  level: "should",
  rule: "A Retry-After header, where there is one, is a number of seconds or a date.",
  source: "Limits, gaps",
  reading:
    "The text does not name the header and nobody has to send it; what is sent is as RFC 9110 section 10.2.3 has it.",
  operations: apiOperations,
  covers: ["gap:limits/1"],
  judge(answer) {
    const value = headerOf(answer, "retry-after");
    if (!isApiRefusal(answer)) return "not-applicable";
    // a refusal without the header meets the rule as well: nobody has to be limited for it to be decided
    if (value === undefined) return "held";
    return toJudgement(
      /^\d+$/.test(value.trim()) || httpDate.test(value.trim()),
      "whole seconds or an HTTP date",
      `"${value}"`,
    );
  },
};

export const answersContainNoToken: Invariant = {
  id: "every-response/answers-contain-no-token",
  level: "must",
  rule: "No answer contains an access token, in a header or in its body.",
  source: "Authentication, rules 3 and 4",
  reading:
    "A token is the caller's secret, and no resource has a member for it. Headers that an upload instruction tells the client to send are opaque and not looked at, and neither is an answer to a request that had the token in its URL or body.",
  operations: [...apiOperations, "transferBytes"],
  covers: ["rule:authentication/3"],
  judge(answer) {
    const { request, response } = answer.exchange;
    if (response === undefined || hasToken(request.url) || hasToken(request.body?.text))
      return "not-applicable";
    const header = response.headers.find(([, value]) => hasToken(value));
    if (header !== undefined) return { expected: "no token in any header", got: `one in ${header[0]}` };
    const text = isIntent(answer) ? withoutInstructions(response.body?.text) : response.body?.text;
    return toJudgement(!hasToken(text), "no token in the body", "one in the body");
  },
};

/** What stands in the record where a token of the run stood. Other secrets have other labels: cookies, upload URLs. */
const tokenPlaceholder: RegExp =
  /~redacted\.(?:publisher|outsider|publishOnly|trustOnly|expired|revoked|rateLimited|token-[A-Za-z0-9.-]+)~/;

function hasToken(text: string | undefined): boolean {
  return text !== undefined && tokenPlaceholder.test(text);
}

function isIntent(answer: Answer): boolean {
  return uploadOperations.some((operation) => operation === answer.exchange.operation);
}

/** The text of an intent without the headers of its upload instruction. */
function withoutInstructions(text: string | undefined): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text ?? ""), (member, value: unknown) =>
      member === "headers" ? undefined : value,
    );
  } catch {
    return text;
  }
}
