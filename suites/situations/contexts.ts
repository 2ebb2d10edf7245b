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

/**
 * The context of one of several requests that are refused for like reasons: whether it has a key, and whether it is about a prerelease.
 * Among two of them with places of different parity, each pair of form, key and prerelease meets.
 */
export function contextAt(
  { form }: Given,
  place: number,
): { readonly isKeyed: boolean; readonly isPrerelease: boolean } {
  const isEven = place % 2 === 0;
  return { isKeyed: (form === "scoped") === isEven, isPrerelease: isEven };
}
