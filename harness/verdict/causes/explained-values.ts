/** Requests that went wrong because of a wrong value in a response. */
import type { Exchange } from "../../../schemas/report.ts";
import type { Sighting } from "./deviation.ts";
import { quotedValues, sentText, volumeIn } from "./exchange-text.ts";
import { isOfDocument } from "./wrong.ts";

/** A value with fewer characters may be part of another one by chance. */
const minTold = 20;

/**
 * A request that was sent with a wrong value from a response, such as a wrong address or a wrong purl; and the same wrong value
 * in words that name no member.
 */
export function explainByValue(
  sightings: readonly Sighting[],
  exchanges: readonly Exchange[],
): (sighting: Sighting) => string | undefined {
  const wrongValues = sightings.flatMap(({ deviation: { key, wrong, exchange }, got }) => {
    if (exchange === undefined || got === undefined || !isOfDocument(wrong)) return [];
    const own = sentText(exchange);
    const isNamed = wrong.kind === "member";
    return quotedValues(got).map((value) => ({
      key,
      value,
      isNamed,
      mayBeSent: own.includes(value),
      shownBy: exchange,
    }));
  });
  const shownBy = new Set(wrongValues.map((one) => one.shownBy));
  const isOwn = rememberingEach(exchanges.filter((one) => !shownBy.has(one)));
  return ({ deviation: { key, wrong, exchange }, got }) => {
    if (exchange === undefined) return undefined;
    const sent = sentText(exchange);
    const seen = wrong.kind === "content" ? quotedValues(got ?? "") : [];
    const said = wrong.kind === "member" ? (got ?? "") : "";
    return wrongValues.find(
      (one) =>
        one.key !== key &&
        ((!one.mayBeSent && sent.includes(one.value) && !isOwn(one, exchange)) ||
          (one.isNamed && (seen.includes(one.value) || tellsOf(said, one.value)))),
    )?.key;
  };
}

/** True if the words about one member have the value of another one in them. */
function tellsOf(said: string, value: string): boolean {
  return value.length >= minTold && said.includes(value) && said !== value && !said.startsWith(`"${value}`);
}

/** A wrong value, with the response that shows it. */
interface Shown {
  readonly value: string;
  readonly shownBy: Exchange;
}

/**
 * Whether a name or a version was sent in the volume of a request, or returned for what was published there, before the wrong response:
 * then that response is not why it is sent. A digest is whatever the registry says, now or earlier.
 */
function rememberingEach(exchanges: readonly Exchange[]): (shown: Shown, request: Exchange) => boolean {
  const firsts = new Map<string, number>();
  return ({ value, shownBy }, request) => {
    if (value.startsWith("sha256:")) return false;
    const volume = volumeIn(request);
    const same = `${volume ?? ""} ${value}`;
    const holds = (one: Exchange): boolean =>
      volumeIn(one) === volume &&
      (sentText(one).includes(value) ||
        (one.operation === "finalizeReleaseUpload" && one.response?.body?.text?.includes(value) === true));
    const first =
      firsts.get(same) ?? Math.min(...exchanges.filter(holds).map(({ startedAtMs }) => startedAtMs));
    firsts.set(same, first);
    return first < shownBy.startedAtMs;
  };
}
