import type { CheckFile } from "../../harness/check-file.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { type Answer, headerOf, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { holdsToken, secretMark } from "../../harness/recording/redaction.ts";
import {
  apiOperationOf,
  apiOperations,
  hasCredential,
  isApiRefusal,
  protectedOperations,
  toJudgement,
  uploadOperations,
} from "../responses.ts";
import { isHttpDate } from "./field-values.ts";

function hasToken(text: string | undefined): boolean {
  return text !== undefined && holdsToken(text);
}

function isIntent(answer: Answer): boolean {
  return uploadOperations.some((operation) => operation === answer.exchange.operation);
}

/** The body of an intent without its upload instruction. */
function withoutInstructions(text: string | undefined): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text ?? ""), (member, value: unknown) =>
      member === "upload" ? undefined : value,
    );
  } catch {
    return text;
  }
}

export const credentials: CheckFile = {
  source: "What the service does, rule 1; Authentication, rule 2",
  operations: apiOperations.filter((operation) => !protectedOperations.includes(operation)),
  invariants: [
    {
      id: "every-response/reads-need-no-token",
      ownsResponse: true,
      rule: "A read without an `Authorization` header never answers 401.",
      covers: ["rule:service/1", "rule:authentication/2"],
      judge(answer) {
        const operation = apiOperationOf(answer);
        if (operation === undefined || protectedOperations.includes(operation) || hasCredential(answer))
          return "not-applicable";
        return toJudgement(answer.status !== 401, "any status but 401", () => describeAnswer(answer), {
          wanted: { otherStatus: true },
        });
      },
    },
    {
      id: "every-response/unauthorized-responses-carry-a-challenge",
      covers: ["rule:authentication/7"],
      level: "should",
      rule: "A 401 response has a `WWW-Authenticate` header.",
      source: "Authentication, rule 7",
      reading: "The text does not mention the header. RFC 9110 section 15.5.2 requires it on every 401.",
      operations: protectedOperations,
      judge(answer) {
        if (!isApiRefusal(answer) || answer.status !== 401) return "not-applicable";
        const challenge = headerOf(answer, "www-authenticate")?.trim() ?? "";
        return toJudgement(challenge !== "", "a `WWW-Authenticate` header", "no such header", {
          aspect: "header",
        });
      },
    },
    {
      id: "every-response/retry-after-is-well-formed",
      level: "should",
      rule: "If a 4xx response has a `Retry-After` header, its value is a number of seconds or an HTTP date.",
      source: "Limits, gaps",
      reading:
        "The text does not mention the header, and it is optional. If it is present, it has the form of RFC 9110 section 10.2.3.",
      operations: apiOperations,
      covers: ["gap:limits/1"],
      judge(answer) {
        const value = headerOf(answer, "retry-after");
        if (!isApiRefusal(answer)) return "not-applicable";
        // a 4xx without the header passes too, so that the rule is judged even if no request is rate limited
        if (value === undefined) return "held";
        return toJudgement(
          /^\d+$/.test(value.trim()) || isHttpDate(value.trim()),
          "a whole number of seconds or an HTTP date",
          `"${value}"`,
          { aspect: "header" },
        );
      },
    },
    {
      id: "every-response/instructions-keep-tokens-at-their-origin",
      covers: ["rule:authentication/3"],
      level: "should",
      rule: "An upload instruction for another origin than the registry's does not contain an access token of the run.",
      source: "Authentication, rules 3 and 4",
      reading:
        "The text lets an instruction have any headers. A token of the registry in a request to another origin gives it to a third party; we never send such a request.",
      operations: uploadOperations,
      judge(answer) {
        const upload = valueAt(answer.body, "upload");
        const url = textAt(upload, "url");
        if (!isIntent(answer) || url === undefined || !URL.canParse(url, answer.url)) return "not-applicable";
        const { origin } = new URL(url, answer.url);
        const isElsewhere = origin !== new URL(answer.url).origin;
        return toJudgement(
          !isElsewhere || !hasToken(JSON.stringify(upload)),
          "no access token in `upload`, or `upload.url` at the registry's origin",
          `an access token in \`upload\` for ${origin}`,
        );
      },
    },
    {
      id: "every-response/responses-never-contain-tokens",
      level: "should",
      rule: "No response contains an access token of the run, in a header or in its body, except in the opaque `upload`.",
      source: "Authentication, rules 3 and 4",
      reading:
        "The text calls tokens opaque, and no resource has a member for one; no sentence forbids it. We leave out `upload`, and responses to requests with the token in their URL or body.",
      operations: [...apiOperations, "transferBytes"],
      covers: ["rule:authentication/3"],
      judge(answer) {
        const { request, response } = answer.exchange;
        if (response === undefined || hasToken(request.url) || hasToken(request.body?.text))
          return "not-applicable";
        const header = response.headers.find(([, value]) => hasToken(value));
        if (header !== undefined)
          return {
            expected: "no access token in any header",
            got: `a token in the header \`${header[0]}\``,
            aspect: "header",
          };
        const body = Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength);
        // most bodies have no secret at all, and are not turned into text
        if (!body.includes(secretMark)) return "held";
        // a create that no client would send is no request of an endpoint, and may be accepted all the same
        const mayBeIntent = isIntent(answer) || answer.exchange.operation === "other";
        const text = mayBeIntent ? withoutInstructions(body.toString("utf8")) : body.toString("utf8");
        return toJudgement(!hasToken(text), "no access token in the body", "a token in the body", {
          aspect: "body",
        });
      },
    },
  ],
};
