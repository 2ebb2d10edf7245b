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

test("what names no moment is none", () => {
  expect(readTimestamp("2026-11-21T10:00:01")).toBeUndefined();
  expect(readTimestamp("2026-11-21")).toBeUndefined();
  expect(readTimestamp("a day T Z")).toBeUndefined();
  expect(readTimestamp()).toBeUndefined();
  expect(readHttpDate("2026-11-21T10:00:01Z")).toBeUndefined();
  expect(readHttpDate("Soon")).toBeUndefined();
  expect(readHttpDate()).toBeUndefined();
});
