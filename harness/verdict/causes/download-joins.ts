/** What an address gives, and the member of a document that has the address: one of the two is wrong because of the other. */
import type { Exchange } from "../../../schemas/report.ts";
import { type Deviation, leafOf, type Sighting } from "./deviation.ts";
import { findDeclared } from "./circumstances/artifact-facts.ts";
import { readUploads } from "./circumstances/uploads.ts";
import { isDownload, quotedValues } from "./exchange-text.ts";
import { findGiverOfOther, type Giver } from "./given-addresses.ts";
import { isMember, type Wrong } from "./wrong.ts";
import { byKey, join, type Joined, resolve } from "./joined-keys.ts";

/** Wrong bytes, and none. */
const ofDownloads: ReadonlySet<Wrong["kind"]> = new Set(["content", "refused"]);

/** Wrong bytes, and an address that gives none, belong to the document that gave their address, where its address is wrong elsewhere too. */
export function joinDownloads(
  joined: Joined,
  sightings: readonly Sighting[],
  exchanges: readonly Exchange[],
): void {
  const addresses = sightings
    .map(({ deviation }) => deviation)
    .filter(({ wrong }) => wrong.kind === "member" && wrong.member === "url");
  if (addresses.length === 0) return;
  for (const [key, own] of byKey(sightings)) {
    if (!ofDownloads.has(own[0].deviation.wrong.kind) || resolve(joined, key) !== key) continue;
    // the address of a download may be in a part of a document that is not recorded
    const found = own.flatMap(({ deviation: { exchange } }) => {
      if (exchange === undefined || !isDownload(exchange)) return [undefined];
      const given = findGiverOfOther(exchange, exchanges, []);
      return given === undefined ? [] : [findAddress(given, addresses)];
    });
    const [first] = found;
    if (first !== undefined && found.every((one) => one === first)) join(joined, key, first);
  }
}

/**
 * Wrong bytes that were sent in an upload which declared others, and their digest in a document, belong to a finalize that accepts bytes
 * with another digest than the declared one.
 */
export function joinUndeclared(
  joined: Joined,
  sightings: readonly Sighting[],
  exchanges: readonly Exchange[],
): void {
  const accepted = sightings.find(
    ({ deviation: { wrong, operation }, wanted }) =>
      wrong.kind === "accepted" &&
      (operation === "finalizeReleaseUpload" || operation === "finalizeTrustUpload") &&
      wanted?.problems?.includes("digest-mismatch") === true,
  );
  if (accepted === undefined) return;
  const uploads = readUploads(exchanges);
  const isUndeclared = (sighting: Sighting): boolean => {
    const digest = wrongDigestIn(sighting);
    const declared = digest === undefined ? undefined : findDeclared(digest, uploads, exchanges);
    return declared !== undefined && declared !== digest;
  };
  for (const [key, own] of byKey(sightings))
    if (resolve(joined, key) === key && own.every(isUndeclared)) join(joined, key, accepted.deviation.key);
}

/** The digest of wrong bytes, or the wrong digest in a document. */
function wrongDigestIn({ deviation: { wrong, exchange }, got = "" }: Sighting): string | undefined {
  if (isMember(wrong, "artifactDigest")) return quotedValues(got)[0];
  const isOfBytes = wrong.kind === "content" && exchange !== undefined && isDownload(exchange);
  return isOfBytes ? exchange.response?.body?.digest : undefined;
}

/** The key of the wrong address that a download was sent to: of the same member in the same documents. */
function findAddress(given: Giver, addresses: readonly Deviation[]): string | undefined {
  if (leafOf(given.member.replaceAll(".", "/")) !== "url") return undefined;
  return addresses.find(
    ({ operation, member = "" }) =>
      operation === given.giver.operation &&
      member
        .split("/")
        .filter((part) => part !== "" && part !== "*")
        .join(".") === given.member,
  )?.key;
}
