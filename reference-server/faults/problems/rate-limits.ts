import { type ProblemSlug, ProblemError } from "../../problem-error.ts";
import type { Operation } from "../../call.ts";
import { allOf, type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import { perRegistry } from "../changes/memory.ts";
import { changingOnRefusal } from "../changes/refusals.ts";
import { trustReads } from "../changes/lookups.ts";
import type { FaultFile } from "../fault.ts";

/** Applies no rate limit to `operations`. */
function unlimited(operations: Operations): Change {
  return replaceRule("limiter", "assertWithinLimit", (before) => (call) => {
    if (!isOneOf(operations, call)) before(call);
  });
}

/** Answers another problem to rate-limited requests. */
function limitedAs(operations: Operations, slug: ProblemSlug): Change {
  return replaceRule(
    "limiter",
    "problem",
    (before) => (seconds, call) =>
      isOneOf(operations, call) ? new ProblemError(slug, "too many requests") : before(seconds, call),
  );
}

/** Takes the key of a create that was refused by the limit for used. */
function keepingKeys(operation: Operation): Change {
  const used = perRegistry(() => new Set<string>());
  return allOf(
    replaceRule("limiter", "problem", (before) => (seconds, call) => {
      const key = call.request.headers.get("idempotency-key");
      if (key !== null && isOneOf(operation, call)) used(call).add(key);
      return before(seconds, call);
    }),
    replaceRule("idempotency", "once", (before) => (submission, work) => {
      const { call, key } = submission;
      if (key !== undefined && isOneOf(operation, call) && used(call).has(key))
        throw call.rules.idempotency.conflict("the key was used", call);
      return before(submission, work);
    }),
  );
}

/** Remembers the body of a create that was refused by the limit: the next request with its key has to have the same one. */
function keepingBodies(operation: Operation): Change {
  const sent = perRegistry(() => new Map<string, Promise<string>>());
  return allOf(
    replaceRule("limiter", "problem", (before) => (seconds, call) => {
      const key = call.request.headers.get("idempotency-key");
      if (key !== null && isOneOf(operation, call)) sent(call).set(key, call.request.clone().text());
      return before(seconds, call);
    }),
    replaceRule("idempotency", "once", (before) => async (submission, work) => {
      const { call, key, body } = submission;
      const first = isOneOf(operation, call) ? await sent(call).get(key ?? "") : undefined;
      if (first !== undefined && first !== JSON.stringify(body))
        throw call.rules.idempotency.conflict("the key was used for another request", call);
      return await before(submission, work);
    }),
  );
}

/** Faults in the problem of a rate limit. */
export const rateLimits: FaultFile = {
  "problems/publishing-is-rate-limited": {
    "create-is-not-rate-limited": unlimited("createReleaseUpload"),
    "finalize-is-not-rate-limited": unlimited("finalizeReleaseUpload"),
  },
  "problems/trust-upload-is-rate-limited": {
    "trust-create-is-not-rate-limited": unlimited("createTrustUpload"),
    "rate-limited-trust-finalize-answers-authorization-failed": limitedAs(
      "finalizeTrustUpload",
      "authorization-failed",
    ),
  },
  "problems/rate-limited-creates-keep-no-key": {
    "create-over-the-limit-keeps-its-key": keepingKeys("createReleaseUpload"),
    "trust-create-over-the-limit-keeps-its-key": keepingKeys("createTrustUpload"),
    "create-over-the-limit-keeps-its-body": keepingBodies("createReleaseUpload"),
    "trust-create-over-the-limit-keeps-its-body": keepingBodies("createTrustUpload"),
  },
  "problems/rate-limited-unpublish-changes-nothing": {
    "unpublish-over-the-limit-acts": changingOnRefusal("unpublishVersion", "rate-limited", (release) => ({
      ...release,
      status: { state: "tombstoned" },
    })),
  },
  "problems/limited-reads-are-rate-limited": {
    "rate-limited-index-answers-not-found": limitedAs("getVersionIndex", "not-found"),
    "rate-limited-metadata-answers-authorization-failed": limitedAs("getRelease", "authorization-failed"),
  },
  "problems/limited-searches-are-rate-limited": {
    "rate-limited-search-answers-validation-failed": limitedAs("searchVolumes", "validation-failed"),
  },
  "problems/limited-advisory-reads-are-rate-limited": {
    "rate-limited-advisory-list-answers-validation-failed": limitedAs(
      "searchAdvisories",
      "validation-failed",
    ),
  },
  "problems/limited-trust-reads-are-rate-limited": {
    "rate-limited-trust-reads-answer-not-found": limitedAs(trustReads, "not-found"),
    "rate-limited-trust-detail-answers-inconsistent-registry-state": limitedAs(
      "getTrustDetail",
      "inconsistent-registry-state",
    ),
  },
};
