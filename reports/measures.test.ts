import { describe, expect, it } from "vitest";
import { formatCount, formatCounted, formatDuration, formatSize } from "./measures.ts";

describe("measures", () => {
  it("writes durations in readable units", () => {
    expect([0, 340.4, 999, 1000, 59_949, 59_950, 72_400, 3_599_600, 7_440_000].map(formatDuration)).toEqual([
      "0 ms",
      "340 ms",
      "999 ms",
      "1.0 s",
      "59.9 s",
      "1 min 0 s",
      "1 min 12 s",
      "1 h 0 min",
      "2 h 4 min",
    ]);
  });

  it("writes sizes in readable units", () => {
    expect([0, 999, 1000, 999_949, 999_950].map(formatSize)).toEqual([
      "0 B",
      "999 B",
      "1.0 kB",
      "999.9 kB",
      "1.0 MB",
    ]);
  });

  it("writes counts with thousands separators and their nouns", () => {
    expect(formatCount(1_234_567)).toBe("1,234,567");
    expect(formatCounted(1, "request")).toBe("1 request");
    expect(formatCounted(2, "entry", "entries")).toBe("2 entries");
  });
});
