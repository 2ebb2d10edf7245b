/** What a request has besides the reason for its refusal: another context in each form, because the refusal does not depend on it. */
import type { Given } from "../../harness/given/given.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";

/** A header with a new idempotency key in the second half, nothing in the first. */
export function keyInOneHalf(given: Given): Pick<RequestOptions, "idempotencyKey"> {
  return given.half === "second" ? { idempotencyKey: given.key() } : {};
}

/** A prerelease of the version in the first half, the version itself in the second. */
export function prereleaseInOneHalf({ half }: Given, version: string, prerelease = "rc.1"): string {
  return half === "first" ? `${version}-${prerelease}` : version;
}
