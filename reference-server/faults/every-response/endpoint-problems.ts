import type { Call, Operation } from "../../call.ts";
import { type Change, isOneOf, replaceRule, withAnswer } from "../../rules/change.ts";
import { hasField, hasUnreadableDate } from "../changes/clients.ts";
import { answering, crashingOn } from "../changes/problems.ts";
import { crashingOnConcurrentDeletes } from "../changes/races.ts";
import type { FaultFile } from "../fault.ts";

const isLong = ({ url }: Call): boolean => url.pathname.length + url.search.length > 300;

const hasMalformedPath = (call: Call): boolean => !call.rules.visibility.isWellFormed(call);

/** Fails without a problem if the text of a body is such. */
function crashingFor(operation: Operation, isSuch: (text: string) => boolean): Change {
  return replaceRule("body", "parse", (before) => (text, call) => {
    if (isOneOf(operation, call) && isSuch(text)) throw new Error("the parser failed");
    return before(text, call);
  });
}

/** Faults in which problems an endpoint answers. */
export const endpointProblems: FaultFile = {
  "every-response/endpoints-answer-their-own-problems": {
    "index-of-unknown-volume-is-validation-failed": answering(
      "getVersionIndex",
      "not-found",
      "validation-failed",
    ),
    "metadata-of-unknown-release-is-validation-failed": answering(
      "getRelease",
      "not-found",
      "validation-failed",
    ),
    "unknown-advisory-answers-inconsistent-registry-state": answering(
      "getAdvisory",
      "not-found",
      "inconsistent-registry-state",
    ),
    "create-without-authority-answers-not-found": answering(
      "createReleaseUpload",
      "authorization-failed",
      "not-found",
    ),
    "search-with-invalid-limit-answers-not-found": answering(
      "searchVolumes",
      "validation-failed",
      "not-found",
    ),
  },
  "every-response/endpoints-never-answer-server-errors": {
    "finalize-of-an-upload-with-size-zero-crashes-without-bytes": replaceRule(
      "finalize",
      "assertBytes",
      (before) => (intent, call) => {
        if (intent.declaredSize === 0 && intent.bytes === undefined) throw new Error("division by zero");
        return before(intent, call);
      },
    ),
    "an-invalid-date-crashes-trust-detail": crashingOn("getTrustDetail", hasUnreadableDate),
    "unknown-codings-crash-create": crashingOn("createReleaseUpload", hasField("content-encoding")),
    "lists-of-entity-tags-crash": crashingOn("getRelease", (call) =>
      (call.request.headers.get("if-none-match") ?? "").includes(","),
    ),
    "two-deletes-of-one-version-at-once-crash": {
      summary: "Of two `DELETE` requests for one version at once, one is answered with 500",
      change: crashingOnConcurrentDeletes(),
    },
    "long-path-of-search-volumes-crashes": crashingOn("searchVolumes", isLong),
    "long-path-of-get-version-index-crashes": crashingOn("getVersionIndex", isLong),
    "long-path-of-get-release-crashes": crashingOn("getRelease", isLong),
    "long-path-of-create-release-upload-crashes": crashingOn("createReleaseUpload", isLong),
    "long-path-of-get-trust-summary-crashes": crashingOn("getTrustSummary", isLong),
    "long-path-of-get-trust-detail-crashes": crashingOn("getTrustDetail", isLong),
    "long-path-of-get-advisory-crashes": crashingOn("getAdvisory", isLong),
    "long-path-of-unpublish-version-crashes": crashingOn("unpublishVersion", isLong),
    "malformed-path-of-finalize-release-upload-crashes": crashingOn(
      "finalizeReleaseUpload",
      hasMalformedPath,
    ),
    "malformed-path-of-create-trust-upload-crashes": crashingOn("createTrustUpload", hasMalformedPath),
    "malformed-path-of-finalize-trust-upload-crashes": crashingOn("finalizeTrustUpload", hasMalformedPath),
    "deep-lists-crash-create": {
      summary: "A body that is a deep list is answered with 500",
      change: crashingFor("createReleaseUpload", (text) => text.startsWith("[".repeat(65))),
    },
    "deep-members-crash-create": {
      summary: "A body with a deep list in a member is answered with 500",
      change: crashingFor(
        "createReleaseUpload",
        (text) => text.startsWith("{") && text.includes("[".repeat(129)),
      ),
    },
    "members-named-proto-crash-create": {
      summary: "A body with a member `__proto__` is answered with 500",
      change: crashingFor("createReleaseUpload", (text) => text.includes('"__proto__"')),
    },
    "half-surrogates-crash-create": {
      summary: "A body with half of a surrogate pair is answered with 500",
      change: crashingFor("createReleaseUpload", (text) => /\\ud800/i.test(text)),
    },
    "formats-of-null-crash-trust-create": {
      summary: "A format that is `null` is answered with 500",
      change: crashingFor("createTrustUpload", (text) => text.includes('"format":null')),
    },
    "unknown-advisory-answers-500": withAnswer("getAdvisory", (answer, call) =>
      answer.status === 404 ? call.rules.problems.unexpected(call) : answer,
    ),
    "rate-limited-answers-503": replaceRule(
      "problems",
      "status",
      (before) => (slug, call) => (slug === "rate-limited" ? 503 : before(slug, call)),
    ),
  },
};
