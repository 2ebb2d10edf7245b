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
        ((!one.mayBeSent && sent.includes(one.value) && !isOwn(one.value, exchange)) ||
          (one.isNamed && (seen.includes(one.value) || tellsOf(said, one.value)))),
    )?.key;
  };
}

/** True if the words about one member have the value of another one in them. */
function tellsOf(said: string, value: string): boolean {
  return value.length >= minTold && said.includes(value) && said !== value && !said.startsWith(`"${value}`);
}

/** Whether a value is known from what went before in the volume of a request: then a wrong response is not why it is sent. */
function rememberingEach(exchanges: readonly Exchange[]): (value: string, request: Exchange) => boolean {
  const firsts = new Map<string, number>();
  return (value, request) => {
    const volume = volumeIn(request);
    const same = `${volume ?? ""} ${value}`;
    const holds = (one: Exchange): boolean =>
      volumeIn(one) === volume &&
      (sentText(one).includes(value) || one.response?.body?.text?.includes(value) === true);
    const first =
      firsts.get(same) ?? Math.min(...exchanges.filter(holds).map(({ startedAtMs }) => startedAtMs));
    firsts.set(same, first);
    return first < request.startedAtMs;
  };
}
