import { expect, test } from "vitest";
import type { ArchiveEntry } from "../../harness/given/archive.ts";
import { describeDifference } from "./tree-difference.ts";

const plain: readonly ArchiveEntry[] = [
  { name: "a.txt", content: "alpha" },
  { name: "docs/é.txt", content: "beta" },
];

test.each([
  [
    [{ name: "a.txt", content: "alphb" }],
    '"a.txt", entry 1 of 2, has other content from byte 5 on (5 and 5 bytes)',
  ],
  [
    [{ name: "a.txt", content: "alphabet" }],
    '"a.txt", entry 1 of 2, has other content from byte 6 on (5 and 8 bytes)',
  ],
  [[{ name: "A.txt", content: "alpha" }], '"a.txt" is called "A.txt" in the other tree'],
])("says which file differs, and where: %j", (changed, words) => {
  expect(describeDifference(plain, [...changed, ...plain.slice(1)])).toBe(words);
});

test("tells names apart that look the same", () => {
  const decomposed = plain.map((entry) => ({ ...entry, name: entry.name.normalize("NFD") }));
  expect(describeDifference(plain, decomposed)).toBe(
    String.raw`"docs/\u{e9}.txt" is called "docs/e\u{301}.txt" in the other tree`,
  );
});

test("says where a link leads", () => {
  const linked = (linkname: string): readonly ArchiveEntry[] => [
    ...plain,
    { name: "link", type: "symlink", linkname },
  ];
  expect(describeDifference(linked("a.txt"), linked("b.txt"))).toBe(
    '"link" leads to "a.txt" and, in the other tree, to "b.txt"',
  );
});

test("says what is missing, what is added, and how much more differs", () => {
  expect(describeDifference(plain, plain.slice(1))).toBe('"a.txt" is only in the first tree');
  expect(describeDifference(plain.slice(1), plain)).toBe('"a.txt" is only in the other tree');
  const both = plain.map((entry) => ({ ...entry, content: "other" }));
  expect(describeDifference(plain, both)).toContain("; and 1 more");
  expect(describeDifference(plain, plain)).toBe("nothing but the packing differs");
});
