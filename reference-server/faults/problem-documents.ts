import type { Call } from "../call.ts";
import { type Json, textMember } from "../json.ts";
import { type ProblemSlug, Refusal } from "../refusal.ts";
import {
  type Change,
  isOneOf,
  type Operations,
  replaceRule,
  withAnswer,
  without,
  withProblem,
  withProblemBody,
} from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** Labels the problems with a slug in another way. */
function labelled(slug: ProblemSlug | "every", type: string): Change {
  return withProblem(slug, (answer) => ({ ...answer, headers: { ...answer.headers, "content-type": type } }));
}

/** Gives the problems with a slug another member. */
export function membered(
  slug: ProblemSlug | "every",
  name: string,
  value: Json | ((call: Call) => Json),
): Change {
  return withProblemBody(slug, (body, call) => ({
    ...body,
    [name]: typeof value === "function" ? value(call) : value,
  }));
}

/** Answers the problem of one slug with another on some operations. */
function answering(operations: Operations, from: ProblemSlug, to: ProblemSlug): Change {
  return replaceRule(
    "problems",
    "toAnswer",
    (before) => (refusal, call) =>
      before(
        refusal.slug === from && isOneOf(operations, call) ? new Refusal(to, refusal.message) : refusal,
        call,
      ),
  );
}

const documents: readonly Fault[] = [
  ...(["every", "not-found", "authentication-required", "rate-limited", "idempotency-conflict"] as const).map(
    (slug): Fault => ({
      name: slug === "every" ? "problems-labelled-json" : `${slug}-labelled-json`,
      breaks: "every-response/errors-are-problem-json",
      summary:
        slug === "every"
          ? "Problems are labelled application/json"
          : `The problem ${slug} is labelled application/json`,
      change: labelled(slug, "application/json"),
    }),
  ),
  {
    name: "problems-labelled-text",
    breaks: "every-response/errors-are-problem-json",
    summary: "Problems are labelled text/plain",
    change: labelled("every", "text/plain"),
  },
  {
    name: "unauthorized-is-empty",
    breaks: "every-response/error-bodies-are-json-objects",
    summary: "A 401 has no body",
    change: withProblem("authentication-required", ({ status, headers }) => ({ status, headers })),
  },
  {
    name: "problems-are-lists",
    breaks: "every-response/error-bodies-are-json-objects",
    summary: "A problem is a list with one entry",
    change: withProblem("every", ({ body, ...answer }) => ({
      ...answer,
      body: body instanceof Uint8Array ? body : [body ?? null],
    })),
  },
  {
    name: "problem-type-is-a-path",
    breaks: "every-response/problem-types-are-uris",
    summary: "A problem's type is a path",
    change: withProblemBody("every", (body) => ({
      ...body,
      type: new URL(textMember(body, "type")).pathname,
    })),
  },
  {
    name: "problem-type-is-absent",
    breaks: "every-response/problem-types-are-uris",
    summary: "A not-found problem has no type",
    change: withProblemBody("not-found", (body) => without(body, "type")),
  },
  {
    name: "problem-title-is-empty",
    breaks: "every-response/problem-titles-are-not-empty",
    summary: "A problem's title is empty",
    change: membered("every", "title", ""),
  },
  {
    name: "problem-title-is-absent",
    breaks: "every-response/problem-titles-are-not-empty",
    summary: "A validation problem has no title",
    change: withProblemBody("validation-failed", (body) => without(body, "title")),
  },
  {
    name: "problem-status-is-text",
    breaks: "every-response/problem-statuses-are-numbers",
    summary: "A problem's status is a text",
    change: withProblemBody("every", (body) => ({ ...body, status: textMember(body, "status") })),
  },
  {
    name: "problem-status-is-absent",
    breaks: "every-response/problem-statuses-are-numbers",
    summary: "A 401's problem has no status",
    change: withProblemBody("authentication-required", (body) => without(body, "status")),
  },
  {
    name: "problem-detail-is-a-list",
    breaks: "every-response/problem-details-are-text",
    summary: "A problem's detail is a list",
    change: withProblemBody("every", (body) => ({ ...body, detail: [textMember(body, "detail")] })),
  },
  {
    name: "problem-detail-is-null",
    breaks: "every-response/problem-details-are-text",
    summary: "A not-found problem's detail is null",
    change: membered("not-found", "detail", null),
  },
  {
    name: "problem-instance-is-a-sentence",
    breaks: "every-response/problem-instances-are-references",
    summary: "A problem's instance has spaces in it",
    change: membered("every", "instance", "request number 7"),
  },
  {
    name: "problem-instance-is-null",
    breaks: "every-response/problem-instances-are-references",
    summary: "A problem's instance is null",
    change: membered("every", "instance", null),
  },
  {
    name: "problem-status-differs",
    breaks: "every-response/problem-status-repeats-the-http-status",
    summary: "The status member of a problem says 500, whatever the HTTP status is",
    change: membered("every", "status", 500),
  },
  {
    name: "rate-limited-status-differs",
    breaks: "every-response/problem-status-repeats-the-http-status",
    summary: "The status member of a 429 says 503",
    change: membered("rate-limited", "status", 503),
  },
  {
    name: "problem-slug-is-new",
    breaks: "every-response/problem-types-are-of-the-closed-set",
    summary: "A 403 has the slug forbidden",
    change: withProblemBody("authorization-failed", (body) => ({
      ...body,
      type: textMember(body, "type").replace(/[^/]+$/, "forbidden"),
    })),
  },
  {
    name: "problem-type-is-blank",
    breaks: "every-response/problem-types-are-of-the-closed-set",
    summary: "A not-found problem is about:blank",
    change: membered("not-found", "type", "about:blank"),
  },
  {
    name: "problem-slug-is-capitalised",
    breaks: "every-response/problem-types-are-of-the-closed-set",
    summary: "Slugs are in upper case",
    change: withProblemBody("every", (body) => ({
      ...body,
      type: textMember(body, "type").replace(/[^/]+$/, (slug) => slug.toUpperCase()),
    })),
  },
  {
    name: "problem-namespace-differs",
    breaks: "every-response/problem-types-share-one-namespace",
    summary: "A not-found problem is in another namespace",
    change: membered("not-found", "type", "https://problems.example/not-found"),
  },
  {
    name: "problem-namespace-has-host-of-form",
    breaks: "every-response/problem-types-share-one-namespace",
    summary: "The namespace differs between names with and without a scope",
    change: withProblemBody("every", (body, call) => ({
      ...body,
      type: textMember(body, "type").replace("/problems/", `/problems/${call.form}/`),
    })),
  },
];

