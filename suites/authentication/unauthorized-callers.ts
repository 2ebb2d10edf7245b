/** Callers that a registry must reject. */
import type { Given } from "../../harness/given/given.ts";
import { undefinedIfSkipped } from "../../harness/outcome.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";

/** `malformed` is a valid token with a different scheme, and `unknown` is an invented token. */
export type UnauthorizedCaller = "outsider" | "nobody" | "malformed" | "unknown" | "expired" | "revoked";

async function toOptions(given: Given, caller: UnauthorizedCaller): Promise<RequestOptions> {
  if (caller === "malformed") return { authorization: `Token ${(await given.tokenOf("publisher")).value}` };
  if (caller === "unknown") return { authorization: `Bearer ${given.unique("unknown")}` };
  if (caller !== "nobody") await given.tokenOf(caller);
  return { as: caller };
}

/** The request options of these callers, in the same order, without callers whose token the target does not have. */
export async function optionsOfCallers(
  given: Given,
  unauthorizedCallers: readonly UnauthorizedCaller[],
): Promise<readonly RequestOptions[]> {
  const known: RequestOptions[] = [];
  for (const caller of unauthorizedCallers) {
    const options = await undefinedIfSkipped(() => toOptions(given, caller));
    if (options !== undefined) known.push(options);
  }
  return known;
}
