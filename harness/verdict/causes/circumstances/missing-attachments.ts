/** Attachments that a trust detail lacks, beside those that it lists: a store may lose what is large. */
import { numberAt, textAt } from "../../../exchange/answer.ts";
import type { Sighting } from "../deviation.ts";
import { sentJson, shownJson } from "../exchange-text.ts";
import type { RecordedRun } from "./recorded-run.ts";
import { succeeded } from "./uploads.ts";

/** Beside fewer, one is the largest by chance. */
const minOthers = 5;

/** `the missing attachment has 131,073 bytes, each other one of its release at most 300` */
export function tellLargest(
  group: readonly Sighting[],
  { events, exchanges }: RecordedRun,
): string | undefined {
  const missing = new Set(
    group.flatMap(({ isMain, got, wanted, deviation: { operation } }) =>
      isMain !== false && got !== undefined && operation === "getTrustDetail" ? (wanted?.item ?? []) : [],
    ),
  );
  if (missing.size === 0) return undefined;
  const attached = exchanges.flatMap((one) => {
    const isMade = one.operation === "finalizeTrustUpload" && succeeded(one);
    const id = isMade ? textAt(shownJson(one), "attachmentId") : undefined;
    const place = id === undefined ? undefined : events.placeOf(one);
    const create = place && events.uploads.createOf(one);
    const size = create && numberAt(sentJson(create), "declaredSize");
    return id === undefined || place === undefined || size === undefined
      ? []
      : [{ id, size, release: `${place.volume}@${place.version ?? ""}` }];
  });
  const lost = attached.filter(({ id }) => missing.has(id));
  const releases = new Set(lost.map(({ release }) => release));
  const kept = attached.filter(({ id, release }) => !missing.has(id) && releases.has(release));
  const smallest = Math.min(...lost.map(({ size }) => size));
  const largest = Math.max(...kept.map(({ size }) => size));
  if (lost.length < missing.size || kept.length < minOthers || smallest <= largest) return undefined;
  const which = lost.length === 1 ? "the missing attachment has" : "the missing attachments have at least";
  return `${which} ${smallest} bytes, each other one of ${lost.length === 1 ? "its" : "their"} release at most ${largest}`;
}
