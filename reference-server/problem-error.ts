/** The closed set of problem slugs (section "Errors" of the specification). */
export type ProblemSlug =
  | "authentication-required"
  | "authorization-failed"
  | "not-found"
  | "validation-failed"
  | "invalid-manifest"
  | "invalid-archive"
  | "identity-mismatch"
  | "version-conflict"
  | "digest-mismatch"
  | "subject-binding-mismatch"
  | "inconsistent-registry-state"
  | "upload-expired"
  | "missing-uploaded-bytes"
  | "invalid-upload-state"
  | "idempotency-conflict"
  | "payload-too-large"
  | "unsupported-media-type"
  | "permission-escalation"
  | "rate-limited";

/** What a rule throws to refuse a request; it becomes the problem document of that slug. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly slug: ProblemSlug;
  readonly headers: Readonly<Record<string, string>>;

  constructor(slug: ProblemSlug, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.slug = slug;
    this.headers = headers;
  }
}
