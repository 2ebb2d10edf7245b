import { expect, test } from "vitest";
import type { Exchange } from "../../../schemas/report.ts";
import { findGivenAddress, findGiverOfOther } from "./given-addresses.ts";

const refused = "not sent: no request for transferBytes: cannot connect: connect ECONNREFUSED 127.0.0.1:80";

function exchange(id: string, url: string, more: Partial<Exchange>): Exchange {
  return {
    id,
    actor: "a",
    operation: "createReleaseUpload",
    request: { method: "POST", url, headers: [] },
    startedAtMs: 0,
    durationMs: 1,
    ...more,
  };
}

function answering(id: string, text: string, startedAtMs = 0): Exchange {
  const body = { size: text.length, digest: "", text };
  return exchange(id, "http://registry.test:8080/api/v1/volumes/tool", {
    response: { status: 201, headers: [], body },
    startedAtMs,
  });
}

const silent = exchange("a#1", "http://registry.test/bytes/1?signature=~redacted.signature~", {
  failure: refused,
  startedAtMs: 5,
});
const intent = answering("a#0", '{"upload":{"url":"http://registry.test/bytes/1?signature=x"}}');

test("the response that gave the address is found, with the member", () => {
  expect(findGivenAddress(silent, [silent, intent])).toEqual({
    giver: intent,
    member: "upload.url",
    url: "http://registry.test/bytes/1",
    failure: "connect ECONNREFUSED 127.0.0.1:80",
  });
});

test("an item of a list is named by its member", () => {
  const rows = answering("a#0", '{"items":[{"release":{"url":"http://registry.test/bytes/1"}}]}');
  expect(findGivenAddress(silent, [rows])?.member).toBe("items.release.url");
});

const own = "http://registry.test:8080/bytes/1";

test.each<[string, Exchange, Exchange]>([
  [
    "the registry itself is silent",
    exchange("a#1", own, { failure: refused, startedAtMs: 5 }),
    answering("a#0", `{"upload":{"url":"${own}"}}`),
  ],
  ["the address came later", silent, { ...intent, startedAtMs: 9 }],
  ["the suite did not try", { ...silent, failure: "not sent: the address is private" }, intent],
  [
    "no response has the address",
    silent,
    answering("a#0", '{"upload":{"url":"http://registry.test/bytes/11"}}'),
  ],
])("nothing is found where %s", (_, one, giver) => {
  expect(findGivenAddress(one, [giver])).toBeUndefined();
});

test("a relative address is found in the response that it belongs to", () => {
  const followed = exchange("a#2", "http://registry.test:8080/api/v1/volumes/down/1.0.0?from=row", {
    operation: "transferBytes",
    startedAtMs: 5,
  });
  const others = answering("a#0", '{"release":{"url":"1.0.0"},"other":"/api/v1/volumes/down/1.0.1"}');
  const rows = answering("a#1", '{"items":[{"release":{"url":"down/1.0.0"}}]}');
  expect(findGiverOfOther(followed, [others, rows], [])).toEqual({
    giver: rows,
    member: "items.release.url",
    url: "down/1.0.0",
  });
});

test.each([
  ["as a client builds it", "@scope/down/1.0.0%2Ba", undefined],
  ["with the slash of the name encoded", "@scope%2Fdown/1.0.0", "items.release.url"],
  ["with an encoded name", "%40scope/down/1.0.0", "items.release.url"],
  ["below another path", "down/1.0.0/metadata", "items.release.url"],
])("an address of metadata that is written %s", (_, path, member) => {
  const reference = `/api/v1/volumes/${path}`;
  const rows = answering("a#1", JSON.stringify({ items: [{ release: { url: reference } }] }));
  const followed = exchange("a#2", `http://registry.test:8080${reference}`, {
    operation: "getRelease",
    startedAtMs: 5,
  });

  expect(findGiverOfOther(followed, [rows], [])?.member).toBe(member);
});

test("of two documents that give an address, the one is told that the requirement is about", () => {
  const result = answering("a#0", '{"detailUrl":"/bytes/1"}');
  const rows: Exchange = {
    ...answering("a#1", '{"items":[{"release":{"url":"/bytes/1"}}]}'),
    operation: "getVersionIndex",
  };
  const followed = exchange("a#2", own, { operation: "transferBytes", startedAtMs: 5 });

  expect(findGiverOfOther(followed, [result, rows], ["getVersionIndex"])?.member).toBe("items.release.url");
  expect(findGiverOfOther(followed, [result, rows], ["getTrustDetail"])?.member).toBe("detailUrl");
});

test("an address of a volume that the run does not know was given, too", () => {
  const url = "http://registry.test:8080/api/v1/volumes/tool/1.0.0";
  const read = exchange("a#1", url, {
    operation: "getRelease",
    about: { operation: "getRelease", volume: { segment: "tool" }, version: "1.0.0" },
    startedAtMs: 5,
  });
  const index: Exchange = {
    ...answering("a#0", `{"items":[{"release":{"url":"${url}"}}]}`),
    operation: "getVersionIndex",
    about: { operation: "getVersionIndex", volume: { scope: "acme", segment: "tool" } },
  };
  const create: Exchange = {
    ...answering("a#2", "{}"),
    about: { operation: "createReleaseUpload", volume: { segment: "tool" } },
  };

  expect(findGiverOfOther(read, [index, read], ["getVersionIndex"])?.member).toBe("items.release.url");
  expect(findGiverOfOther(read, [index, read, create], ["getVersionIndex"])).toBeUndefined();
});
