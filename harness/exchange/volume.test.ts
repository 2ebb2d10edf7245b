import { expect, test } from "vitest";
import { encodeSegment, toFullName, toPurl, toVolume, toVolumePath } from "./volume.ts";

test.each([
  [{ segment: "tool" }, "tool", "tool", "pkg:volume/tool@1.0.0"],
  [{ scope: "acme", segment: "tool" }, "@acme/tool", "@acme/tool", "pkg:volume/%40acme/tool@1.0.0"],
])("%j has its name, path and purl", (volume, name, path, purl) => {
  expect(toFullName(volume)).toBe(name);
  expect(toVolume(name)).toEqual(volume);
  expect(toVolumePath(volume)).toBe(path);
  expect(toPurl({ volume, version: "1.0.0" })).toBe(purl);
});

test.each([
  ["a b", "a%20b"],
  ["a/b", "a%2Fb"],
  ["..", "%2E%2E"],
  [".", "%2E"],
  ["1.0.0+a", "1.0.0+a"],
  ["~:@=+$&;,!'()*", "~:@=+$&;,!'()*"],
  ["%40", "%2540"],
  ["ü", "%C3%BC"],
  ["?#", "%3F%23"],
  ["half a pair \ud800", "half%20a%20pair%20%EF%BF%BD"],
])("the path segment %j is sent as %s", (text, encoded) => {
  expect(encodeSegment(text)).toBe(encoded);
});
