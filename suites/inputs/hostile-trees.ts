/**
 * File trees with unusual traits. A registry may refuse a trait; if it accepts one, it must not change the tree. Traits that hardly any
 * registry refuses share a tree, since each archive costs requests.
 */
import type { ArchiveEntry } from "../../harness/given/archive.ts";
import { deriveBytes } from "../../harness/seed.ts";

/** What is unusual about a tree, and its files. */
export interface HostileTree {
  readonly trait: string;
  readonly files: readonly ArchiveEntry[];
  readonly gzipLevel?: 0;
  /** True for traits that many registries refuse. */
  readonly isOftenRefused?: true;
  /** Trees with one of its traits each, for a registry that refuses them together. */
  readonly parts?: readonly HostileTree[];
}

function toFiles(names: readonly string[]): readonly ArchiveEntry[] {
  return names.map((name, index) => ({ name, content: `${index}: ${name}\n` }));
}

const everyByte = Uint8Array.from({ length: 512 }, (_, index) => index % 256);

/** The names of a folder that holds another volume, whose manifest must not replace that of the release. */
function nestedManifest(manifestPath: string): readonly ArchiveEntry[] {
  return [
    { name: `examples/${manifestPath}`, content: 'name = "another-volume"\nversion = "9.9.9"\n' },
    { name: `examples/first/${manifestPath}`, content: "this is not TOML\n" },
  ];
}

/** Trees with names that a registry may only refuse where its archive profile is narrow. */
const namedTrees: readonly HostileTree[] = [
  {
    trait: "names beyond ASCII",
    files: toFiles([
      "docs/grüße 世界.md",
      "docs/Ελληνικά/🌍.txt",
      "docs/עברית.md",
      "docs/ﬁle.txt",
      "docs/ß.md",
    ]),
  },
  {
    trait: "names with punctuation",
    files: toFiles([
      "docs/with spaces (1).txt",
      "docs/100% sure.txt",
      "docs/percent%20twenty.txt",
      "docs/plus+and&and=.txt",
      "docs/hash#and-quote'.txt",
      "docs/[brackets] {braces}.txt",
      "docs/~tilde@at;semicolon,comma.txt",
      "docs/-starts-with-a-hyphen",
      "docs/no-extension",
      "docs/two.dots.tar.gz",
    ]),
  },
  {
    trait: "names that programs use",
    files: toFiles([
      "constructor",
      "__proto__",
      "toString/hasOwnProperty.js",
      "package.json",
      "node_modules/inner/index.js",
      "LICENSE",
      "pax_global_header.txt",
      "null",
      "0",
    ]),
  },
];

/** Trees with files that a tool may change or leave out. */
const changeableTrees: readonly HostileTree[] = [
  {
    trait: "hidden files",
    files: [
      ...toFiles([".hidden/config.yml", ".gitignore", ".npmignore", ".env", "src/.keep.js"]),
      { name: ".hidden/.keep", content: "" },
    ],
  },
  {
    trait: "contents that tools convert",
    files: [
      { name: "text/byte-order-mark.txt", content: "\ufeffstarts with a byte order mark\n" },
      { name: "text/crlf.txt", content: "one\r\ntwo\r\n" },
      { name: "text/carriage-returns.txt", content: "one\rtwo\r" },
      { name: "text/no-last-newline.txt", content: "no newline at the end" },
      { name: "text/spaces-at-the-end.txt", content: "spaces \t \n\n\n" },
      { name: "text/decomposed.txt", content: "cafe\u0301\n" },
      { name: "data/every-byte.bin", content: everyByte },
      { name: "data/zeros.bin", content: new Uint8Array(1024) },
      { name: "data/one-zero.bin", content: new Uint8Array(1) },
      { name: "data/inner.gz", content: Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0]) },
      { name: "text/again/crlf.txt", content: "one\r\ntwo\r\n" },
      { name: "empty.txt", content: "" },
      { name: "src/empty.js", content: "" },
    ],
  },
];

const equalNames: HostileTree = {
  trait: "names that are equal after Unicode normalization",
  files: toFiles(["docs/caf\u00e9.md", "docs/cafe\u0301.md", "docs/\u212b.md", "docs/\u00c5.md"]),
};

