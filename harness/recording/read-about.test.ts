import { expect, test } from "vitest";
import { findBaseUrls } from "../traffic/find-base-urls.ts";
import { nameOperation, readAddress, readVersion } from "./read-about.ts";
import { toReleaseWrite } from "../exchange/release-write.ts";

const base = "https://r.test/registry";

test.each([
  ["GET", "/api/v1/search?limit=2", "searchVolumes"],
  ["GET", "/api/v1/volumes/@a/b/1.0.0", "getRelease"],
  ["GET", "/api/v1/volumes/%40a/b/1.0.0", "getRelease"],
  ["GET", "/api/v1/volumes/b/1.0.0", "getRelease"],
  ["POST", "/api/v1/volumes/@a/b", "createReleaseUpload"],
  ["POST", "/api/v1/volumes/b/uploads/u-1/finalize", "finalizeReleaseUpload"],
  ["POST", "/api/v1/volumes/@a/b/1.0.0/trust/uploads/u-1/finalize", "finalizeTrustUpload"],
  ["DELETE", "/api/v1/volumes/b/1.0.0", "unpublishVersion"],
])("%s %s is %s", (method, path, operation) => {
  expect(nameOperation(method, `${base}${path}`, base)).toBe(operation);
});

test.each([
  ["HEAD", "/api/v1/search"],
  ["GET", "/api/v1/volumes/@a/b"],
  ["GET", "/api/v1/search/"],
  ["GET", "/api/v2/search"],
  ["DELETE", "/api/v1/volumes/@a/b/1.0.0"],
  ["GET", "/api/v1/volumes/a/../1.0.0"],
  ["GET", "/api/v1/volumes/%2E%2e/1.0.0"],
  ["GET", "/api/v1/volumes/./1.0.0"],
])("%s %s is for no endpoint", (method, path) => {
  expect(nameOperation(method, `${base}${path}`, base)).toBeUndefined();
});

test("a request to another registry is for no endpoint of this one", () => {
  expect(nameOperation("GET", "https://other.test/api/v1/search", base)).toBeUndefined();
});

test("base URLs are found by the requests for endpoints", () => {
  const urls = [
    `${base}/api/v1/search`,
    `${base}/api/v1/capabilities`,
    "https://s.test/api/v1/other",
    "https://s.test/",
  ];
  expect([...findBaseUrls(urls.map((url) => ({ method: "GET", url })))]).toEqual([[base, 2]]);
});

const body = { version: "1.0.0" };

test.each([
  ["POST", "a", { kind: "create", path: "a", version: "1.0.0" }],
  ["POST", "@scope/a?access_token=x", { kind: "create", path: "@scope/a", version: "1.0.0" }],
  ["POST", "@scope/a/uploads/u%2F1/finalize", { kind: "finalize", path: "@scope/a", uploadId: "u/1" }],
  ["POST", "a/uploads/%zz/finalize", { kind: "finalize", path: "a", uploadId: "%zz" }],
  ["DELETE", "a/1.0.0%2Bb", { kind: "unpublish", path: "a", version: "1.0.0+b" }],
])("%s of %s is a write of a release", (method, path, write) => {
  const names = readAddress(method, `/api/v1/volumes/${path}`, "");
  expect(toReleaseWrite({ ...names, ...readVersion(names, body) })).toEqual(write);
});

test.each([
  ["GET", "/api/v1/volumes/a"],
  ["PATCH", "/api/v1/volumes/a"],
  ["DELETE", "/api/v1/volumes/a"],
  ["POST", "/api/v1/capabilities"],
  ["POST", "/api/v1/volumes/a/1.0.0/trust/uploads"],
  ["POST", "/elsewhere/api/v1/volumes/a/uploads/1/finalize"],
])("%s %s writes no release", (method, path) => {
  expect(toReleaseWrite(readAddress(method, path, ""))).toBeUndefined();
});
