import type { Call } from "../../call.ts";
import { replaceRule, withAnswer } from "../../rules/change.ts";
import { answering, crashingOn } from "../changes/problems.ts";
import type { FaultFile } from "../fault.ts";

const isLong = ({ url }: Call): boolean => url.pathname.length + url.search.length > 300;

const hasMalformedPath = (call: Call): boolean => !call.rules.visibility.isWellFormed(call);

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
