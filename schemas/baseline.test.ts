import { describe, expect, test } from "vitest";
import { baseline } from "./compiled/baseline.js";

const entry = {
  requirement: "finalize/bytes-have-arrived",
  verdict: "failed",
  reason: "Fixed in the next release",
  expires: "2027-02-28",
};

describe("baseline file", () => {
  test("accepts entries, none, and the schema's address", () => {
    expect(baseline({ entries: [] })).toBe(true);
    expect(
      baseline({ $schema: "./baseline.schema.json", entries: [entry, { ...entry, verdict: "skipped" }] }),
    ).toBe(true);
  });

  test.each([
    null,
    [],
    {},
    { entries: null },
    { entries: {} },
    { entries: [], extra: 1 },
    { entries: [null] },
  ])("refuses %j", (document) => {
    expect(baseline(document)).toBe(false);
  });

  test.each(Object.keys(entry))("requires %s, as text", (key) => {
    const { [key as keyof typeof entry]: _, ...rest } = entry;
    expect(baseline({ entries: [rest] })).toBe(false);
    for (const wrong of [null, 1, "", {}])
      expect(baseline({ entries: [{ ...entry, [key]: wrong }] })).toBe(false);
  });

  test.each(["passed", "warned", "errored", "Failed"])("accepts no verdict %j", (verdict) => {
    expect(baseline({ entries: [{ ...entry, verdict }] })).toBe(false);
  });

  test.each(["2027-02-29", "2027-13-01", "2027-2-1", "01.02.2027", "2027-02-01T00:00:00Z", "never"])(
    "accepts no expiry %j",
    (expires) => {
      expect(baseline({ entries: [{ ...entry, expires }] })).toBe(false);
    },
  );

  test("refuses unknown keys in an entry", () => {
    expect(baseline({ entries: [{ ...entry, note: "x" }] })).toBe(false);
  });
});
