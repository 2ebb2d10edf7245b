/** Addresses and names that lead into a private network, or nowhere. */
import { BlockList, isIP, isIPv6 } from "node:net";

const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  // documentation
  ["192.0.2.0", 24],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // relays that turn IPv6 into IPv4
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  privateAddresses.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 96],
  // IPv4 addresses, translated (RFC 2765)
  ["::ffff:0:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 32],
  // documentation
  ["2001:db8::", 32],
  ["3fff::", 20],
  ["2002::", 16],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 9],
  ["ff00::", 8],
] as const) {
  privateAddresses.addSubnet(network, prefix, "ipv6");
}

/** The identifier in an IPv6 address that tunnels to an IPv4 one (ISATAP, RFC 5214): `…:0:5efe:7f00:1`. */
const tunnelled = /(?::|:0|:200):5efe:[\da-f.:]+$/iu;

/**
 * True for loopback, link-local, private, documentation and multicast addresses, for IPv4 ones of those kinds written as IPv6, and
 * for those IPv6 ones that a gateway turns into IPv4 (NAT64, 6to4, Teredo, ISATAP).
 */
export function isPrivateAddress(address: string): boolean {
  const bare = address.split("%")[0] ?? address;
  if (isIP(bare) === 0) return false;
  // an IPv4 address in the form `::ffff:127.0.0.1` or `::ffff:7f00:1` is checked as IPv4
  return privateAddresses.check(bare, isIPv6(bare) ? "ipv6" : "ipv4") || tunnelled.test(bare);
}

/** Ends of names that no public name server knows (RFC 6761, RFC 6762, RFC 8375, and those that ICANN reserves). */
const privateEnds: ReadonlySet<string> = new Set([
  "localhost",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
]);

/** True for a name without a dot, and for one that only a private network resolves, such as `files.internal`. */
export function isPrivateName(host: string): boolean {
  const labels = host.toLowerCase().replace(/\.$/u, "").split(".");
  if (labels.length === 1) return true;
  return privateEnds.has(labels.at(-1) ?? "") || labels.slice(-2).join(".") === "home.arpa";
}
