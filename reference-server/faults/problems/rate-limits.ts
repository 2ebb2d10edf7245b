import { type ProblemSlug, Refusal } from "../../refusal.ts";
import { type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import { trustReads } from "../changes/lookups.ts";
import type { FaultFile } from "../fault.ts";

/** Lets callers over their limit pass on some operations. */
function unlimited(operations: Operations): Change {
  return replaceRule("limiter", "judge", (before) => (call) => {
    if (!isOneOf(operations, call)) before(call);
  });
}

/** Refuses callers over their limit with another problem on some operations. */
function limitedAs(operations: Operations, slug: ProblemSlug): Change {
  return replaceRule(
    "limiter",
    "refusal",
    (before) => (seconds, call) =>
      isOneOf(operations, call) ? new Refusal(slug, "too many requests") : before(seconds, call),
  );
}

/** TODO */
export const rateLimits: FaultFile = {
  "problems/publishing-is-rate-limited": {
    "create-is-not-limited": {
      summary: "The limiter does not look at creations of release uploads",
      change: unlimited("createReleaseUpload"),
    },
    "finalize-is-not-limited": {
      summary: "The limiter does not look at finalizes of release uploads",
      change: unlimited("finalizeReleaseUpload"),
    },
  },
  "problems/trust-upload-is-rate-limited": {
    "trust-create-is-not-limited": {
      summary: "The limiter does not look at creations of trust uploads",
      change: unlimited("createTrustUpload"),
    },
    "trust-finalize-is-limited-as-forbidden": {
      summary: "Finalizes of trust uploads over the limit are forbidden",
      change: limitedAs("finalizeTrustUpload", "authorization-failed"),
    },
  },
  "problems/limited-reads-are-rate-limited": {
    "index-is-limited-as-not-found": {
      summary: "The index is not found for callers over their limit",
      change: limitedAs("getVersionIndex", "not-found"),
    },
    "metadata-is-limited-as-forbidden": {
      summary: "Release metadata is forbidden to callers over their limit",
      change: limitedAs("getRelease", "authorization-failed"),
    },
  },
  "problems/limited-searches-are-rate-limited": {
    "search-is-limited-as-invalid": {
      summary: "A search over the limit is validation-failed",
      change: limitedAs("searchVolumes", "validation-failed"),
    },
  },
  "problems/limited-advisory-reads-are-rate-limited": {
    "advisories-are-limited-as-invalid": {
      summary: "A search for advisories over the limit is validation-failed",
      change: limitedAs("searchAdvisories", "validation-failed"),
    },
  },
  "problems/limited-trust-reads-are-rate-limited": {
    "trust-reads-are-limited-as-not-found": {
      summary: "Trust data is not found for callers over their limit",
      change: limitedAs(trustReads, "not-found"),
    },
    "trust-detail-is-limited-as-inconsistent": {
      summary: "The trust detail is inconsistent for callers over their limit",
      change: limitedAs("getTrustDetail", "inconsistent-registry-state"),
    },
  },
};
