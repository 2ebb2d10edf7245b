import type { Answer } from "../answer.ts";
import type { Call, Operation } from "../call.ts";
import type { Json, JsonObject } from "../json.ts";
import { type ProblemSlug, Refusal } from "../refusal.ts";
import {
  type Change,
  isOneOf,
  type Operations,
  replaceRule,
  withAnswer,
  withBody,
  without,
  withProblem,
  withProblemBody,
  withSuccess,
} from "../rules/change.ts";
import type { Fault } from "./fault.ts";

function withHeader(answer: Answer, name: string, value: string): Answer {
  return { ...answer, headers: { ...answer.headers, [name]: value } };
}

/** Labels the problems with a slug in another way. */
function labelled(slug: ProblemSlug | "every", type: string): Change {
  return withProblem(slug, (answer) => withHeader(answer, "content-type", type));
}

/** Gives the problems with a slug another member. */
function membered(slug: ProblemSlug | "every", name: string, value: Json | ((call: Call) => Json)): Change {
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

function asText(type: string, text: (body: string) => string): (answer: Answer) => Answer {
  return (answer) => ({
    status: answer.status,
    headers: { ...answer.headers, "content-type": type },
    body: new TextEncoder().encode(text(JSON.stringify(answer.body) ?? "")),
  });
}

const tokenOf = (call: Call): string =>
  (call.request.headers.get("authorization") ?? "").replace(/^Bearer /, "");

const bodies: readonly Fault[] = [
  {
    name: "capabilities-are-html",
    breaks: "every-response/success-bodies-are-json",
    summary: "Capability metadata is an HTML page",
    change: withSuccess(
      "getCapabilities",
      asText("text/html", () => "<p>volumes</p>"),
    ),
  },
  {
    name: "index-ends-with-comma",
    breaks: "every-response/success-bodies-are-json",
    summary: "The version index is JSON with a comma after it",
    change: withSuccess(
      "getVersionIndex",
      asText("application/json", (body) => `${body},`),
    ),
  },
  {
    name: "create-answers-yaml",
    breaks: "every-response/success-bodies-are-json",
    summary: "A trust upload intent is written with single quotes",
    change: withSuccess(
      "createTrustUpload",
      asText("application/json", (body) => body.replaceAll('"', "'")),
    ),
  },
  {
    name: "successes-are-labelled-text",
    breaks: "every-response/success-bodies-are-labelled-json",
    summary: "Successes are labelled text/plain",
    change: replaceRule("respond", "jsonType", () => () => "text/plain"),
  },
  {
    name: "summary-is-labelled-html",
    breaks: "every-response/success-bodies-are-labelled-json",
    summary: "The trust summary is labelled text/html",
    change: withSuccess("getTrustSummary", (answer) =>
      withHeader(answer, "content-type", "text/html; charset=utf-8"),
    ),
  },
  {
    name: "release-is-unlabelled",
    breaks: "every-response/success-bodies-are-labelled-json",
    summary: "Release metadata has no content type",
    change: withSuccess("getRelease", ({ status, body }) => ({ status, headers: {}, body })),
  },
];

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
    change: withProblemBody("every", (body) => ({ ...body, type: new URL(String(body["type"])).pathname })),
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
    change: withProblemBody("every", (body) => ({ ...body, status: String(body["status"]) })),
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
    change: withProblemBody("every", (body) => ({ ...body, detail: [String(body["detail"])] })),
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
      type: String(body["type"]).replace(/[^/]+$/, "forbidden"),
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
      type: String(body["type"]).replace(/[^/]+$/, (slug) => slug.toUpperCase()),
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
      type: String(body["type"]).replace("/problems/", `/problems/${call.form}/`),
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
    breaks: "problems/stray-problems-are-well-formed",
    summary: "An unknown path has a type of its own in the namespace",
    change: replaceRule("problems", "unknownPath", (before) => (call) => ({
      ...before(call),
      body: { type: `${call.rules.problems.base(call)}/no-such-endpoint`, title: "Not Found", status: 404 },
    })),
  },
  {
    name: "unknown-path-has-other-status",
    breaks: "problems/stray-problems-are-well-formed",
    summary: "The problem of an unknown path says another status",
    change: replaceRule("problems", "unknownPath", (before) => (call) => ({
      ...before(call),
      body: { type: "about:blank", title: "Not Found", status: 400 },
    })),
  },
  {
    name: "unknown-path-is-text",
    breaks: "problems/stray-problems-are-well-formed",
    summary: "The problem of an unknown path is a text",
    change: replaceRule("problems", "unknownPath", (before) => (call) => ({
      ...before(call),
      body: "not found",
    })),
  },
];

