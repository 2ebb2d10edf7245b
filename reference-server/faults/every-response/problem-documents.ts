import { textMember } from "../../json.ts";
import type { ProblemSlug } from "../../problem-error.ts";
import {
  type Change,
  withAnswer,
  withHeader,
  without,
  withProblem,
  withProblemBody,
} from "../../rules/change.ts";
import { settingInProblem } from "../changes/problems.ts";
import type { FaultFile } from "../fault.ts";

/** Sets the content type of the problems with `slug`. */
function withContentType(slug: ProblemSlug | "every", type: string): Change {
  return withProblem(slug, (answer) => withHeader(answer, "content-type", type));
}

/** Answers the problems with `slug` with the status of a success. */
function withSuccess(slug: ProblemSlug | "every"): Change {
  return withProblem(slug, (answer) => ({ ...answer, status: 200 }));
}

/** Faults in the members of a problem. */
export const problemDocuments: FaultFile = {
  "every-response/errors-are-problem-json": {
    "problems-have-content-type-json": withContentType("every", "application/json"),
    "not-found-has-content-type-json": withContentType("not-found", "application/json"),
    "authentication-required-has-content-type-json": withContentType(
      "authentication-required",
      "application/json",
    ),
    "rate-limited-has-content-type-json": withContentType("rate-limited", "application/json"),
    "idempotency-conflict-has-content-type-json": withContentType("idempotency-conflict", "application/json"),
    "not-found-is-json-of-the-framework": withProblem("not-found", ({ status }) => ({
      status,
      headers: { "content-type": "application/json" },
      body: { statusCode: status, error: "Not Found", message: "there is no such route" },
    })),
    "problems-for-browsers-are-pages": withProblem("every", (answer, { request }) =>
      /\btext\/html\b/.test(request.headers.get("accept") ?? "")
        ? {
            status: answer.status,
            headers: { ...answer.headers, "content-type": "text/html" },
            body: Buffer.from("<h1>Not Found</h1>"),
          }
        : answer,
    ),
    "problems-have-the-media-type-that-is-asked-for": withProblem("every", (answer, { request }) =>
      request.headers.get("accept") === "application/json"
        ? withHeader(answer, "content-type", "application/json")
        : answer,
    ),
    "problems-have-content-type-text": withContentType("every", "text/plain"),
    "capabilities-are-the-page-of-a-gateway": {
      summary: "A gateway answers every request for capabilities with 502 and an HTML page",
      change: withAnswer("getCapabilities", () => ({
        status: 502,
        headers: { "content-type": "text/html" },
        body: Buffer.from("<h1>Bad Gateway</h1>"),
      })),
    },
    "gateway-refuses-bodies-over-8-kibibytes": {
      summary: "A gateway answers a body of more than 8 KiB with 413 and an HTML page",
      change: withAnswer("createReleaseUpload", (answer, { request }) =>
        Number(request.headers.get("content-length")) > 8192
          ? {
              status: 413,
              headers: { "content-type": "text/html" },
              body: Buffer.from("<h1>413 Request Entity Too Large</h1>"),
            }
          : answer,
      ),
    },
  },
  "every-response/error-bodies-are-json-objects": {
    "unauthorized-has-no-body": withProblem("authentication-required", ({ status, headers }) => ({
      status,
      headers,
    })),
    "problems-are-lists": withProblem("every", ({ body, ...answer }) => ({
      ...answer,
      body: body instanceof Uint8Array ? body : [body ?? null],
    })),
  },
  "every-response/problem-types-are-uris": {
    "problem-type-is-a-path": withProblemBody("every", (body) => ({
      ...body,
      type: new URL(textMember(body, "type")).pathname,
    })),
    "problem-type-is-absent": withProblemBody("not-found", (body) => without(body, "type")),
  },
  "every-response/problem-titles-are-not-empty": {
    "problem-title-is-empty": settingInProblem("every", "title", ""),
    "problem-title-is-absent": withProblemBody("validation-failed", (body) => without(body, "title")),
  },
  "every-response/problem-statuses-are-numbers": {
    "problem-status-is-a-string": withProblemBody("every", (body) => ({
      ...body,
      status: textMember(body, "status"),
    })),
    "problem-status-is-absent": withProblemBody("authentication-required", (body) => without(body, "status")),
  },
  "every-response/problem-details-are-strings": {
    "problem-detail-is-a-list": withProblemBody("every", (body) => ({
      ...body,
      detail: [textMember(body, "detail")],
    })),
    "problem-detail-is-null": settingInProblem("not-found", "detail", null),
  },
  "every-response/problem-instances-are-uri-references": {
    "problem-instance-has-spaces": settingInProblem("every", "instance", "request number 7"),
    "problem-instance-is-null": settingInProblem("every", "instance", null),
  },
  "every-response/problem-status-repeats-the-http-status": {
    "problem-status-differs": {
      summary: "The status member of every problem is 500",
      change: settingInProblem("every", "status", 500),
    },
    "rate-limited-status-differs": {
      summary: "The status member of a 429 is 503",
      change: settingInProblem("rate-limited", "status", 503),
    },
  },
  "every-response/problems-are-never-successes": {
    "problems-are-answered-with-200": withSuccess("every"),
    "missing-releases-are-problems-with-200": withSuccess("not-found"),
    "refused-archives-are-problems-with-200": withSuccess("invalid-archive"),
  },
  "every-response/problem-types-are-of-the-closed-set": {
    "forbidden-has-unknown-slug": withProblemBody("authorization-failed", (body) => ({
      ...body,
      type: textMember(body, "type").replace(/[^/]+$/, "forbidden"),
    })),
    "not-found-has-type-about-blank": settingInProblem("not-found", "type", "about:blank"),
    "problem-slugs-are-in-upper-case": withProblemBody("every", (body) => ({
      ...body,
      type: textMember(body, "type").replace(/[^/]+$/, (slug) => slug.toUpperCase()),
    })),
  },
  "every-response/problem-types-share-one-namespace": {
    "not-found-has-another-namespace": settingInProblem(
      "not-found",
      "type",
      "https://problems.example/not-found",
    ),
    "problem-namespace-depends-on-the-form": {
      summary: "The namespace differs between scoped and unscoped names",
      change: withProblemBody("every", (body, call) => ({
        ...body,
        type: textMember(body, "type").replace("/problems/", `/problems/${call.form}/`),
      })),
    },
  },
};
