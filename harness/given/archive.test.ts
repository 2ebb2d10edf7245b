import fc from "fast-check";
import { gunzipSync, inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import {
  type ArchiveEntry,
  buildArchive,
  buildArchiveOfMembers,
  buildTar,
  renderManifest,
  toArchive,
} from "./archive.ts";
import { diffTrees, readPaths, readTree, toTree } from "./tree.ts";

const entries: readonly ArchiveEntry[] = [
  { name: "volume.toml", content: 'name = "x"\n' },
  { name: "empty", content: "" },
  { name: "nested/", type: "directory" },
  { name: "nested/deeper/ünïcode-文件.txt", content: "grüße" },
  { name: `${"long/".repeat(40)}name`, content: Uint8Array.from([0, 255, 128]) },
];

test("an archive reads back as the tree it was made from", async () => {
  const archive = await buildArchive(entries);
  expect(diffTrees(toTree(entries), await readTree(archive.bytes))).toEqual([]);
  expect(archive.size).toBe(archive.bytes.length);
  expect(archive.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
});

test("any tree survives", async () => {
  const segment = fc.stringMatching(/^[a-zA-Z0-9_ü文-]{1,20}$/u);
  const file = fc.record({
    name: fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => `f/${parts.join("/")}.x`),
    content: fc.uint8Array({ maxLength: 600 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(file, { selector: ({ name }) => name.normalize("NFC"), maxLength: 8 }),
      async (files) => {
        expect(diffTrees(toTree(files), await readTree((await buildArchive(files)).bytes))).toEqual([]);
      },
    ),
    { numRuns: 50 },
  );
});

test("the same description gives the same bytes, and packaging changes the bytes and not the tree", async () => {
  const [one, again, stored] = await Promise.all([
    buildArchive(entries),
    buildArchive(entries),
    buildArchive(entries, 0),
  ]);
  expect(one.digest).toBe(again.digest);
  expect(stored.digest).not.toBe(one.digest);
  expect(diffTrees(await readTree(one.bytes), await readTree(stored.bytes))).toEqual([]);
});

test("gzip members together hold the whole tar, and the first one holds the first entry", async () => {
  const { bytes, digest } = await buildArchiveOfMembers(entries);
  const tar = await buildTar(entries);
  expect(gunzipSync(bytes).equals(tar)).toBe(true);
  // what follows the first member is not read
  const first = inflateRawSync(bytes.subarray(10));
  expect(first.equals(tar.subarray(0, 1024))).toBe(true);
  expect(diffTrees(toTree(entries), await readTree(bytes))).toEqual([]);
  expect(digest).not.toBe((await buildArchive(entries)).digest);
});

test("links have paths and are not files", async () => {
  const { bytes } = await buildArchive([
    { name: "./a.txt", content: "a" },
    { name: "folder", type: "directory" },
    { name: "link.txt", type: "symlink", linkname: "a.txt" },
    { name: "hard.txt", type: "link", linkname: "a.txt" },
  ]);
  expect([...(await readPaths(bytes))]).toEqual(["a.txt", "link.txt", "hard.txt"]);
  expect([...(await readTree(bytes)).keys()]).toEqual(["a.txt"]);
});

test("what differs between two trees is named", () => {
  const expected = toTree([
    { name: "a", content: "1" },
    { name: "b", content: "2" },
  ]);
  const got = toTree([{ name: "./a", content: "1!" }, { name: "c" }]);
  expect(diffTrees(expected, got)).toEqual([
    '"a" differs from byte 2 on: "!" in place of the end (2 bytes, 1 were sent)',
    'no "b"',
    'a file "c" that was not uploaded',
  ]);
});

test("a file that is there under another name is named once, with letters that look alike escaped", () => {
  const tree = (name: string) => toTree([{ name, content: "1" }]);
  expect(diffTrees(tree("\ufb01le.txt"), tree("file.txt"))).toEqual([
    '"\\u{fb01}le.txt" is there as "file.txt"',
  ]);
  expect(diffTrees(toTree([{ name: "a" }]), toTree([{ name: "b" }]))).toEqual([
    'no "a"',
    'a file "b" that was not uploaded',
  ]);
});

test("a path in another Unicode normalization is the same path, unless both are there", () => {
  const [composed, decomposed] = ["caf\u00e9", "cafe\u0301"];
  const both = toTree([
    { name: composed, content: "1" },
    { name: decomposed, content: "2" },
  ]);
  expect(diffTrees(toTree([{ name: decomposed }]), toTree([{ name: composed }]))).toEqual([]);
  expect(diffTrees(both, both)).toEqual([]);
  // both names look the same
  expect(diffTrees(both, toTree([{ name: composed, content: "1" }]))).toEqual([String.raw`no "cafe\u{301}"`]);
});

test.each([
  ["no gzip and no tar", Buffer.from("hello ".repeat(200))],
  ["a truncated gzip", (await buildArchive(entries)).bytes.subarray(0, 60)],
])("%s is refused in plain words", async (_name, bytes) => {
  await expect(readTree(bytes)).rejects.toThrow();
});

test("an archive that unpacks to far too much is refused", async () => {
  const bomb = await buildArchive([{ name: "zeros", content: new Uint8Array(40 * 1024 * 1024) }], 9);
  await expect(readTree(bomb.bytes)).rejects.toThrow(/unpacks to more than/);
});

test("special entries are written as asked", async () => {
  const archive = await buildArchive([
    { name: "../escape", content: "x" },
    { name: "link", type: "symlink", linkname: "/etc/passwd" },
    { name: "device", type: "character-device" },
  ]);
  const tar = gunzipSync(archive.bytes).toString("latin1");
  expect(tar).toContain("../escape");
  expect(tar).toContain("/etc/passwd");
});

test("bytes that are no archive can be described as one", () => {
  expect(toArchive(Buffer.from("x"))).toMatchObject({ size: 1, entries: [] });
});

test("a manifest template gets the release's identity", () => {
  const release = { volume: { scope: "acme", segment: "tool" }, version: "1.2.3" };
  expect(renderManifest("{{name}} {{segment}} {{scope}} {{version}} {{other}}", release)).toBe(
    "@acme/tool tool acme 1.2.3 {{other}}",
  );
});
