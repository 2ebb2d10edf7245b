/** What follows from a wrong state of a release. */
import type { Exchange } from "../../../schemas/report.ts";
import { nameOfVolume } from "../../../schemas/volume-name.ts";
import type { Sighting } from "./deviation.ts";
import { segmentsOf } from "./exchange-text.ts";
import { isMember, isNotFound, type Wrong } from "./wrong.ts";

/** True for what a wrong state does not change. */
function isOfIdentity(wrong: Wrong): boolean {
  return isMember(wrong, "name", "version", "purl", "integrity");
}

/** The release of a request, as far as its address says. */
function toRelease({ about }: Exchange): string {
  return `${nameOfVolume(about) ?? ""}@${about?.version ?? ""}`;
}

/** The releases that somebody tried to unpublish who must not. */
function guardedReleases(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const tried = exchanges.filter(
    ({ operation, response }) =>
      operation === "unpublishVersion" && (response?.status === 401 || response?.status === 403),
  );
  return new Set(tried.map(toRelease));
}

/**
 * What else a document shows of a release that is not available although nothing withdrew it, that it cannot be downloaded, and that
 * nothing is found under its address. Where a refused request withdrew it, the same may be so for others of which it was refused.
 */
export function explainByState(
  sightings: readonly Sighting[],
  exchanges: readonly Exchange[],
): (sighting: Sighting) => string | undefined {
  const withdrawn = sightings.flatMap(({ deviation: { key, wrong, exchange }, got = "" }) => {
    const state = isMember(wrong, "state") ? /"([a-z]+)"/.exec(got)?.[1] : undefined;
    return state === undefined || state === "available" ? [] : [{ key, state, exchange }];
  });
  const [first] = withdrawn;
  const isShown = new RegExp(`"state"\\s*:\\s*"(?:${withdrawn.map(({ state }) => state).join("|")})"`, "u");
  const segments = new Set(
    withdrawn.flatMap(({ exchange }) => (exchange === undefined ? [] : [...segmentsOf(exchange)])),
  );
  const guarded = first === undefined ? new Set<string>() : guardedReleases(exchanges);
  const isOfGuarded = first?.exchange !== undefined && guarded.has(toRelease(first.exchange));
  return ({ deviation: { wrong, exchange, shared } }) => {
    if (first === undefined || exchange === undefined || isOfIdentity(wrong)) return undefined;
    const isOfRelease =
      [...segmentsOf(exchange)].some((segment) => segments.has(segment)) ||
      (isOfGuarded && guarded.has(toRelease(exchange)));
    const isMissing = isNotFound(wrong) && isOfRelease;
    const isSeen = isShown.test(exchange.response?.body?.text ?? "");
    return isMissing || isSeen || shared === "refused download" ? first.key : undefined;
  };
}
