/** The closed set of problems and the status of each (Errors, table of slugs). */

export type Slug =
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

export const statusOfSlug: Readonly<Record<Slug, number>> = {
  "authentication-required": 401,
  "authorization-failed": 403,
  "not-found": 404,
  "validation-failed": 400,
  "invalid-manifest": 400,
  "invalid-archive": 400,
  "identity-mismatch": 409,
  "version-conflict": 409,
  "digest-mismatch": 400,
  "subject-binding-mismatch": 400,
  "inconsistent-registry-state": 409,
  "upload-expired": 410,
  "missing-uploaded-bytes": 400,
  "invalid-upload-state": 409,
  "idempotency-conflict": 409,
  "payload-too-large": 413,
  "unsupported-media-type": 415,
  "permission-escalation": 400,
  "rate-limited": 429,
};

export function isSlug(text: string | undefined): text is Slug {
  return text !== undefined && Object.hasOwn(statusOfSlug, text);
}
