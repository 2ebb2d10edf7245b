import { expect, test } from "vitest";
import { readHar } from "./read-har.ts";

function archive(response: object): unknown {
  const request = {
    method: "get",
    url: "https://r.test/api/v1/search",
    headers: [{ name: ":path", value: "/" }],
  };
  return { log: { entries: [{ startedDateTime: "2026-01-01T00:00:00Z", time: 3, request, response }] } };
}

const headers = [{ name: "Content-Type", value: "application/json" }];

function read(response: object): unknown {
  return readHar(archive(response))?.[0]?.response;
}

test("a response is read, and fields of HTTP/2 framing are not", () => {
  const [exchange] = readHar(archive({ status: 200, headers, content: { size: 2, text: "{}" } })) ?? [];
  expect(exchange?.request).toEqual({ method: "GET", url: "https://r.test/api/v1/search", headers: [] });
  expect(exchange?.response).toEqual({
    status: 200,
    headers: [["Content-Type", "application/json"]],
    body: Buffer.from("{}"),
  });
});

test.each([
  ["without its body", { status: 200, headers, content: { size: 10 } }],
  ["with the beginning of its body", { status: 200, headers, content: { size: 10, text: "{" } }],
  ["that may have a body", { status: 200, headers, content: { size: 0 }, bodySize: -1 }],
  ["without header fields", { status: 200, headers: [], content: { size: 2, text: "{}" } }],
  ["that never came", { status: 0, headers: [], content: {} }],
  ["that is longer than any document", { status: 200, headers, content: { text: "x".repeat(4_194_305) } }],
])("a response %s is not judged", (_name, response) => {
  expect(read(response)).toHaveProperty("unusable");
});

test("an empty body and a base64 body are read", () => {
  expect(read({ status: 204, headers, content: { size: 0 } })).toHaveProperty("body", new Uint8Array());
  const content = { size: 2, text: "e30=", encoding: "base64" };
  expect(read({ status: 200, headers, content })).toHaveProperty("body", Buffer.from("{}"));
});

test("what is not an archive is not read", () => {
  expect(readHar({ entries: [] })).toBeUndefined();
});
