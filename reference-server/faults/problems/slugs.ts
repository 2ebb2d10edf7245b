import type { ProblemSlug } from "../../refusal.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Answers the problem with a status that is not its own, but near to it. */
function withStatus(slug: ProblemSlug, status: number): Change {
  return replaceRule(
    "problems",
    "status",
    (before) => (one, call) => (one === slug ? status : before(one, call)),
  );
}

/** Gives one problem another's type, and leaves it its own status. */
function typed(slug: ProblemSlug, as: ProblemSlug): Change {
  return replaceRule("problems", "type", (before) => (one, call) => before(one === slug ? as : one, call));
}

/** TODO */
export const slugs: FaultFile = {
  "problems/slugs-have-their-statuses": {
    "authentication-required-with-another-status": {
      summary: "The problem authentication-required comes with status 403",
      change: withStatus("authentication-required", 403),
    },
    "authorization-failed-with-another-status": {
      summary: "The problem authorization-failed comes with status 401",
      change: withStatus("authorization-failed", 401),
    },
    "not-found-with-another-status": {
      summary: "The problem not-found comes with status 410",
      change: withStatus("not-found", 410),
    },
    "validation-failed-with-another-status": {
      summary: "The problem validation-failed comes with status 422",
      change: withStatus("validation-failed", 422),
    },
    "invalid-manifest-with-another-status": {
      summary: "The problem invalid-manifest comes with status 422",
      change: withStatus("invalid-manifest", 422),
    },
    "invalid-archive-with-another-status": {
      summary: "The problem invalid-archive comes with status 415",
      change: withStatus("invalid-archive", 415),
    },
    "identity-mismatch-with-another-status": {
      summary: "The problem identity-mismatch comes with status 400",
      change: withStatus("identity-mismatch", 400),
    },
    "version-conflict-with-another-status": {
      summary: "The problem version-conflict comes with status 400",
      change: withStatus("version-conflict", 400),
    },
    "digest-mismatch-with-another-status": {
      summary: "The problem digest-mismatch comes with status 409",
      change: withStatus("digest-mismatch", 409),
    },
    "subject-binding-mismatch-with-another-status": {
      summary: "The problem subject-binding-mismatch comes with status 409",
      change: withStatus("subject-binding-mismatch", 409),
    },
    "inconsistent-registry-state-with-another-status": {
      summary: "The problem inconsistent-registry-state comes with status 404",
      change: withStatus("inconsistent-registry-state", 404),
    },
    "upload-expired-with-another-status": {
      summary: "The problem upload-expired comes with status 404",
      change: withStatus("upload-expired", 404),
    },
    "missing-uploaded-bytes-with-another-status": {
      summary: "The problem missing-uploaded-bytes comes with status 409",
      change: withStatus("missing-uploaded-bytes", 409),
    },
    "invalid-upload-state-with-another-status": {
      summary: "The problem invalid-upload-state comes with status 400",
      change: withStatus("invalid-upload-state", 400),
    },
    "idempotency-conflict-with-another-status": {
      summary: "The problem idempotency-conflict comes with status 422",
      change: withStatus("idempotency-conflict", 422),
    },
    "payload-too-large-with-another-status": {
      summary: "The problem payload-too-large comes with status 400",
      change: withStatus("payload-too-large", 400),
    },
    "unsupported-media-type-with-another-status": {
      summary: "The problem unsupported-media-type comes with status 400",
      change: withStatus("unsupported-media-type", 400),
    },
    "permission-escalation-with-another-status": {
      summary: "The problem permission-escalation comes with status 403",
      change: withStatus("permission-escalation", 403),
    },
    "rate-limited-with-another-status": {
      summary: "The problem rate-limited comes with status 403",
      change: withStatus("rate-limited", 403),
    },
  },
  "problems/statuses-carry-their-problems": {
    "not-found-typed-validation-failed": {
      summary: "A 404 has the type of a validation-failed",
      change: typed("not-found", "validation-failed"),
    },
    "rate-limited-typed-authorization-failed": {
      summary: "A 429 has the type of an authorization-failed",
      change: typed("rate-limited", "authorization-failed"),
    },
    "missing-bytes-typed-upload-state": {
      summary: "A 400 for missing bytes has the type of an invalid-upload-state",
      change: typed("missing-uploaded-bytes", "invalid-upload-state"),
    },
  },
};
