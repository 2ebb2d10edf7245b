/** Requests that went wrong because of a wrong value in a response. */
import type { Exchange } from "../../../schemas/report.ts";
import type { Sighting } from "./deviation.ts";
import { quotedValues, sentText } from "./exchange-text.ts";
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
  const isOfRun = rememberingEach(exchanges);
  const wrongValues = sightings.flatMap(({ deviation: { key, wrong, exchange }, got }) => {
    if (exchange === undefined || got === undefined || !isOfDocument(wrong)) return [];
    const own = sentText(exchange);
    const isNamed = wrong.kind === "member";
    return quotedValues(got).map((value) => ({ key, value, isNamed, mayBeSent: own.includes(value) }));
  });
  return ({ deviation: { key, wrong, exchange }, got }) => {
    if (exchange === undefined) return undefined;
    const sent = sentText(exchange);
    const seen = wrong.kind === "content" ? quotedValues(got ?? "") : [];
    const said = wrong.kind === "member" ? (got ?? "") : "";
    return wrongValues.find(
      (one) =>
        one.key !== key &&
        ((!one.mayBeSent && sent.includes(one.value) && !isOfRun(one.value)) ||
          (one.isNamed && (seen.includes(one.value) || tellsOf(said, one.value)))),
    )?.key;
  };
}

/** True if the words about one member have the value of another one in them. */
function tellsOf(said: string, value: string): boolean {
  return value.length >= minTold && said.includes(value) && said !== value && !said.startsWith(`"${value}`);
}

/** Whether a request had a value before any response did: then a response is not why it is sent. */
function rememberingEach(exchanges: readonly Exchange[]): (value: string) => boolean {
  const known = new Map<string, boolean>();
  return (value) => {
    const found = known.get(value) ?? isSentFirst(value, exchanges);
    known.set(value, found);
    return found;
  };
}

function isSentFirst(value: string, exchanges: readonly Exchange[]): boolean {
  const sent = exchanges.filter((one) => sentText(one).includes(value));
  const shown = exchanges.filter(({ response }) => response?.body?.text?.includes(value) === true);
  const firstSent = Math.min(...sent.map(({ startedAtMs }) => startedAtMs));
  return firstSent < Math.min(...shown.map(({ startedAtMs, durationMs }) => startedAtMs + durationMs));
}