const similarNames: HostileTree = {
  trait: "names that some file systems do not tell apart, or do not have",
  files: toFiles([
    "docs/readme.md",
    "docs/README.md",
    "docs/ReadMe.md",
    "Docs/readme.md",
    "docs/co:lon.md",
    "docs/a|b?c*.md",
    "docs/ends-with-a-dot.",
    "docs/ends-with-a-blank ",
  ]),
};

const longPaths: HostileTree = {
  trait: "deep and long paths",
  files: [
    ...toFiles([
      `deep/${"d/".repeat(60)}file.txt`,
      `long/${"segment-of-a-path/".repeat(9)}file.txt`,
      // its first 100 characters are those of no other path: a registry that cuts paths there sees no duplicates
      `longer/${"segment-of-a-path/".repeat(20)}file.txt`,
      `${"n".repeat(150)}.txt`,
      `names/${"n".repeat(240)}.txt`,
    ]),
  ],
};

const controlCharacters: HostileTree = {
  trait: "names with a backslash or a line break",
  files: toFiles([
    "docs/back\\slash.md",
    "docs/two\nlines.md",
    "docs/t\tab.md",
    "docs/back\\",
    "docs/b\\ack/up.md",
  ]),
  isOftenRefused: true,
};

const manyFiles: HostileTree = {
  trait: "more than 256 files",
  files: Array.from({ length: 300 }, (_, index) => ({
    name: `many/${index % 7}/file-${index}.txt`,
    content: `${index}\n`,
  })),
};

const tarEntries: HostileTree = {
  trait: "./ before a path, an empty folder, modes and owners",
  files: [
    { name: "./dotted/notes.md", content: "as tar writes paths below the current folder\n" },
    { name: "empty-folder/", type: "directory", mode: 0o755 },
    { name: "bin/run.sh", content: "#!/bin/sh\nexit 0\n", mode: 0o755 },
    { name: "bin/read-only.txt", content: "read only\n", mode: 0o444 },
    { name: "old.txt", content: "from 1970\n", mtimeMs: 0 },
    {
      name: "owned.txt",
      content: "by somebody\n",
      owner: { uid: 1234, gid: 1234, uname: "somebody", gname: "people" },
    },
  ],
};

/** The bytes of a block: short enough that a compressor finds it again in the next one. */
const blockBytes = 16_384;

/**
 * Each block has the bytes of the one before except for its number, so that no part can be in the place of another. What is
 * downloaded takes little room in the recording. The bytes at the end are few, and no compressor makes them smaller.
 */
function numberedBlocks(size: number): Uint8Array {
  const block = deriveBytes(blockBytes, "large");
  const blocks = Array.from({ length: Math.ceil(size / blockBytes) }, (_, number) => {
    const copy = Buffer.from(block);
    copy.writeUInt32BE(number);
    return copy;
  });
  return Buffer.concat([...blocks, deriveBytes(2 * blockBytes, "large and random")]);
}

/** More than two mebibytes, also on the wire: the archive is not compressed. */
const largeTree: HostileTree = {
  trait: "more than two mebibytes",
  files: [{ name: "data/large.bin", content: numberedBlocks(2_110_000) }],
  gzipLevel: 0,
};

/** One tree with the traits of several. */
function unite(parts: readonly HostileTree[]): HostileTree {
  return {
    trait: parts.map(({ trait }) => trait).join(" and "),
    files: parts.flatMap(({ files }) => files),
    parts,
  };
}

/**
 * The trees, each with other traits. The order decides which version each has: see `hostile-volume.ts`.
 * @param manifestPath where the target's archives have their manifest
 */
export function hostileTrees(manifestPath: string): readonly HostileTree[] {
  const nested = { trait: "manifests in other folders", files: nestedManifest(manifestPath) };
  return [
    unite(namedTrees),
    equalNames,
    unite([...changeableTrees, nested]),
    manyFiles,
    tarEntries,
    similarNames,
    controlCharacters,
    longPaths,
    largeTree,
  ];
}
