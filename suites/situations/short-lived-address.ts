/** Addresses that documents give. A registry may sign them for a short time. */
import type { Eventually } from "../../harness/given/given.ts";
import { type Answer, isSuccess } from "../../harness/exchange/answer.ts";
import type { LocatorOptions, Registry } from "../../harness/api/registry.ts";

/** The tools that a download needs. */
export interface Fetching {
  readonly registry: Registry;
  readonly eventually: Eventually;
}

/** True for an address with a query: its signature may be over. */
export function mayBeSigned(url: string): boolean {
  return url.includes("?");
}

/** The addresses differ in their query alone, as signed ones do. */
function isSignedAgain(url: string, again: string): boolean {
  const [one, other] = [new URL(url), new URL(again)];
  return one.search !== other.search && one.origin === other.origin && one.pathname === other.pathname;
}

/**
 * Requests an address. Where that does not succeed, and a new read of the document gives the address with another query, the signature may
 * have expired: then that address is requested, before requests that can wait.
 */
export async function fetchSigned(
  fetchAt: (address: string, isFresh: boolean) => Promise<Answer>,
  url: string,
  readAgain: () => Promise<string | undefined>,
): Promise<Answer> {
  const answer = await fetchAt(url, false);
  if (isSuccess(answer) || !mayBeSigned(url)) return answer;
  const again = await readAgain();
  const isSigned = again !== undefined && URL.canParse(again) && isSignedAgain(url, again);
  return isSigned ? await fetchAt(again, true) : answer;
}

/**
 * Requests the bytes at an address, which may be signed for a short time, until it succeeds or the time of `since` is over.
 * @param readAgain reads the document again, and returns its address
 * @param options of each of these requests
 */
export async function fetchBytes(
  { registry, eventually }: Fetching,
  url: string,
  since: { readonly sinceMs: number },
  readAgain: () => Promise<string | undefined>,
  options: LocatorOptions = {},
): Promise<Answer> {
  const fetchAt = (address: string, isFresh: boolean): Promise<Answer> =>
    registry.fetchLocator(address, "transferBytes", { ...options, isFresh });
  // the host may be a byte store, which may answer 403 until the bytes are there: hence `isSuccess`
  return await eventually(() => fetchSigned(fetchAt, url, readAgain), { since, until: isSuccess });
}