const credentials: readonly Fault[] = [
  {
    name: "unauthorized-has-no-challenge",
    breaks: "every-response/unauthorized-answers-carry-a-challenge",
    summary: "A 401 has no WWW-Authenticate",
    change: withProblem("authentication-required", ({ status, body }) => ({
      status,
      body,
      headers: { "content-type": "application/problem+json" },
    })),
  },
  {
    name: "expired-has-no-challenge",
    breaks: "every-response/unauthorized-answers-carry-a-challenge",
    summary: "The 401 for an expired token has no WWW-Authenticate",
    change: replaceRule(
      "authorization",
      "unauthenticated",
      (before) => (detail, call) =>
        detail.includes("expired") ? new Refusal("authentication-required", detail) : before(detail, call),
    ),
  },
  {
    name: "retry-after-is-words",
    breaks: "every-response/retry-after-is-well-formed",
    summary: "Retry-After says soon",
    change: withProblem("rate-limited", (answer) => withHeader(answer, "retry-after", "soon")),
  },
  {
    name: "retry-after-is-iso",
    breaks: "every-response/retry-after-is-well-formed",
    summary: "Retry-After is an ISO 8601 date",
    change: withProblem("rate-limited", (answer) =>
      withHeader(answer, "retry-after", "2026-11-21T00:00:00Z"),
    ),
  },
  {
    name: "forbidden-tells-token",
    breaks: "every-response/answers-contain-no-token",
    summary: "The detail of a 403 quotes the token",
    change: membered("authorization-failed", "detail", (call) => `the token ${tokenOf(call)} is not enough`),
  },
  {
    name: "unauthorized-tells-token",
    breaks: "every-response/answers-contain-no-token",
    summary: "A 401 quotes the token in base64",
    change: membered("authentication-required", "token", (call) =>
      Buffer.from(tokenOf(call)).toString("base64"),
    ),
  },
  {
    name: "header-tells-token",
    breaks: "every-response/answers-contain-no-token",
    summary: "A header repeats the Authorization header",
    change: withAnswer("every", (answer, call) =>
      withHeader(answer, "x-authorization", call.request.headers.get("authorization") ?? "none"),
    ),
  },
  {
    name: "intent-tells-token",
    breaks: "every-response/answers-contain-no-token",
    summary: "An intent repeats the token",
    change: withBody("createReleaseUpload", (body, call) => ({ ...body, issuedTo: tokenOf(call) })),
  },
];

const expected: readonly (readonly [Operation, string, string])[] = [
  ["createReleaseUpload", "release-upload-intents-are-complete", "target"],
  ["createReleaseUpload", "release-upload-intents-are-complete", "state"],
  ["createReleaseUpload", "release-upload-intents-are-complete", "expiresAt"],
  ["createTrustUpload", "trust-upload-intents-are-complete", "subject"],
  ["createTrustUpload", "trust-upload-intents-are-complete", "state"],
  ["createTrustUpload", "trust-upload-intents-are-complete", "expiresAt"],
  ["finalizeTrustUpload", "finalize-trust-results-are-complete", "subject"],
  ["getTrustSummary", "trust-summaries-are-complete", "subject"],
  ["getTrustDetail", "trust-details-are-complete", "subject"],
];

function withoutMethod(operation: Operation): Change {
  return withBody(operation, (body) => ({
    ...body,
    upload: without(body["upload"] as JsonObject, "method"),
  }));
}

const members: readonly Fault[] = [
  ...expected.map(([operation, id, member]): Fault => ({
    name: `${id.replace(/-are-complete$/, "")}-lack-${member.toLowerCase()}`,
    breaks: `every-response/${id}`,
    summary: `What ${operation} answers has no ${member}`,
    change: withBody(operation, (body) => without(body, member)),
  })),
  {
    name: "release-upload-intents-lack-method",
    breaks: "every-response/release-upload-intents-are-complete",
    summary: "Upload instructions of releases name no method",
    change: withoutMethod("createReleaseUpload"),
  },
  {
    name: "trust-upload-intents-lack-method",
    breaks: "every-response/trust-upload-intents-are-complete",
    summary: "Upload instructions of trust artifacts name no method",
    change: withoutMethod("createTrustUpload"),
  },
  {
    name: "version-index-rows-lack-version",
    breaks: "every-response/version-index-rows-are-complete",
    summary: "Rows of the index name no version",
    change: replaceRule(
      "render",
      "row",
      (before) => (release, call) => without(before(release, call), "version"),
    ),
  },
];

/** Broken rules that hold for every response, but for the documents' own. */
export const everyResponseFaults: readonly Fault[] = [
  ...bodies,
  ...documents,
  ...endpoints,
  ...credentials,
  ...members,
];
