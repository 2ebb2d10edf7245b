import { textMember } from "../../json.ts";
import type { ProblemSlug } from "../../refusal.ts";
import { type Change, withHeader, without, withProblem, withProblemBody } from "../../rules/change.ts";
import { settingInProblem } from "../changes/problems.ts";
import type { FaultFile } from "../fault.ts";

/** Labels the problems with a slug in another way. */
function withContentType(slug: ProblemSlug | "every", type: string): Change {
  return withProblem(slug, (answer) => withHeader(answer, "content-type", type));
}

/** TODO */
export const problemDocuments: FaultFile = {
  "every-response/errors-are-problem-json": {
    "problems-labelled-json": {
      summary: "Problems are labelled application/json",
      change: withContentType("every", "application/json"),
    },
    "not-found-labelled-json": {
      summary: "The problem not-found is labelled application/json",
      change: withContentType("not-found", "application/json"),
    },
    "authentication-required-labelled-json": {
      summary: "The problem authentication-required is labelled application/json",
      change: withContentType("authentication-required", "application/json"),
    },
    "rate-limited-labelled-json": {
      summary: "The problem rate-limited is labelled application/json",
      change: withContentType("rate-limited", "application/json"),
    },
    "idempotency-conflict-labelled-json": {
      summary: "The problem idempotency-conflict is labelled application/json",
      change: withContentType("idempotency-conflict", "application/json"),
    },
    "problems-labelled-text": {
      summary: "Problems are labelled text/plain",
      change: withContentType("every", "text/plain"),
    },
  },
  "every-response/error-bodies-are-json-objects": {
    "unauthorized-is-empty": {
      summary: "A 401 has no body",
      change: withProblem("authentication-required", ({ status, headers }) => ({ status, headers })),
    },
    "problems-are-lists": {
      summary: "A problem is a list with one entry",
      change: withProblem("every", ({ body, ...answer }) => ({
        ...answer,
        body: body instanceof Uint8Array ? body : [body ?? null],
      })),
    },
  },
  "every-response/problem-types-are-uris": {
    "problem-type-is-a-path": {
      summary: "A problem's type is a path",
      change: withProblemBody("every", (body) => ({
        ...body,
        type: new URL(textMember(body, "type")).pathname,
      })),
    },
    "problem-type-is-absent": {
      summary: "A not-found problem has no type",
      change: withProblemBody("not-found", (body) => without(body, "type")),
    },
  },
  "every-response/problem-titles-are-not-empty": {
    "problem-title-is-empty": {
      summary: "A problem's title is empty",
      change: settingInProblem("every", "title", ""),
    },
    "problem-title-is-absent": {
      summary: "A validation problem has no title",
      change: withProblemBody("validation-failed", (body) => without(body, "title")),
    },
  },
  "every-response/problem-statuses-are-numbers": {
    "problem-status-is-text": {
      summary: "A problem's status is a text",
      change: withProblemBody("every", (body) => ({ ...body, status: textMember(body, "status") })),
    },
    "problem-status-is-absent": {
      summary: "A 401's problem has no status",
      change: withProblemBody("authentication-required", (body) => without(body, "status")),
    },
  },
  "every-response/problem-details-are-text": {
    "problem-detail-is-a-list": {
      summary: "A problem's detail is a list",
      change: withProblemBody("every", (body) => ({ ...body, detail: [textMember(body, "detail")] })),
    },
    "problem-detail-is-null": {
      summary: "A not-found problem's detail is null",
      change: settingInProblem("not-found", "detail", null),
    },
  },
  "every-response/problem-instances-are-references": {
    "problem-instance-is-a-sentence": {
      summary: "A problem's instance has spaces in it",
      change: settingInProblem("every", "instance", "request number 7"),
    },
    "problem-instance-is-null": {
      summary: "A problem's instance is null",
      change: settingInProblem("every", "instance", null),
    },
  },
  "every-response/problem-status-repeats-the-http-status": {
    "problem-status-differs": {
      summary: "The status member of a problem says 500, whatever the HTTP status is",
      change: settingInProblem("every", "status", 500),
    },
    "rate-limited-status-differs": {
      summary: "The status member of a 429 says 503",
      change: settingInProblem("rate-limited", "status", 503),
    },
  },
  "every-response/problem-types-are-of-the-closed-set": {
    "problem-slug-is-new": {
      summary: "A 403 has the slug forbidden",
      change: withProblemBody("authorization-failed", (body) => ({
        ...body,
        type: textMember(body, "type").replace(/[^/]+$/, "forbidden"),
      })),
    },
    "problem-type-is-blank": {
      summary: "A not-found problem is about:blank",
      change: settingInProblem("not-found", "type", "about:blank"),
    },
    "problem-slug-is-capitalised": {
      summary: "Slugs are in upper case",
      change: withProblemBody("every", (body) => ({
        ...body,
        type: textMember(body, "type").replace(/[^/]+$/, (slug) => slug.toUpperCase()),
      })),
    },
  },
  "every-response/problem-types-share-one-namespace": {
    "problem-namespace-differs": {
      summary: "A not-found problem is in another namespace",
      change: settingInProblem("not-found", "type", "https://problems.example/not-found"),
    },
    "problem-namespace-has-host-of-form": {
      summary: "The namespace differs between names with and without a scope",
      change: withProblemBody("every", (body, call) => ({
        ...body,
        type: textMember(body, "type").replace("/problems/", `/problems/${call.form}/`),
      })),
    },
  },
};
