/** Which release each download is of: its address is in the metadata of the release, and names none itself. */
import type { Exchange } from "../../../../schemas/report.ts";
import { textAt } from "../../../exchange/answer.ts";
import { resolveReference, withoutQuery } from "../../../exchange/references.ts";
import { isDownload, shownJson } from "../exchange-text.ts";
import type { Place, ReleaseEvents } from "./release-events.ts";

/** @returns the release of a download; undefined for any other exchange, and for an address that no metadata has */
export function readDownloads(
  exchanges: readonly Exchange[],
  events: ReleaseEvents,
): (exchange: Exchange) => Place | undefined {
  let places: ReadonlyMap<string, Place> | undefined;
  return (exchange) =>
    isDownload(exchange)
      ? (places ??= readAddresses(exchanges, events)).get(withoutQuery(exchange.request.url))
      : undefined;
}

function readAddresses(exchanges: readonly Exchange[], events: ReleaseEvents): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const exchange of exchanges) {
    if (exchange.operation !== "finalizeReleaseUpload" && exchange.operation !== "getRelease") continue;
    const body = shownJson(exchange);
    const reference = textAt(body, "release", "dist", "url") ?? textAt(body, "dist", "url");
    const url = reference === undefined ? undefined : resolveReference(reference, exchange.request.url);
    const place = events.placeOf(exchange);
    if (url === undefined || place === undefined) continue;
    const address = withoutQuery(url);
    if (!places.has(address)) places.set(address, place);
  }
  return places;
}
