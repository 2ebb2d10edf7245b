import type { ProblemSlug } from "../../problem-error.ts";
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

/** Faults in the status and the type of each problem. */
export const slugs: FaultFile = {
  "problems/slugs-have-their-statuses": {
    "authentication-required-with-another-status": withStatus("authentication-required", 403),
    "authorization-failed-with-another-status": withStatus("authorization-failed", 401),
    "not-found-with-another-status": withStatus("not-found", 410),
    "validation-failed-with-another-status": withStatus("validation-failed", 422),
    "invalid-manifest-with-another-status": withStatus("invalid-manifest", 422),
    "invalid-archive-with-another-status": withStatus("invalid-archive", 415),
    "identity-mismatch-with-another-status": withStatus("identity-mismatch", 400),
    "version-conflict-with-another-status": withStatus("version-conflict", 400),
    "digest-mismatch-with-another-status": withStatus("digest-mismatch", 409),
    "subject-binding-mismatch-with-another-status": withStatus("subject-binding-mismatch", 409),
    "inconsistent-registry-state-with-another-status": withStatus("inconsistent-registry-state", 404),
    "upload-expired-with-another-status": withStatus("upload-expired", 404),
    "missing-uploaded-bytes-with-another-status": withStatus("missing-uploaded-bytes", 409),
    "invalid-upload-state-with-another-status": withStatus("invalid-upload-state", 400),
    "idempotency-conflict-with-another-status": withStatus("idempotency-conflict", 422),
    "payload-too-large-with-another-status": withStatus("payload-too-large", 400),
    "unsupported-media-type-with-another-status": withStatus("unsupported-media-type", 400),
    "permission-escalation-with-another-status": withStatus("permission-escalation", 403),
    "rate-limited-with-another-status": withStatus("rate-limited", 403),
  },
  "problems/statuses-carry-their-problems": {
    "not-found-typed-validation-failed": typed("not-found", "validation-failed"),
    "rate-limited-typed-authorization-failed": typed("rate-limited", "authorization-failed"),
    "missing-uploaded-bytes-typed-invalid-upload-state": typed(
      "missing-uploaded-bytes",
      "invalid-upload-state",
    ),
  },
};
