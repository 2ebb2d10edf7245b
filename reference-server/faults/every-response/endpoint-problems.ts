import type { Call } from "../../call.ts";
import { replaceRule, withAnswer } from "../../rules/change.ts";
import { answering, crashingOn } from "../changes/problems.ts";
import type { FaultFile } from "../fault.ts";

const isLong = ({ url }: Call): boolean => url.pathname.length + url.search.length > 300;

const hasMalformedPath = (call: Call): boolean => !call.rules.visibility.isWellFormed(call);

/** TODO */
export const endpointProblems: FaultFile = {
  "every-response/endpoints-answer-their-own-problems": {
    "index-of-unknown-is-invalid": {
      summary: "The index of an unknown volume is validation-failed",
      change: answering("getVersionIndex", "not-found", "validation-failed"),
    },
    "release-of-unknown-is-invalid": {
      summary: "Metadata of an unknown release is validation-failed",
      change: answering("getRelease", "not-found", "validation-failed"),
    },
    "advisory-of-unknown-is-inconsistent": {
      summary: "An unknown advisory is an inconsistent state",
      change: answering("getAdvisory", "not-found", "inconsistent-registry-state"),
    },
    "create-hides-volumes": {
      summary: "Creating an upload without authority is not-found",
      change: answering("createReleaseUpload", "authorization-failed", "not-found"),
    },
    "search-of-bad-limit-is-not-found": {
      summary: "A search with a bad limit is not-found",
      change: answering("searchVolumes", "validation-failed", "not-found"),
    },
  },
  "every-response/endpoints-never-answer-server-errors": {
    "long-path-of-search-volumes-crashes": {
      summary: "A path or a query of more than 300 characters meets an error inside the server",
      change: crashingOn("searchVolumes", isLong),
    },
    "long-path-of-get-version-index-crashes": {
      summary: "A path or a query of more than 300 characters meets an error inside the server",
      change: crashingOn("getVersionIndex", isLong),
    },
    "long-path-of-get-release-crashes": {
      summary: "A path or a query of more than 300 characters meets an error inside the server",
      change: crashingOn("getRelease", isLong),
    },
    "long-path-of-create-release-upload-crashes": {
      summary: "A path or a query of more than 300 characters meets an error inside the server",
      change: crashingOn("createReleaseUpload", isLong),
    },
    "long-path-of-get-trust-summary-crashes": {
      summary: "A path or a query of more than 300 characters meets an error inside the server",
      change: crashingOn("getTrustSummary", isLong),
    },
    "long-path-of-get-trust-detail-crashes": {
      summary: "A path or a query of more than 300 characters meets an error inside the server",
      change: crashingOn("getTrustDetail", isLong),
    },
    "long-path-of-get-advisory-crashes": {
      summary: "A path or a query of more than 300 characters meets an error inside the server",
      change: crashingOn("getAdvisory", isLong),
    },
    "long-path-of-unpublish-version-crashes": {
      summary: "A path or a query of more than 300 characters meets an error inside the server",
      change: crashingOn("unpublishVersion", isLong),
    },
    "malformed-path-of-finalize-release-upload-crashes": {
      summary: "A malformed name or version in its path meets an error inside the server",
      change: crashingOn("finalizeReleaseUpload", hasMalformedPath),
    },
    "malformed-path-of-create-trust-upload-crashes": {
      summary: "A malformed name or version in its path meets an error inside the server",
      change: crashingOn("createTrustUpload", hasMalformedPath),
    },
    "malformed-path-of-finalize-trust-upload-crashes": {
      summary: "A malformed name or version in its path meets an error inside the server",
      change: crashingOn("finalizeTrustUpload", hasMalformedPath),
    },
    "unknown-advisory-breaks-server": {
      summary: "An unknown advisory is answered 500",
      change: withAnswer("getAdvisory", (answer, call) =>
        answer.status === 404 ? call.rules.problems.unexpected(call) : answer,
      ),
    },
    "limiter-answers-unavailable": {
      summary: "Requests over the limit are answered 503",
      change: replaceRule(
        "problems",
        "status",
        (before) => (slug, call) => (slug === "rate-limited" ? 503 : before(slug, call)),
      ),
    },
  },
};
