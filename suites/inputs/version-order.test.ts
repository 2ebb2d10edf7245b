import { expect, test } from "vitest";
import { compare } from "semver";
import { assert, property } from "fast-check";
import { compareVersions, isStable } from "./version-order.ts";
import { versions } from "./versions.ts";

test("Versions have the order of SemVer", () => {
  const ordered = [
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-rc.2",
    "1.0.0-rc.10",
    "1.0.0",
    "1.9.0",
    "1.10.0",
  ];
  expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
  expect(compareVersions("1.0.0+a", "1.0.0+b-1")).toBe(0);
  expect([isStable("1.0.0+a-b"), isStable("1.0.0-a")]).toEqual([true, false]);
});

test("The order agrees with another implementation", () => {
  assert(property(versions(), versions(), (a, b) => Math.sign(compareVersions(a, b)) === compare(a, b)));
});
