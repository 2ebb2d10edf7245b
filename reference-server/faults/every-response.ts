import type { Answer } from "../answer.ts";
import type { Call, Operation } from "../call.ts";
import { type JsonObject, textMember } from "../json.ts";
import { Refusal } from "../refusal.ts";
import {
  type Change,
  replaceRule,
  withAnswer,
  withBody,
  without,
  withProblem,
  withSuccess,
} from "../rules/change.ts";
import type { Fault } from "./fault.ts";
import { membered } from "./problem-documents.ts";

function withHeader(answer: Answer, name: string, value: string): Answer {
  return { ...answer, headers: { ...answer.headers, [name]: value } };
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
    name: "keyed-finalize-answers-200",
    breaks: "every-response/successes-have-their-stated-status",
    summary: "A finalize that carries an idempotency key succeeds with 200",
    change: withSuccess("finalizeReleaseUpload", (answer, call) =>
      call.request.headers.has("idempotency-key") ? { ...answer, status: 200 } : answer,
    ),
  },
  {
    name: "filled-summary-answers-203",
    breaks: "every-response/successes-have-their-stated-status",
    summary: "A trust summary that lists artifacts is 203",
    change: withSuccess("getTrustSummary", (answer) =>
      JSON.stringify(answer.body).includes('"artifacts":[]') ? answer : { ...answer, status: 203 },
    ),
  },
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
  ["createReleaseUpload", "release-upload-intents-are-complete", "target.name"],
  ["createReleaseUpload", "release-upload-intents-are-complete", "target.version"],
  ["createReleaseUpload", "release-upload-intents-are-complete", "state"],
  ["createReleaseUpload", "release-upload-intents-are-complete", "expiresAt"],
  ["createTrustUpload", "trust-upload-intents-are-complete", "subject"],
  ["createTrustUpload", "trust-upload-intents-are-complete", "subject.integrity"],
  ["createTrustUpload", "trust-upload-intents-are-complete", "state"],
  ["createTrustUpload", "trust-upload-intents-are-complete", "expiresAt"],
  ["finalizeTrustUpload", "finalize-trust-results-are-complete", "subject"],
  ["finalizeTrustUpload", "finalize-trust-results-are-complete", "subject.purl"],
  ["getTrustSummary", "trust-summaries-are-complete", "subject"],
  ["getTrustSummary", "trust-summaries-are-complete", "subject.integrity"],
  ["getTrustDetail", "trust-details-are-complete", "subject"],
  ["getTrustDetail", "trust-details-are-complete", "subject.purl"],
];

/** The object without the member that a path of names leads to. */
function withoutPath(object: JsonObject, [name = "", ...rest]: readonly string[]): JsonObject {
  if (rest.length === 0) return without(object, name);
  return { ...object, [name]: withoutPath(object[name] as JsonObject, rest) };
}

const members: readonly Fault[] = [
  ...expected.map(([operation, id, member]): Fault => ({
    name: `${id.replace(/-are-complete$/, "")}-lack-${member.toLowerCase().replace(".", "-")}`,
    breaks: `every-response/${id}`,
    summary: `What ${operation} answers has no ${member}`,
    change: withBody(operation, (body) => withoutPath(body, member.split("."))),
  })),
  {
    name: "release-upload-intents-lack-method",
    breaks: "every-response/release-upload-intents-are-complete",
    summary: "Upload instructions of releases name no method",
    change: withBody("createReleaseUpload", (body) => withoutPath(body, ["upload", "method"])),
  },
  {
    name: "trust-upload-intents-lack-method",
    breaks: "every-response/trust-upload-intents-are-complete",
    summary: "Upload instructions of trust artifacts name no method",
    change: withBody("createTrustUpload", (body) => withoutPath(body, ["upload", "method"])),
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

/** The subject of a trust document with another purl. */
function withSubjectPurl(change: (purl: string, call: Call) => string): Change {
  return withBody(["getTrustSummary", "getTrustDetail"], (body, call) => {
    const subject = body["subject"] as JsonObject;
    return { ...body, subject: { ...subject, purl: change(textMember(subject, "purl"), call) } };
  });
}

const paths: readonly Fault[] = [
  {
    name: "trust-subjects-lack-the-prerelease",
    breaks: "every-response/documents-name-the-release-of-their-path",
    summary: "The subject in trust documents of a prerelease is the release",
    change: withSubjectPurl((purl) => purl.replace(/(@\d+\.\d+\.\d+)-.*$/, "$1")),
  },
  {
    name: "later-uploads-are-for-the-volume-in-capitals",
    breaks: "every-response/documents-name-the-release-of-their-path",
    summary: "The target of an intent for a version above 1 is named in capitals",
    change: withBody("createReleaseUpload", (body) => {
      const target = body["target"] as JsonObject;
      if (!/^[2-9]/.test(textMember(target, "version"))) return body;
      return { ...body, target: { ...target, name: textMember(target, "name").toUpperCase() } };
    }),
  },
  {
    name: "finalizes-with-a-key-name-another-upload",
    breaks: "every-response/results-name-the-upload-of-their-path",
    summary: "A finalize with a key in the header answers the key for the upload's id",
    change: withBody(["finalizeReleaseUpload", "finalizeTrustUpload"], (body, call) => {
      const key = call.request.headers.get("idempotency-key");
      return key === null ? body : { ...body, uploadId: key };
    }),
  },
];

/** Broken rules that hold for every response, but for the documents' own. */
export const everyResponseFaults: readonly Fault[] = [...bodies, ...credentials, ...members, ...paths];
