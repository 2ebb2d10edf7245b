/** Moments in the texts of a registry, which mean the same wherever the suite runs. */

/**
 * @param text a timestamp of the API (ISO 8601 or RFC 3339)
 * @returns milliseconds since 1970; undefined for what is no timestamp, and for one without an offset: nobody knows its zone
 */
export function readTimestamp(text = ""): number | undefined {
  return /[T ].*(?:Z|[+-]\d{2}(?::?\d{2})?)$/iu.test(text) ? toMoment(text) : undefined;
}

/**
 * @param text the date of a header field, in any form of RFC 9110 section 5.6.7; the oldest names no zone, and is in UTC too
 * @returns milliseconds since 1970, whole seconds; undefined for any other text
 */
export function readHttpDate(text = ""): number | undefined {
  const date = text.trim();
  // every form begins with the day's name
  if (!/^[A-Z][a-z]+/.test(date)) return undefined;
  return toMoment(/\d{4}$/.test(date) ? `${date} GMT` : date);
}

function toMoment(text: string): number | undefined {
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : moment;
}
