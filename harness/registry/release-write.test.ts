import { expect, test } from "vitest";
import { readReleaseWrite } from "./release-write.ts";

const body = { version: "1.0.0" };

test.each([
  ["POST", "a", { kind: "create", path: "a", version: "1.0.0" }],
  ["POST", "@scope/a?access_token=x", { kind: "create", path: "@scope/a", version: "1.0.0" }],
  ["POST", "@scope/a/uploads/u%2F1/finalize", { kind: "finalize", path: "@scope/a", uploadId: "u/1" }],
  ["POST", "a/uploads/%zz/finalize", { kind: "finalize", path: "a", uploadId: "%zz" }],
  ["DELETE", "a/1.0.0%2Bb", { kind: "unpublish", path: "a", version: "1.0.0+b" }],
])("%s of %s is read from its path", (method, path, write) => {
  expect(readReleaseWrite(method, `/api/v1/volumes/${path}`, body)).toEqual(write);
});

test.each([
  ["GET", "/api/v1/volumes/a"],
  ["PATCH", "/api/v1/volumes/a"],
  ["DELETE", "/api/v1/volumes/a"],
  ["POST", "/api/v1/capabilities"],
  ["POST", "/api/v1/volumes/a/1.0.0/trust/uploads"],
  ["POST", "/elsewhere/api/v1/volumes/a/uploads/1/finalize"],
])("%s %s writes no release", (method, path) => {
  expect(readReleaseWrite(method, path, body)).toBeUndefined();
});
