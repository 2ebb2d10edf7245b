/** Callers whom a registry has to refuse. */
import type { Given } from "../../harness/given/given.ts";
import { undefinedIfSkipped } from "../../harness/outcome.ts";
import type { RequestOptions } from "../../harness/registry/registry.ts";

/** `malformed` is a good token under another scheme, and `unknown` one that was made up. */
export type Stranger = "outsider" | "nobody" | "malformed" | "unknown" | "expired" | "revoked";

async function toOptions(given: Given, stranger: Stranger): Promise<RequestOptions> {
  if (stranger === "malformed") return { authorization: `Token ${(await given.tokenOf("publisher")).value}` };
  if (stranger === "unknown") return { authorization: `Bearer ${given.unique("unknown")}` };
  if (stranger !== "nobody") await given.tokenOf(stranger);
  return { as: stranger };
}

/** How strangers ask, in their order; without those whose token the target does not have. */
export async function asStrangers(
  given: Given,
  strangers: readonly Stranger[],
): Promise<readonly RequestOptions[]> {
  const known: RequestOptions[] = [];
  for (const stranger of strangers) {
    const options = await undefinedIfSkipped(() => toOptions(given, stranger));
    if (options !== undefined) known.push(options);
  }
  return known;
}
