import { expect, test } from "vitest";
import { findOdd, toPattern } from "./odd-addresses.ts";

const noted = { exchange: "a#0", requestUrl: "http://registry.example/", startedAtMs: 0, endedAtMs: 0 };

function address(reference: string, name: string, version: string) {
  return { ...noted, reference, member: "/url", name, version, ids: ["upload_1"] };
}

const usual = ["1.0.0", "1.0.0-rc.1", "2.0.0+b"].flatMap((version) => [
  address(`/v/plain/${version}`, "plain", version),
  address(`/v/@scope/plain/${encodeURIComponent(version)}`, "@scope/plain", version),
]);

test("addresses that are built alike have one pattern, in both forms of names and in any encoding", () => {
  expect(new Set(usual.map(toPattern))).toEqual(new Set(["http://registry.example/v/{name}/{version}"]));
  expect(toPattern(address("../v/%40scope%2Fplain/1.0.0", "@scope/plain", "1.0.0"))).toBe(
    "http://registry.example/v/{name}/{version}",
  );
});

test("ids are no part of a pattern, with delimiters or without", () => {
  const patterns = ["upload_1", "urn:upload/1", "7"].map((id) =>
    toPattern({ ...address(`/u7/${id}?n=8d0f1c2b`, "plain", "1.0.0"), ids: [id] }),
  );
  expect(new Set(patterns)).toEqual(new Set(["http://registry.example/u7/{id}?n={id}"]));
});

test.each([
  ["another version", "/v/plain/1.0.1"],
  ["another volume", "/v/other/1.0.0"],
  ["a longer path", "/v/plain/1.0.0/more"],
  ["a malformed escape", "/v/plain/1.0.0%"],
])("an address with %s stands out", (_, reference) => {
  const odd = address(reference, "plain", "1.0.0");
  expect(findOdd([...usual, odd])).toEqual([odd]);
});

test("of each of the two rarest patterns, one address is followed", () => {
  const many = ["/b/1", "/b/2", "/a", "/c/d", "/c/d", "/c/d"].map((one) => address(one, "x", "3.0.0"));
  const found = findOdd([...usual, ...usual, ...many]);
  expect(found?.map(({ reference }) => reference)).toEqual(["/a", "/b/1"]);
});

test("nothing stands out where every address is built alike, and opaque addresses have nothing in common", () => {
  expect(findOdd(usual)).toEqual([]);
  expect(findOdd(["/qx", "/wz", "/fp"].map((one) => address(one, "plain", "1.0.0")))).toBeUndefined();
});
