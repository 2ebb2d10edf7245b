/** What was done between a create request with a key and the same request again: to its upload, and to the state of its release. */
import type { Exchange } from "../../../../schemas/report.ts";
import { textAt } from "../../../exchange/answer.ts";
import { opensUpload } from "../../../exchange/creates.ts";
import { shownJson } from "../exchange-text.ts";
import { keyOf } from "./described-keys.ts";
import { isBefore, isWrite } from "./reads-before.ts";
import type { ReleaseEvents } from "./release-events.ts";
import { succeeded } from "./uploads.ts";

/** The first create with the same key that succeeded. What was done with its upload may explain the later answer. */
export function findKeyed(shown: Exchange, { sorted }: ReleaseEvents): Exchange | undefined {
  const key = opensUpload(shown.operation) ? keyOf(shown) : undefined;
  if (key === undefined) return undefined;
  return sorted.find(
    (one) =>
      one.operation === shown.operation &&
      one.request.url === shown.request.url &&
      keyOf(one) === key &&
      succeeded(one) &&
      isBefore(one, shown) &&
      one !== shown,
  );
}

export function uploadIn(create: Exchange): string | undefined {
  return textAt(shownJson(create), "uploadId");
}

/** The kinds of changes since the first create with the key of this one, as a text; empty where there was none, or no such create. */
export function toKeyedLife(shown: Exchange, events: ReleaseEvents): string {
  const keyed = findKeyed(shown, events);
  if (keyed === undefined) return "";
  const uploadId = uploadIn(keyed);
  const version = events.placeOf(keyed)?.version;
  const ofUpload = events.sorted
    .filter(
      (one) =>
        isWrite(one) && isBefore(one, shown) && one !== keyed && events.uploads.ofRequest(one) === uploadId,
    )
    .map((one) => `${one.operation} ${succeeded(one)}`);
  const ofRelease = events
    .before(shown)
    .filter(
      (event) =>
        event.operation === undefined && event.version === version && isBefore(keyed, event.exchange),
    )
    .map(({ words }) => words);
  return [...new Set([...ofUpload, ...ofRelease])].toSorted().join();
}
