import { expect, test } from "vitest";
import { unusualArtifacts } from "./unusual-artifacts.ts";

const artifacts = unusualArtifacts(() => Buffer.from('{"version":1,"components":[]}'));

test("unusual artifacts are JSON, except the ones that say otherwise", () => {
  const texts = artifacts.map(({ bytes }) =>
    Buffer.from(bytes)
      .toString("utf8")
      .replace(/^\ufeff/, ""),
  );
  const isJson = texts.map((text) => {
    try {
      return typeof JSON.parse(text) === "object";
    } catch {
      return false;
    }
  });
  expect(isJson).toEqual([true, true, false, false, true, true, true, false]);
});

test("unusual artifacts have 64 KiB, and one byte more than twice as much", () => {
  const sizes = artifacts.map(({ bytes }) => bytes.length);
  expect(sizes).toContain(65_536);
  expect(sizes).toContain(131_073);
});

test("unusual artifacts differ from each other", () => {
  expect(new Set(artifacts.map(({ bytes }) => Buffer.from(bytes).toString("hex"))).size).toBe(
    artifacts.length,
  );
});
