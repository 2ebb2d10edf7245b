/** Prevents a registry from redirecting requests, and the credentials of its instructions, to addresses in the vendor's private network. */
import { type LookupAddress, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { isPrivateAddress, isPrivateName } from "./private-addresses.ts";

/** A URL leads to a private address that is not allowed. */
export class PrivateAddressError extends Error {
  override readonly name = "PrivateAddressError";
}

export interface AddressGuard {
  /**
   * Rejects if the URL names a private address or a private name that is not allowed. Behind a proxy nothing else is looked at,
   * since the proxy resolves the name.
   * @param kind what the request is for; `state` for a request to the states hook
   */
  readonly assertAllowed: (url: URL, kind?: string) => Promise<void>;
  /** How names are resolved when connecting to an origin: private addresses that are not allowed are rejected. */
  readonly lookupFor: (origin: URL) => LookupFunction;
}

/**
 * @param trusted the base URL, and the URL of the states hook if there is one. The hook may have a private address, for requests to
 *   the hook's own origin and for nothing else
 * @param allowPrivate lets every URL lead anywhere. It is also so if the base URL is itself private
 */
export function createAddressGuard(
  [baseUrl = "http://localhost", hookUrl]: readonly string[],
  allowPrivate: boolean,
): AddressGuard {
  const base = new URL(baseUrl).hostname;
  const hook = hookUrl === undefined ? undefined : new URL(hookUrl).origin;
  // a base URL whose name leads to a private address is private too; known once it is first looked up, and never
  // again: a name that changes its address in mid-run opens nothing
  let isBasePrivate = allowPrivate || isPrivateHost(base);
  let isBaseKnown = isBasePrivate;

  function resolve(...[hostname, options, callback]: Parameters<LookupFunction>): void {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, "", 0);
      const found = addresses.find(({ address }) => isPrivateAddress(address));
      if (hostname === base && !isBaseKnown) {
        isBaseKnown = true;
        isBasePrivate ||= found !== undefined;
      }
      if (found !== undefined && !isBasePrivate && hostname !== base)
        return callback(refuse(hostname, found.address), "", 0);
      return answer(addresses, options.all === true, callback);
    });
  }

  return {
    async assertAllowed({ hostname, origin }, kind) {
      if (isBasePrivate || hostname === base) return;
      if (origin === hook) {
        if (kind === "state") return;
        // connections to the hook do not look at its address again
        await assertPublic(hostname, resolve);
      }
      if (isPrivateHost(hostname)) throw refuse(hostname, withoutBrackets(hostname));
    },
    lookupFor: ({ origin }) => (origin === hook ? lookupAnywhere : resolve),
  };
}

function lookupAnywhere(...[hostname, options, callback]: Parameters<LookupFunction>): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) callback(error, "", 0);
    else answer(addresses, options.all === true, callback);
  });
}

async function assertPublic(hostname: string, resolve: LookupFunction): Promise<void> {
  if (isIP(withoutBrackets(hostname)) !== 0) return;
  await new Promise<void>((done, fail) => {
    resolve(hostname, { all: true }, (error) => {
      // a name that cannot be resolved is the connection's failure
      if (error instanceof PrivateAddressError) fail(error);
      else done();
    });
  });
}

function refuse(host: string, address: string): Error {
  const kind = isIP(withoutBrackets(host)) === 0 ? "name" : "address";
  const what =
    address === withoutBrackets(host)
      ? `"${host}" is a private ${kind}`
      : `"${host}" leads to the private address ${address}`;
  return new PrivateAddressError(
    `${what}, and the base URL is public; "allowPrivateUploads": true allows it`,
  );
}

function answer(
  addresses: readonly LookupAddress[],
  wantsAll: boolean,
  callback: Parameters<LookupFunction>[2],
): void {
  const [first] = addresses;
  if (wantsAll) callback(null, [...addresses]);
  else callback(null, first?.address ?? "", first?.family ?? 4);
}

function isPrivateHost(hostname: string): boolean {
  const host = withoutBrackets(hostname);
  return isIP(host) === 0 ? isPrivateName(host) : isPrivateAddress(host);
}

function withoutBrackets(host: string): string {
  return host.replaceAll(/[[\]]/g, "");
}
