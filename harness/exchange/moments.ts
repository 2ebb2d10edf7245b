/** Moments in the texts of a registry, which mean the same wherever the suite runs. */

/**
 * @param text a timestamp of the API (ISO 8601 or RFC 3339)
 * @returns milliseconds since 1970; undefined for what is no timestamp, and for one without an offset: nobody knows its zone
 */
export function readTimestamp(text = ""): number | undefined {
  if (!/[T ].*(?:Z|[+-]\d{2}(?::?\d{2})?)$/iu.test(text)) return undefined;
  return toMoment(text) ?? readIso(text);
}

/** No connection of a run is much older; a clock that is further behind is another one. */
const maxAgeMs = 60_000;

/**
 * When a response was sent, by the registry's own clock, which may differ from ours. A server may write the same `Date` into all responses
 * on one connection: where it is a little behind our clock, ours counts.
 *
 * @param date of the response, and `ours` when it came, in milliseconds since 1970
 */
export function registryTime(date: number | undefined, ours: number): number {
  return date === undefined || (date < ours && ours - date <= maxAgeMs) ? ours : date;
}

const day = 86_400_000;

/** ISO 8601 as the schema of timestamps accepts it: more forms than the platform reads, and leap seconds. */
const iso = new RegExp(
  [
    "^(?<year>[0-9]{4})-?",
    "(?:(?<month>0[1-9]|1[0-2])-?(?<dayOfMonth>0[1-9]|[12][0-9]|3[01])",
    "|W(?<week>0[1-9]|[1-4][0-9]|5[0-3])-?(?<dayOfWeek>[1-7])",
    "|(?<dayOfYear>[0-3][0-9]{2}))",
    "[T ](?<hour>[01][0-9]|2[0-4])(?::?(?<minute>[0-5][0-9])(?::?(?<second>[0-5][0-9]|60))?)?(?:[.,](?<fraction>[0-9]+))?",
    "(?:Z|(?<sign>[+-])(?<hoursOff>[0-9]{2})(?::?(?<minutesOff>[0-9]{2}))?)$",
  ].join(""),
  "iu",
);

function readIso(text: string): number | undefined {
  const parts = iso.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const { minute, second, fraction = "", sign } = parts;
  const numberOf = (part: string): number => Number(parts[part] ?? 0);
  // a fraction is one of the smallest unit that there is
  const unit = minute === undefined ? 3_600_000 : second === undefined ? 60_000 : 1000;
  const offset = (numberOf("hoursOff") * 60 + numberOf("minutesOff")) * 60_000;
  return (
    dayOf(numberOf) +
    numberOf("hour") * 3_600_000 +
    numberOf("minute") * 60_000 +
    numberOf("second") * 1000 +
    Math.floor(Number(`0.${fraction}`) * unit) +
    (sign === "-" ? offset : -offset)
  );
}

/** The beginning of a day that is named in its month, in its week or in its year. */
function dayOf(numberOf: (part: string) => number): number {
  const [year, month, week] = [numberOf("year"), numberOf("month"), numberOf("week")];
  if (month > 0) return Date.UTC(year, month - 1, numberOf("dayOfMonth"));
  if (week === 0) return Date.UTC(year, 0, numberOf("dayOfYear"));
  // the fourth of January is always in the first week, which begins on a Monday
  const fourth = Date.UTC(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * day;
  return monday + ((week - 1) * 7 + numberOf("dayOfWeek") - 1) * day;
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
