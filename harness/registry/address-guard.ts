/** Prevents a registry from redirecting requests, and the credentials of its instructions, to addresses in the vendor's private network. */
import { type LookupAddress, lookup } from "node:dns";
import { BlockList, isIP, isIPv6, type LookupFunction } from "node:net";

const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  privateAddresses.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2001::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 9],
  ["ff00::", 8],
] as const) {
  privateAddresses.addSubnet(network, prefix, "ipv6");
}

/**
 * True for loopback, link-local, private and multicast addresses, for IPv4 ones of those kinds written as IPv6, and for
 * those IPv6 ones that a gateway turns into IPv4 (NAT64, 6to4, Teredo).
 */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return privateAddresses.check(mapped, "ipv4");
  if (isIP(address) === 0) return false;
  return privateAddresses.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** A URL leads to a private address that is not allowed. */
export class PrivateAddressError extends Error {
  override readonly name = "PrivateAddressError";
}

export interface AddressGuard {
  /** Throws if the URL names a private address that is not allowed. */
  readonly assertAllowed: (url: URL) => void;
  /** Resolves a name and rejects private addresses, when connecting. */
  readonly lookup: LookupFunction;
}

/**
 * @param trusted URLs from the target file: their hosts may be anywhere
 * @param allowPrivate lets every URL lead anywhere. It is also so where the first trusted URL, the base, is itself private
 */
export function createAddressGuard(trusted: readonly string[], allowPrivate: boolean): AddressGuard {
  const hosts = new Set(trusted.map((url) => new URL(url).hostname));
  const base = new URL(trusted[0] ?? "http://localhost").hostname;
  const isOpen = allowPrivate || isLocalName(base);
  // a base URL whose name leads to a private address is private too; found out when it is first looked up, and never
  // again: a name that changes its address in mid-run opens nothing
  let isBasePrivate = isOpen;
  let isBaseKnown = false;

  function refuse(host: string, address: string): Error {
    return new PrivateAddressError(
      `"${host}" leads to the private address ${address}, and the base URL does not; "allowPrivateUploads": true allows it`,
    );
  }

  return {
    assertAllowed({ hostname }) {
      if (isBasePrivate || hosts.has(hostname)) return;
      if (isLocalName(hostname)) throw refuse(hostname, hostname.replaceAll(/[[\]]/g, ""));
    },
    lookup(hostname, options, callback) {
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error !== null) return callback(error, "", 0);
        const found = addresses.find(({ address }) => isPrivateAddress(address));
        if (hostname === base && !isBaseKnown) {
          isBaseKnown = true;
          isBasePrivate ||= found !== undefined;
        }
        if (found !== undefined && !isBasePrivate && !hosts.has(hostname))
          return callback(refuse(hostname, found.address), "", 0);
        return answer(addresses, options.all === true, callback);
      });
    },
  };
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

function isLocalName(host: string): boolean {
  const bare = host.replaceAll(/[[\]]/g, "").replace(/\.$/, "");
  return bare === "localhost" || bare.endsWith(".localhost") || isPrivateAddress(bare);
}