const endpoints: readonly Fault[] = [
  {
    name: "index-of-unknown-is-invalid",
    breaks: "every-response/endpoints-answer-their-own-problems",
    summary: "The index of an unknown volume is validation-failed",
    change: answering("getVersionIndex", "not-found", "validation-failed"),
  },
  {
    name: "release-of-unknown-is-invalid",
    breaks: "every-response/endpoints-answer-their-own-problems",
    summary: "Metadata of an unknown release is validation-failed",
    change: answering("getRelease", "not-found", "validation-failed"),
  },
  {
    name: "advisory-of-unknown-is-inconsistent",
    breaks: "every-response/endpoints-answer-their-own-problems",
    summary: "An unknown advisory is an inconsistent state",
    change: answering("getAdvisory", "not-found", "inconsistent-registry-state"),
  },
  {
    name: "create-hides-volumes",
    breaks: "every-response/endpoints-answer-their-own-problems",
    summary: "Creating an upload without authority is not-found",
    change: answering("createReleaseUpload", "authorization-failed", "not-found"),
  },
  {
    name: "search-of-bad-limit-is-not-found",
    breaks: "every-response/endpoints-answer-their-own-problems",
    summary: "A search with a bad limit is not-found",
    change: answering("searchVolumes", "validation-failed", "not-found"),
  },
  {
    name: "unknown-advisory-breaks-server",
    breaks: "every-response/endpoints-never-answer-server-errors",
    summary: "An unknown advisory is answered 500",
    change: withAnswer("getAdvisory", (answer, call) =>
      answer.status === 404 ? call.rules.problems.unexpected(call) : answer,
    ),
  },
  {
    name: "limiter-answers-unavailable",
    breaks: "every-response/endpoints-never-answer-server-errors",
    summary: "Requests over the limit are answered 503",
    change: replaceRule(
      "problems",
      "status",
      (before) => (slug, call) => (slug === "rate-limited" ? 503 : before(slug, call)),
    ),
  },
  {
    name: "unknown-path-has-new-slug",
    breaks: "problems/stray-paths-add-no-problem",
    summary: "An unknown path has a type of its own in the namespace",
    change: replaceRule("problems", "unknownPath", (before) => (call) => ({
      ...before(call),
      body: { type: `${call.rules.problems.base(call)}/no-such-endpoint`, title: "Not Found", status: 404 },
    })),
  },
  {
    name: "unknown-path-has-other-status",
    breaks: "problems/stray-paths-add-no-problem",
    summary: "The problem of an unknown path says another status",
    change: replaceRule("problems", "unknownPath", (before) => (call) => ({
      ...before(call),
      body: { type: "about:blank", title: "Not Found", status: 400 },
    })),
  },
  {
    name: "unknown-method-has-new-slug",
    breaks: "problems/stray-methods-add-no-problem",
    summary: "An unknown method has a type of its own in the namespace",
    change: replaceRule("problems", "unknownMethod", (before) => (allowed, call) => ({
      ...before(allowed, call),
      body: {
        type: `${call.rules.problems.base(call)}/method-not-allowed`,
        title: "Method Not Allowed",
        status: 405,
      },
    })),
  },
  {
    name: "unknown-path-is-text",
    breaks: "problems/stray-paths-add-no-problem",
    summary: "The problem of an unknown path is a text",
    change: replaceRule("problems", "unknownPath", (before) => (call) => ({
      ...before(call),
      body: "not found",
    })),
  },
];

/** Problem documents that are not as the table has them, and problems that are not the endpoint's own. */
export const problemDocumentFaults: readonly Fault[] = [...documents, ...endpoints];
