import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { buildArchive } from "./archive.ts";
import { readTree } from "./tree.ts";

/** A tar header by hand, with a size that no library would write. */
function toHeader(name: string, type: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write("0000644\u00000000000\u00000000000\u0000", 100);
  header.write(size.toString(8).padStart(11, "0"), 124);
  header.write("00000000000\u0000        ", 136);
  header.write(type, 156);
  header.write("ustar\u000000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\u0000 `, 148);
  return header;
}

test("a directory that states a size is passed over, and ends nothing", async () => {
  const tar = Buffer.concat([
    toHeader("folder/", "5", 356),
    toHeader("a", "0", 1),
    Buffer.from("x".padEnd(512, "\u0000")),
    Buffer.alloc(1024),
  ]);
  expect([...(await readTree(gzipSync(tar))).keys()]).toEqual(["a"]);
});

test.each([
  ["a file", () => Buffer.concat([toHeader("a", "0", 40 * 1024 * 1024), Buffer.alloc(40 * 1024 * 1024)])],
  ["nothing but zeros", () => Buffer.alloc(60 * 1024 * 1024)],
] as const)("an archive of %s that unpacks to more than our limit is refused", async (_name, make) => {
  await expect(readTree(gzipSync(make(), { level: 1 }))).rejects.toThrow(/unpacks to more than/);
});

test("an archive of more entries than our limit is refused", async () => {
  const archive = await buildArchive(
    Array.from({ length: 10_001 }, (_, index) => ({ name: `d${index}/`, type: "directory" as const })),
  );
  await expect(readTree(archive.bytes)).rejects.toThrow(/more than 10000 entries/);
});
