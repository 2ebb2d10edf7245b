import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Exchange } from "../../../../schemas/report.ts";
import { encodeSegment } from "../../../exchange/volume.ts";
import { areAlike } from "./alike.ts";
import { exchange } from "./made-up-exchange.test.fixture.ts";
import { readEvents } from "./release-events.ts";

const digest = (letter: string): string => `sha256:${letter.repeat(64)}`;

function create(volume: string, sent: object, path = `volumes/${volume}`): Exchange {
  return exchange(`create ${volume}`, {
    operation: "createReleaseUpload",
    method: "POST",
    path,
    sent,
    status: 201,
    body: { uploadId: `id-${volume}`, upload: { url: `https://bytes.test/${volume}` } },
  });
}

function areAlikeAlone(one: Exchange, other: Exchange): boolean {
  return areAlike(one, other, readEvents([one, other]));
}

test("names, versions, digests, ids and small differences of size make no difference", () => {
  const one = create("@scope/named", {
    version: "1.0.0",
    declaredDigest: digest("a"),
    declaredSize: 297,
    note: "of @scope/named",
  });
  const other = create("plain", {
    version: "1.1.0-rc.1",
    declaredDigest: digest("b"),
    declaredSize: 310,
    note: "of plain",
  });
  expect(areAlikeAlone(one, other)).toBe(true);
});

test("an id that the registry did not give is what is tried", () => {
  const right = { version: "1.0.0", declaredDigest: digest("a"), declaredSize: 297 };
  const made = create("v", right);
  const finalize = (id: string): Exchange =>
    exchange(`finalize ${id}`, {
      operation: "finalizeReleaseUpload",
      method: "POST",
      path: `volumes/v/uploads/${id}/finalize`,
      status: 404,
    });
  const [one, other] = [finalize("unknown"), finalize("unknown-too")];
  expect(areAlike(one, other, readEvents([made, one, other]))).toBe(false);
  const [own, again] = [finalize("id-v"), finalize("id-v")];
  expect(areAlike(own, again, readEvents([made, own, again]))).toBe(true);
});

test("a value that is wrong in one of them, or wrong in another way, makes one", () => {
  const right = { version: "1.0.0", declaredDigest: digest("a"), declaredSize: 297 };
  const one = create("@scope/named", right);
  for (const wrong of [
    { declaredDigest: `${digest("b")}\n` },
    { declaredSize: 2 ** 53 - 1 },
    { declaredSize: null },
    { declaredSize: "297" },
  ])
    expect(areAlikeAlone(one, create("plain", { ...right, ...wrong })), JSON.stringify(wrong)).toBe(false);
  // neither is a version: each is wrong in its own way
  const versions = ["1.0", "v1.0.0"].map((version, place) =>
    create(["@scope/named", "plain"][place] ?? "", { ...right, version }),
  ) as [Exchange, Exchange];
  expect(areAlikeAlone(...versions)).toBe(false);
  expect(areAlikeAlone(one, create("plain", right, "volumes/plain%00"))).toBe(false);
  // what only one has is told by its name
  expect(areAlikeAlone(one, create("plain", { ...right, mediaType: "application/gzip" }))).toBe(true);
  const search = (query: string): Exchange =>
    exchange(query, { operation: "searchVolumes", path: `search?${query}` });
  expect(areAlikeAlone(search("limit=1&offset=2"), search("limit=1&offset=2000"))).toBe(false);
  expect(areAlikeAlone(search("limit=1"), search("limit=1&offset=2000"))).toBe(true);
});

test("two finalize requests are alike if the uploaded files are, but for the names in them", () => {
  function upload(volume: string, id: string): readonly Exchange[] {
    const bytes = gzipSync(`volume.toml\x000000644\x00id = "${id}"\nversion = "1.0.0"\n\x00`);
    const made = exchange(`PUT ${volume}`, {
      operation: "transferBytes",
      method: "PUT",
      path: "",
      sent: "bytes",
    });
    const body = {
      size: bytes.length,
      digest: `sha256:${volume} ${id}`,
      base64: bytes.toString("base64"),
    };
    return [
      create(volume, { version: "1.0.0" }),
      { ...made, request: { ...made.request, url: `https://bytes.test/${volume}`, body } },
      exchange(`finalize ${volume}`, {
        operation: "finalizeReleaseUpload",
        method: "POST",
        path: `volumes/${volume}/uploads/id-${encodeSegment(volume)}/finalize`,
      }),
    ];
  }
  const finalizeAlike = (one: readonly Exchange[], other: readonly Exchange[]): boolean => {
    const [a, b] = [one.at(-1), other.at(-1)];
    return a !== undefined && b !== undefined && areAlike(a, b, readEvents([...one, ...other]));
  };
  const plain = upload("plain", "plain");
  expect(finalizeAlike(plain, upload("@scope/named", "@scope/named"))).toBe(true);
  expect(finalizeAlike(plain, upload("@scope/named", "named"))).toBe(false);
});

test("a coding of the body makes a difference", () => {
  const right = { version: "1.0.0", declaredDigest: digest("a"), declaredSize: 297 };
  const plain = create("v", right);
  const coded: Exchange = {
    ...plain,
    request: { ...plain.request, headers: [["Content-Encoding", "unknown"]] },
  };
  expect(areAlikeAlone(plain, coded)).toBe(false);
  expect(areAlikeAlone(coded, coded)).toBe(true);
});
