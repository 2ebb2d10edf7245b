import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { readHttpDate, readTimestamp } from "./moments.ts";

const moment = Date.UTC(2026, 10, 21, 10, 0, 1);

// a zone can be set for a whole process only
test.each(["Asia/Tokyo", "America/Los_Angeles"])("texts mean the same in the zone %s", (zone) => {
  const compiled = new URL("../../dist/harness/exchange/moments.js", import.meta.url).href;
  const code = `
    const { readHttpDate, readTimestamp } = await import(${JSON.stringify(compiled)});
    console.log(JSON.stringify([
      readHttpDate("Sat, 21 Nov 2026 10:00:01 GMT"),
      readHttpDate("Saturday, 21-Nov-26 10:00:01 GMT"),
      readHttpDate("Sat Nov 21 10:00:01 2026"),
      readTimestamp("2026-11-21T10:00:01Z"),
      readTimestamp("2026-11-21T12:00:01.000+02:00"),
    ]))`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", code], {
    env: { ...process.env, TZ: zone },
    encoding: "utf8",
  });

  expect(JSON.parse(printed)).toEqual(Array.from({ length: 5 }, () => moment));
});

test.each([
  "20261121T100001Z",
  "20261121T120001+02",
  "2026-11-21T10:00:01,000Z",
  "2026-11-21T12:00:01+02",
  "2026-W47-6T10:00:01Z",
  "2026W476T100001Z",
  "2026-325T06:30:01-03:30",
  "2026325T100001.0009Z",
  "2026-11-21T10:00:00.99999Z",
  "2026-11-21T10:00:00,9999Z",
])("%s is a moment of ISO 8601", (text) => {
  const read = readTimestamp(text) ?? NaN;

  expect(Math.abs(read - moment)).toBeLessThan(2);
});

test("fractions of hours and minutes, and the last week of a year", () => {
  expect(readTimestamp("2026-11-21T10,5Z")).toBe(Date.UTC(2026, 10, 21, 10, 30));
  expect(readTimestamp("2026-11-21T10:30.5Z")).toBe(Date.UTC(2026, 10, 21, 10, 30, 30));
  expect(readTimestamp("2026-W53-5T00:00:00Z")).toBe(Date.UTC(2027, 0, 1));
  expect(readTimestamp("2021-W01-1T00:00:00Z")).toBe(Date.UTC(2021, 0, 4));
  expect(readTimestamp("2016-12-31T15:59:60-08:00")).toBe(Date.UTC(2017, 0, 1));
});

test("what names no moment is none", () => {
  expect(readTimestamp("2026-13-21T10:00:01,0Z")).toBeUndefined();
  expect(readTimestamp("2026-W54-1T10:00:01Z")).toBeUndefined();
  expect(readTimestamp("2026-11-21T10:00:01")).toBeUndefined();
  expect(readTimestamp("2026-11-21")).toBeUndefined();
  expect(readTimestamp("a day T Z")).toBeUndefined();
  expect(readTimestamp()).toBeUndefined();
  expect(readHttpDate("2026-11-21T10:00:01Z")).toBeUndefined();
  expect(readHttpDate("Soon")).toBeUndefined();
  expect(readHttpDate()).toBeUndefined();
});
