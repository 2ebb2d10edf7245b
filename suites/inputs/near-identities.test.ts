import { expect, test } from "vitest";
import { equalIn32Bits, nearScopes, nearVersions, nearVolumes } from "./near-identities.ts";

const label = /^[a-z0-9](?:-?[a-z0-9])*$/;

function valuesOf<T>(near: readonly { readonly value: T }[]): readonly T[] {
  return near.map(({ value }) => value);
}

test("scopes near another one are well-formed and different", () => {
  expect(valuesOf(nearScopes("acme-a"))).toEqual(["acme-ax", "acme", "cme-a", "a-cme-a"]);
  expect(valuesOf(nearScopes("a-b"))).toEqual(["a-bx", "a", "ab"]);
  expect(valuesOf(nearScopes("a"))).toEqual(["ax"]);
  const longest = "a".repeat(64);
  expect(valuesOf(nearScopes(longest))).toEqual([`${"a".repeat(63)}x`, "a".repeat(63), "a".repeat(63)]);
  expect(valuesOf(nearScopes(`${"a".repeat(63)}x`))[0]).toBe(`${"a".repeat(63)}y`);
});

test("volumes near another one are well-formed, and one has the other form", () => {
  const scoped = valuesOf(nearVolumes({ scope: "acme", segment: "tool-1" }, "acme"));
  expect(scoped).toEqual([
    { scope: "acme", segment: "tool-1x" },
    { scope: "acme", segment: "tool" },
    { segment: "tool-1" },
  ]);
  const unscoped = valuesOf(nearVolumes({ segment: "tool" }, "acme"));
  expect(unscoped.at(-1)).toEqual({ scope: "acme", segment: "tool" });
  for (const { segment } of [...scoped, ...unscoped]) expect(segment).toMatch(label);
});

test("versions near another one begin like it", () => {
  expect(valuesOf(nearVersions("1.0.0"))).toEqual(["1.0.10", "1.0.0-rc.1"]);
  expect(valuesOf(nearVersions("1.0.0-rc.1"))).toEqual(["1.0.0-rc.10", "1.0.0"]);
  expect(valuesOf(nearVersions("1.0.12"))).toEqual(["1.0.120", "1.0.1", "1.0.12-rc.1"]);
  expect(valuesOf(nearVersions("1.0.12+build.12"))).toEqual(["1.0.120", "1.0.1", "1.0.12-rc.1"]);
});

test("adds 2^32 to the patch number and keeps the rest of a version", () => {
  expect(equalIn32Bits("1.0.0")).toBe("1.0.4294967296");
  expect(equalIn32Bits("2.10.3-rc.1")).toBe("2.10.4294967299-rc.1");
});
