/** Rows of lists that show a release which should not be there: something published it. */
import type { Exchange } from "../../../schemas/report.ts";
import { toFullName } from "../../exchange/volume.ts";
import { readUploads, type Uploads } from "./circumstances/uploads.ts";
import type { Sighting } from "./deviation.ts";
import { isMember } from "./wrong.ts";

/** A text in the words of a finding: the name of a volume, or a version. */
const quoted = /"(?<text>[^"]+)"/gu;

/**
 * The key of what is wrong with a request about the very release that a row shows; for other wrong rows, that of the first such row: nobody
 * asked for each release that should not be there.
 */
export function explainByUnpublished(
  sightings: readonly Sighting[],
  exchanges: readonly Exchange[],
): (sighting: Sighting) => string | undefined {
  const uploads = readUploads(exchanges);
  const keys = new Map<string, string>();
  for (const { deviation } of sightings) {
    const { key, exchange, wrong } = deviation;
    const release = exchange === undefined || isList(exchange) ? undefined : toRelease(exchange, uploads);
    if (release !== undefined && !isMember(wrong, "items") && !keys.has(release)) keys.set(release, key);
  }
  const keyOf = ({ deviation: { wrong, exchange }, got = "" }: Sighting): string | undefined => {
    if (exchange === undefined || !isList(exchange) || !isMember(wrong, "items")) return undefined;
    const texts = [...got.matchAll(quoted)].map(({ groups }) => groups?.["text"] ?? "");
    const volumes = exchange.about?.volume === undefined ? texts : [toFullName(exchange.about.volume)];
    return volumes
      .flatMap((volume) => texts.map((version) => keys.get(`${volume} ${version}`)))
      .find((key) => key !== undefined);
  };
  const [first] = sightings.flatMap((one) => keyOf(one) ?? []);
  return (sighting) => (isMember(sighting.deviation.wrong, "items") ? first : undefined);
}

function isList({ operation }: Exchange): boolean {
  return operation === "searchVolumes" || operation === "getVersionIndex";
}

/** The volume and the version that a request is about, by its path or by the request that opened its upload. */
function toRelease(exchange: Exchange, uploads: Uploads): string | undefined {
  const { volume, version } = { ...uploads.createOf(exchange)?.about, ...exchange.about };
  return volume === undefined || version === undefined ? undefined : `${toFullName(volume)} ${version}`;
}
