import type { ArchiveEntry } from "../../harness/given/archive.ts";

/** The file tree of an ordinary volume: text, binary and empty files in folders. */
export const ordinaryFiles: readonly ArchiveEntry[] = [
  { name: "README.md", content: "# A volume\n" },
  { name: "empty.txt", content: "" },
  { name: "src/index.js", content: "export const answer = 42;\n" },
  { name: "src/deep/er/still/module.js", content: "// nested\r\n" },
  { name: "src/deep/module.js", content: "// nested\n" },
  {
    name: "data/table.bin",
    content: Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7 + (index >> 8)) % 256),
  },
];
