import { expect, test } from "vitest";
import { inAnotherLayout } from "./json-layout.ts";

test("another layout is the same value in other words", () => {
  const body = { version: "1.2.3", mediaType: "application/gzip", declaredSize: 5, format: { name: "a/b" } };
  const text = inAnotherLayout(body);

  expect(JSON.parse(text)).toEqual(body);
  expect(text).toContain(String.raw`"\u0031.2.3"`);
  expect(text).toContain(String.raw`\/`);
  expect(text.indexOf("format")).toBeLessThan(text.indexOf("version"));
});
