/** What the run knows of a token of the states hook that something was wrongly accepted with: it may have been right before. */
import { isHookLabel, isOfNameAlike, readHookTokens } from "../../../../schemas/hook-token.ts";
import type { Exchange } from "../../../../schemas/report.ts";
import type { Deviation, Sighting } from "../deviation.ts";
import { isAccepted } from "../wrong.ts";
import { endOf, isWrite } from "./reads-before.ts";
import type { RecordedRun } from "./recorded-run.ts";
import { toSpan } from "./span.ts";
import type { Fact } from "./upload-facts.ts";
import { succeeded } from "./uploads.ts";

/**
 * Undefined where the token was accepted for nothing before, where another one of the cause was not, and where another token that was
 * accepted before is refused: then what is kept of an earlier decision explains nothing.
 * @param others what else the cause is of
 */
export function tellToken(
  { exchange: shown, wrong }: Deviation,
  others: readonly Sighting[],
  { events }: RecordedRun,
): Fact | undefined {
  const label = shown?.about?.credential;
  if (shown === undefined || label === undefined || !isHookLabel(label) || !isAccepted(wrong))
    return undefined;
  const last = acceptedBefore(shown, label, events.sorted).at(-1);
  if (last === undefined) return undefined;
  // a name that is taken for another one explains it without any memory
  const tokens = readHookTokens(events.sorted);
  if (
    [shown, ...others.flatMap(({ deviation }) => deviation.exchange ?? [])].every((one) =>
      isOfNameAlike(one, tokens),
    )
  )
    return undefined;
  const isFirst = ({ deviation: { exchange } }: Sighting): boolean => {
    const other = exchange?.about?.credential;
    if (exchange === undefined || other === undefined || exchange.operation === "other") return false;
    return acceptedBefore(exchange, other, events.sorted).length === 0;
  };
  if (others.some(isFirst)) return undefined;
  const isRefused = (one: Exchange): boolean => {
    const other = one.about?.credential;
    return (
      isWrite(one) &&
      (one.response?.status === 403 || one.response?.status === 404) &&
      one.operation === shown.operation &&
      other !== undefined &&
      isHookLabel(other) &&
      acceptedBefore(one, other, events.sorted).length > 0
    );
  };
  if (events.sorted.some(isRefused)) return undefined;
  const place = events.placeOf(last) ?? events.placeOfUpload(last);
  const version = place?.version === undefined ? "" : ` of ${place.version}`;
  const isHere =
    place !== undefined && place.volume === (events.placeOf(shown) ?? events.placeOfUpload(shown))?.volume;
  return {
    line: `the same token was accepted ${toSpan(shown.startedAtMs - endOf(last))} before, for \`${last.request.method}\`${version} in ${isHere ? "this" : "another"} volume`,
    hint: "Compare what this token is for with the request. If a decision is kept, check for which token, action and volume it is kept",
  };
}

function acceptedBefore(shown: Exchange, label: string, sorted: readonly Exchange[]): readonly Exchange[] {
  return sorted.filter(
    (one) =>
      one.about?.credential === label && isWrite(one) && succeeded(one) && endOf(one) <= shown.startedAtMs,
  );
}
