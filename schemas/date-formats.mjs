/**
 * The formats `date` and `date-time` of our own files, as they are copied into the compiled validators: a library for the two would
 * bring five more packages with it. Each function stands by itself, since its text is what is copied.
 */

/** A day of RFC 3339, section 5.6, that the calendar has. */
export function isDate(text) {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/** A moment of RFC 3339, section 5.6; leap seconds, which no clock of ours gives, are not among them. */
export function isDateTime(text) {
  const [, day] =
    /^(\d{4}-\d\d-\d\d)[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.exec(
      text,
    ) ?? [];
  if (day === undefined) return false;
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
}

export const dateFormats = { date: isDate, "date-time": isDateTime };
