import { expect, test } from "vitest";
import { findBaseUrls, nameOperation } from "./name-operation.ts";

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
