import type { Answer } from "../answer.ts";
import type { Call } from "../call.ts";
import type { JsonObject } from "../json.ts";
import type { ProblemSlug, ProblemError } from "../problem-error.ts";

/** Problem details (section "Errors", and RFC 9457). */
export interface ProblemRules {
  readonly mediaType: (call: Call) => string;
  /** `{problem_base}`, without a final slash. */
  readonly base: (call: Call) => string;
  readonly type: (slug: ProblemSlug, call: Call) => string;
  readonly status: (slug: ProblemSlug, call: Call) => number;
  readonly title: (slug: ProblemSlug, call: Call) => string;
  readonly detail: (problem: ProblemError, call: Call) => string | undefined;
  readonly instance: (call: Call) => string | undefined;
  /** The problem document of an error. */
  readonly render: (problem: ProblemError, call: Call) => JsonObject;
  readonly toAnswer: (problem: ProblemError, call: Call) => Answer;
  /** A problem outside the closed namespace, for what no slug fits: RFC 9457's `about:blank`. */
  readonly blank: (status: number, title: string, call: Call) => Answer;
  readonly unknownPath: (call: Call) => Answer;
  readonly unknownMethod: (allowed: readonly string[], call: Call) => Answer;
  /** The answer after a bug of ours; it tells nothing of it. */
  readonly unexpected: (call: Call) => Answer;
}

const problems: Readonly<Record<ProblemSlug, readonly [status: number, title: string]>> = {
  "authentication-required": [401, "Authentication required"],
  "authorization-failed": [403, "Authorization failed"],
  "not-found": [404, "Not found"],
  "validation-failed": [400, "Validation failed"],
  "invalid-manifest": [400, "Invalid manifest"],
  "invalid-archive": [400, "Invalid archive"],
  "identity-mismatch": [409, "Identity mismatch"],
  "version-conflict": [409, "Version conflict"],
  "digest-mismatch": [400, "Digest mismatch"],
  "subject-binding-mismatch": [400, "Subject binding mismatch"],
  "inconsistent-registry-state": [409, "Inconsistent registry state"],
  "upload-expired": [410, "Upload expired"],
  "missing-uploaded-bytes": [400, "Missing uploaded bytes"],
  "invalid-upload-state": [409, "Invalid upload state"],
  "idempotency-conflict": [409, "Idempotency conflict"],
  "payload-too-large": [413, "Payload too large"],
  "unsupported-media-type": [415, "Unsupported media type"],
  "permission-escalation": [400, "Permission escalation"],
  "rate-limited": [429, "Rate limited"],
};

/** Problems as the specification has them. */
export const problemRules: ProblemRules = {
  mediaType: () => "application/problem+json",
  base: (call) => `${call.base}/problems`,
  type: (slug, call) => `${call.rules.problems.base(call)}/${slug}`,
  status: (slug) => problems[slug][0],
  title: (slug) => problems[slug][1],
  detail: (problem) => problem.message,
  // The path alone: a query may hold a signature.
  instance: (call) => call.url.pathname,
  render: (problem, call) => {
    const rules = call.rules.problems;
    return {
      type: rules.type(problem.slug, call),
      title: rules.title(problem.slug, call),
      status: rules.status(problem.slug, call),
      detail: rules.detail(problem, call),
      instance: rules.instance(call),
    };
  },
  toAnswer: (problem, call) => ({
    status: call.rules.problems.status(problem.slug, call),
    headers: { "content-type": call.rules.problems.mediaType(call), ...problem.headers },
    body: call.rules.problems.render(problem, call),
  }),
  blank: (status, title, call) => ({
    status,
    headers: { "content-type": call.rules.problems.mediaType(call) },
    body: { type: "about:blank", title, status, instance: call.rules.problems.instance(call) },
  }),
  unknownPath: (call) => call.rules.problems.blank(404, "Not Found", call),
  unknownMethod: (allowed, call) => {
    const answer = call.rules.problems.blank(405, "Method Not Allowed", call);
    return { ...answer, headers: { ...answer.headers, allow: allowed.join(", ") } };
  },
  unexpected: (call) => call.rules.problems.blank(500, "Internal Server Error", call),
};
