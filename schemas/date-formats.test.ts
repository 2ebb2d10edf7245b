import { fullFormats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isDate, isDateTime } from "./date-formats.mjs";

/** A second opinion; its `date-time` also takes a space for the `T`, offsets without a colon, and leap seconds. */
const { date: libraryDate, "date-time": libraryDateTime } = fullFormats;

function asks(format: unknown, text: string): boolean {
  const validate: unknown =
    typeof format === "object" && format !== null && "validate" in format ? format.validate : undefined;
  if (typeof validate !== "function") throw new Error("the library's format is not a function");
  return validate(text) === true;
}

test.each(["2026-02-28", "2028-02-29", "0001-01-01", "9999-12-31"])("%s is a date", (text) => {
  expect([isDate(text), asks(libraryDate, text)]).toEqual([true, true]);
});

test.each([
  "2026-02-29",
  "2026-02-30",
  "2026-04-31",
  "2026-13-01",
  "2026-00-10",
  "2026-1-1",
  "2026-01-01T",
  "",
])("%j is not a date", (text) => {
  expect([isDate(text), asks(libraryDate, text)]).toEqual([false, false]);
});

test.each(["2026-11-22T04:00:00Z", "2026-11-22T04:00:00.123456789z", "2026-11-22t23:59:59-23:59"])(
  "%s is a moment",
  (text) => {
    expect([isDateTime(text), asks(libraryDateTime, text)]).toEqual([true, true]);
  },
);

test.each([
  "2026-02-30T00:00:00Z",
  "2026-11-22T24:00:00Z",
  "2026-11-22T04:60:00Z",
  "2026-11-22T04:00:00",
  "2026-11-22",
])("%j is not a moment", (text) => {
  expect([isDateTime(text), asks(libraryDateTime, text)]).toEqual([false, false]);
});

test("every moment that the clock can give is one", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
      (moment) => {
        expect(isDateTime(moment.toISOString())).toBe(true);
        expect(isDate(moment.toISOString().slice(0, 10))).toBe(true);
      },
    ),
  );
});
