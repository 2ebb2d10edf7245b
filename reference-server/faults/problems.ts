import type { Answer } from "../answer.ts";
import type { Call, Operation } from "../call.ts";
import { findRelease } from "../lookup.ts";
import { type ProblemSlug, Refusal } from "../refusal.ts";
import { type Change, isOneOf, type Operations, replaceRule, withAnswer } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** A status that each problem does not have, as near to its own as possible. */
const wrongStatuses: Readonly<Record<ProblemSlug, number>> = {
  "authentication-required": 403,
  "authorization-failed": 401,
  "not-found": 410,
  "validation-failed": 422,
  "invalid-manifest": 422,
  "invalid-archive": 415,
  "identity-mismatch": 400,
  "version-conflict": 400,
  "digest-mismatch": 409,
  "subject-binding-mismatch": 409,
  "inconsistent-registry-state": 404,
  "upload-expired": 404,
  "missing-uploaded-bytes": 409,
  "invalid-upload-state": 400,
  "idempotency-conflict": 422,
  "payload-too-large": 400,
  "unsupported-media-type": 400,
  "permission-escalation": 403,
  "rate-limited": 403,
};

const slugs = Object.keys(wrongStatuses) as readonly ProblemSlug[];

const statusFaults: readonly Fault[] = slugs.map((slug) => ({
  name: `${slug}-with-another-status`,
  breaks: "problems/slugs-have-their-statuses",
  summary: `The problem ${slug} comes with status ${wrongStatuses[slug]}`,
  change: replaceRule(
    "problems",
    "status",
    (before) => (one, call) => (one === slug ? wrongStatuses[slug] : before(one, call)),
  ),
}));

/** Gives one problem another's type, and leaves it its own status. */
function typed(slug: ProblemSlug, as: ProblemSlug): Change {
  return replaceRule("problems", "type", (before) => (one, call) => before(one === slug ? as : one, call));
}

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

/** Answers an unknown release in another way than with not-found. */
function unknownAs(operations: Operations, toAnswer: (call: Call) => Answer): Change {
  return withAnswer(operations, (answer, call) =>
    answer.status === 404 && findRelease(call.name, call.version, call) === undefined
      ? toAnswer(call)
      : answer,
  );
}

const empty =
  (body: Answer["body"]): ((call: Call) => Answer) =>
  () => ({
    status: 200,
    headers: { "content-type": "application/json" },
    body,
  });

const trustReads: readonly Operation[] = ["getTrustSummary", "getTrustDetail"];

/** Broken choices of problems. */
export const problemFaults: readonly Fault[] = [
  ...statusFaults,
  {
    name: "not-found-typed-validation-failed",
    breaks: "problems/statuses-carry-their-problems",
    summary: "A 404 has the type of a validation-failed",
    change: typed("not-found", "validation-failed"),
  },
  {
    name: "rate-limited-typed-authorization-failed",
    breaks: "problems/statuses-carry-their-problems",
    summary: "A 429 has the type of an authorization-failed",
    change: typed("rate-limited", "authorization-failed"),
  },
  {
    name: "missing-bytes-typed-upload-state",
    breaks: "problems/statuses-carry-their-problems",
    summary: "A 400 for missing bytes has the type of an invalid-upload-state",
    change: typed("missing-uploaded-bytes", "invalid-upload-state"),
  },
  {
    name: "unknown-release-is-empty",
    breaks: "problems/unknown-releases-are-not-found",
    summary: "An unknown release is answered 200 with null",
    change: unknownAs("getRelease", empty(null)),
  },
  {
    name: "unknown-release-is-inconsistent",
    breaks: "problems/unknown-releases-are-not-found",
    summary: "An unknown release is answered inconsistent-registry-state",
    change: withAnswer("getRelease", (answer, call) =>
      answer.status === 404
        ? call.rules.problems.toAnswer(new Refusal("inconsistent-registry-state", "no such release"), call)
        : answer,
    ),
  },
  {
    name: "unknown-release-has-empty-summary",
    breaks: "trust/unknown-releases-have-no-trust",
    summary: "The trust summary of an unknown release is an empty one",
    change: unknownAs("getTrustSummary", empty({ artifacts: [] })),
  },
  {
    name: "unknown-release-has-empty-detail",
    breaks: "trust/unknown-releases-have-no-trust",
    summary: "The trust detail of an unknown release is an empty one",
    change: unknownAs("getTrustDetail", empty({ attachments: [] })),
  },
  {
    name: "unknown-advisory-is-empty",
    breaks: "advisories/unknown-id-is-not-found",
    summary: "An unknown advisory is answered with an empty object",
    change: withAnswer("getAdvisory", (answer, call) => (answer.status === 404 ? empty({})(call) : answer)),
  },
  {
    name: "create-is-not-limited",
    breaks: "problems/publishing-is-rate-limited",
    summary: "The limiter does not look at creations of release uploads",
    change: unlimited("createReleaseUpload"),
  },
  {
    name: "finalize-is-not-limited",
    breaks: "problems/publishing-is-rate-limited",
    summary: "The limiter does not look at finalizes of release uploads",
    change: unlimited("finalizeReleaseUpload"),
  },
  {
    name: "trust-create-is-not-limited",
    breaks: "problems/trust-upload-is-rate-limited",
    summary: "The limiter does not look at creations of trust uploads",
    change: unlimited("createTrustUpload"),
  },
  {
    name: "trust-finalize-is-limited-as-forbidden",
    breaks: "problems/trust-upload-is-rate-limited",
    summary: "Finalizes of trust uploads over the limit are forbidden",
    change: limitedAs("finalizeTrustUpload", "authorization-failed"),
  },
  {
    name: "index-is-limited-as-not-found",
    breaks: "problems/limited-reads-are-rate-limited",
    summary: "The index is not found for callers over their limit",
    change: limitedAs("getVersionIndex", "not-found"),
  },
  {
    name: "metadata-is-limited-as-forbidden",
    breaks: "problems/limited-reads-are-rate-limited",
    summary: "Release metadata is forbidden to callers over their limit",
    change: limitedAs("getRelease", "authorization-failed"),
  },
  {
    name: "search-is-limited-as-invalid",
    breaks: "problems/limited-searches-are-rate-limited",
    summary: "A search over the limit is validation-failed",
    change: limitedAs("searchVolumes", "validation-failed"),
  },
  {
    name: "advisories-are-limited-as-invalid",
    breaks: "problems/limited-advisory-reads-are-rate-limited",
    summary: "A search for advisories over the limit is validation-failed",
    change: limitedAs("searchAdvisories", "validation-failed"),
  },
  {
    name: "trust-reads-are-limited-as-not-found",
    breaks: "problems/limited-trust-reads-are-rate-limited",
    summary: "Trust data is not found for callers over their limit",
    change: limitedAs(trustReads, "not-found"),
  },
  {
    name: "trust-detail-is-limited-as-inconsistent",
    breaks: "problems/limited-trust-reads-are-rate-limited",
    summary: "The trust detail is inconsistent for callers over their limit",
    change: limitedAs("getTrustDetail", "inconsistent-registry-state"),
  },
];
