/** Which release a response is about. */
import type { Exchange } from "../../../../schemas/report.ts";
import { textAt } from "../../../exchange/answer.ts";
import { isDownload, shownJson } from "../exchange-text.ts";
import { findGiverOfOther } from "../given-addresses.ts";
import { rowIn } from "./compared.ts";
import type { RecordedRun } from "./recorded-run.ts";
import type { Place } from "./release-events.ts";

/** The release that a response is about: also one of a transfer, of a download, and that of the row that is wrong. */
export function toPlace(
  shown: Exchange,
  member: string | undefined,
  { events, exchanges }: RecordedRun,
): Place | undefined {
  const giver = isDownload(shown) ? findGiverOfOther(shown, exchanges, [])?.giver : undefined;
  const place = events.placeOf(shown) ?? events.placeOfUpload(shown) ?? (giver && events.placeOf(giver));
  if (place === undefined || shown.operation !== "getVersionIndex") return place;
  const row = rowIn(member);
  const version = row === undefined ? undefined : textAt(shownJson(shown), "items", row, "version");
  return version === undefined ? place : { ...place, version };
}
