import { expect, test } from "vitest";
import { compareVersions, isPrerelease } from "./version-order.ts";

test("versions are ordered as SemVer's own example orders them, and past 2^53", () => {
  const ordered = [
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "2.0.0",
    "10.0.0",
    "99999999999999999998.0.0",
    "99999999999999999999.0.0",
  ];

  expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
  expect(compareVersions("1.0.0+a", "1.0.0+b-c")).toBe(0);
  expect([isPrerelease("1.0.0+b-c"), isPrerelease("1.0.0-a")]).toEqual([false, true]);
});
