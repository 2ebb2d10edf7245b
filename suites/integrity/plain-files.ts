/** The files of the plain trees of a series, which its variants change. */
import type { ArchiveEntry } from "../../harness/given/archive.ts";
import { deriveBytes } from "../../harness/seed.ts";

/** A line of 8 KiB without its number: a compressor finds it again in the next line. */
const largeText = Buffer.from(deriveBytes(6144, "integrity"))
  .toString("base64")
  .slice(0, 8192 - 5);

/** Long enough that a digest of the first block alone misses its end; compressed, the archive stays below 64 KiB. */
const long = "All work and no play makes a dull archive.\n".repeat(2048);

/** The files of the plain tree. If the registry accepts unusual ones, those of the hostile trees come after them. */
export const plainFiles: readonly ArchiveEntry[] = [
  { name: "a.txt", content: "alpha\n" },
  { name: "docs/b.txt", content: "beta\n" },
  { name: "docs/c.txt", content: "ab" },
  { name: "docs/c1.txt", content: "c" },
  { name: "docs/join", content: "ed\n" },
  { name: "docs/long.txt", content: long },
];

/**
 * Takes the place of the long file: 17 times 64 KiB, so that a digest of the first mebibyte misses its end, as one without full blocks does.
 * Each line has 8 KiB, and the text of the line before it: compressed, the archive stays below 64 KiB.
 */
export const largeFile: ArchiveEntry = {
  name: "docs/long.txt",
  content: Array.from({ length: 17 * 8 }, (_, number) => `${100 + number} ${largeText}\n`).join(""),
};

/** The first of them: for a registry whose archive profile is narrow. */
export const singleFile: readonly ArchiveEntry[] = plainFiles.slice(0, 1);

/** The files of several trees, each path once. */
export function uniteFiles(...trees: readonly (readonly ArchiveEntry[])[]): readonly ArchiveEntry[] {
  return [...new Map(trees.flat().map((entry) => [entry.name, entry])).values()];
}
