/** Writes to other releases that may bear on a response: to a volume of the same name, and with the bytes of the same digest. */
import type { Exchange } from "../../../../schemas/report.ts";
import { textAt } from "../../../exchange/answer.ts";
import { opensUpload } from "../../../exchange/creates.ts";
import { toVolume } from "../../../exchange/volume.ts";
import { isDownload, sentJson } from "../exchange-text.ts";
import { endOf, isWrite } from "./reads-before.ts";
import type { Place, ReleaseEvents } from "./release-events.ts";
import { succeeded } from "./uploads.ts";

/** What a response is about, and since when it may have become wrong. */
interface Shown {
  readonly shown: Exchange;
  readonly place: Place | undefined;
  readonly last?: Exchange;
  /** True for what is attached to a release, and for what is read of that. */
  readonly isOfTrust: boolean;
}

/** A write elsewhere, and what it has in common with the release, as words after its name. */
interface Elsewhere {
  readonly exchange: Exchange;
  readonly of: string;
  /** True if it is told beside what else was done: its upload declared the digest of the release, or its body names the volume. */
  readonly isTelling: boolean;
}

/** The digests that uploads of the release, or of what is attached to it, declared. */
function digestsOf(
  place: Place,
  operation: "createReleaseUpload" | "createTrustUpload",
  events: ReleaseEvents,
): ReadonlySet<string> {
  const creates = events.sorted.filter((one) => {
    const { volume, version } = events.placeOf(one) ?? {};
    return one.operation === operation && volume === place.volume && version === place.version;
  });
  return new Set(creates.flatMap((one) => digestIn(one) ?? []));
}

function digestIn(create: Exchange | undefined): string | undefined {
  return create && textAt(sentJson(create), "declaredDigest");
}

/**
 * The writes before the response that were sent since the last right one, or since its release was published.
 * @param first the response before which they were sent
 */
export function findElsewhere(
  { shown, place, last, isOfTrust }: Shown,
  first: Exchange,
  events: ReleaseEvents,
): readonly Elsewhere[] {
  if (place === undefined) return [];
  const digests = isOfTrust
    ? digestsOf(place, "createTrustUpload", events)
    : isDownload(shown)
      ? digestsOf(place, "createReleaseUpload", events)
      : new Set<string>();
  const published = events.sorted.find((one) => {
    const { volume, version } = events.placeOf(one) ?? {};
    const isOwn = volume === place.volume && (place.version === undefined || version === place.version);
    return isOwn && one.operation === "finalizeReleaseUpload" && succeeded(one);
  });
  const since = last ?? published;
  if (since === undefined) return [];
  return events.sorted.flatMap((exchange): readonly Elsewhere[] => {
    const isBetween = endOf(exchange) > endOf(since) && endOf(exchange) <= first.startedAtMs;
    if (!isBetween || !isWrite(exchange) || opensUpload(exchange.operation)) return [];
    const about = events.placeOf(exchange) ?? events.placeOfUpload(exchange);
    if (about === undefined) return [];
    const create = events.uploads.createOf(exchange);
    const isOwn = about.volume === place.volume && about.version === place.version;
    if (!isOwn && digests.has(digestIn(create) ?? "")) {
      if (!isOfTrust)
        return [{ exchange, of: " of another upload that declared the same digest", isTelling: true }];
      const isAttached = exchange.operation === "finalizeTrustUpload" && succeeded(exchange);
      const of = ` of an artifact with the same digest for ${describeRelease(about, place)}`;
      return isAttached ? [{ exchange, of, isTelling: true }] : [];
    }
    if (about.volume === place.volume) return [];
    const { scope, segment } = toVolume(about.volume);
    const isNamesake = segment === toVolume(place.volume).segment && succeeded(exchange);
    if (!isNamesake || exchange.operation === "transferBytes") return [];
    const form = scope === undefined ? "without a scope" : "in a scope";
    const version = about.version === undefined ? "" : ` of ${about.version}`;
    return [{ exchange, of: `${version} in the volume of the same name ${form}`, isTelling: false }];
  });
}

function describeRelease({ volume, version }: Place, place: Place): string {
  return volume === place.volume ? (version ?? "another version") : "another volume";
}

/** The writes to other volumes whose body names the volume of a response: where nothing was published there, one of them may have. */
export function findNaming(
  { place }: Pick<Shown, "place">,
  first: Exchange,
  events: ReleaseEvents,
): readonly Elsewhere[] {
  if (place === undefined) return [];
  const name = JSON.stringify(place.volume);
  return events.sorted.flatMap((exchange): readonly Elsewhere[] => {
    const isEarlier = isWrite(exchange) && succeeded(exchange) && endOf(exchange) <= first.startedAtMs;
    const about = events.placeOf(exchange);
    if (!isEarlier || exchange.operation === "state" || about === undefined || about.volume === place.volume)
      return [];
    if (!JSON.stringify(sentJson(exchange) ?? "").includes(name)) return [];
    return [{ exchange, of: " of another volume, with this name in its body", isTelling: true }];
  });
}
