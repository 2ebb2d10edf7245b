/** What a request has besides the reason for its refusal: another context in each form, because the refusal does not depend on it. */
import type { Given } from "../../harness/given/given.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";

/** A header with a new idempotency key for unscoped names, nothing for scoped ones. */
export function keyInOneForm(given: Given): Pick<RequestOptions, "idempotencyKey"> {
  return given.form === "unscoped" ? { idempotencyKey: given.key() } : {};
}

/** A prerelease of the version for scoped names, the version itself for unscoped ones. */
export function prereleaseInOneForm({ form }: Given, version: string, prerelease = "rc.1"): string {
  return form === "scoped" ? `${version}-${prerelease}` : version;
}
