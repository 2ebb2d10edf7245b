/** The trees that are published under one identity: a plain one, and others that differ from it in one thing. */
import type { ArchiveEntry } from "../../harness/given/archive.ts";

/** How a variant differs from the plain archive. */
export interface Variant {
  /** Undefined if the plain tree does not have what it changes. */
  readonly entries?: (plain: readonly ArchiveEntry[]) => readonly ArchiveEntry[] | undefined;
  readonly gzipLevel?: 0 | 1 | 6 | 9;
  /** The path of its link. A registry may refuse links, or serve none. */
  readonly link?: string;
  /** The variant from which it differs, if that is not the plain archive. */
  readonly base?: VariantName;
}

/** Changes the files with these names. */
function replacing(...changes: readonly (readonly [name: string, entry: Partial<ArchiveEntry>])[]): Variant {
  const byName = new Map(changes);
  return {
    entries: (plain) =>
      changes.every(([name]) => plain.some((entry) => entry.name === name))
        ? plain.map((entry) => ({ ...entry, ...byName.get(entry.name) }))
        : undefined,
  };
}

/** Changes one byte of the file whose name matches: the one at this position, counted from the end if it is negative. */
function flippingByte(name: RegExp, position: number): Variant {
  return {
    entries: (plain) => {
      const file = plain.find((entry) => name.test(entry.name));
      if (file === undefined) return undefined;
      const content = Buffer.from((file.content ?? "") as string);
      const place = position < 0 ? content.length + position : position;
      content[place] = (content[place] ?? 0) ^ 1;
      return plain.map((entry) => (entry === file ? { ...entry, content: new Uint8Array(content) } : entry));
    },
  };
}

/** Gives the file whose name matches another name. */
function renaming(name: RegExp, rename: (name: string) => string): Variant {
  return {
    entries: (plain) => {
      const file = plain.find((entry) => name.test(entry.name));
      if (file === undefined) return undefined;
      return plain.map((entry) => (entry === file ? { ...entry, name: rename(entry.name) } : entry));
    },
  };
}

/** Gives another name to a folder. */
function moving(folder: string, other: string): Variant {
  return {
    entries: (plain) =>
      plain.some(({ name }) => name.startsWith(folder))
        ? plain.map((entry) =>
            entry.name.startsWith(folder)
              ? { ...entry, name: `${other}${entry.name.slice(folder.length)}` }
              : entry,
          )
        : undefined,
  };
}

/** Exchanges the contents of two files. */
function swapping(first: string, second: string): Variant {
  return {
    entries: (plain) => {
      const [one, other] = [first, second].map((name) => plain.find((entry) => entry.name === name));
      if (one === undefined || other === undefined) return undefined;
      return plain.map((entry) => {
        if (entry === one) return { ...other, name: one.name };
        return entry === other ? { ...one, name: other.name } : entry;
      });
    },
  };
}

function adding(entry: ArchiveEntry): Variant {
  return { entries: (plain) => [...plain, entry] };
}

const linkName = "link.txt";

/** Adds a link to the file with this name. */
function linking(type: "symlink" | "link", linkname: string, base?: VariantName): Variant {
  return {
    entries: (plain) =>
      plain.some(({ name }) => name === linkname)
        ? [...plain, { name: linkName, type, linkname }]
        : undefined,
    link: linkName,
    ...(base === undefined ? {} : { base }),
  };
}

function removing(name: string): Variant {
  return {
    entries: (plain) =>
      plain.some((entry) => entry.name === name) ? plain.filter((entry) => entry.name !== name) : undefined,
  };
}

function everywhere(change: Partial<ArchiveEntry>): Variant {
  return { entries: (plain) => plain.map((entry) => ({ ...entry, ...change })) };
}

/** Reverses the entries after the manifest, which stays first. */
function reversed([manifest, ...rest]: readonly ArchiveEntry[]): readonly ArchiveEntry[] {
  return [...(manifest === undefined ? [] : [manifest]), ...rest.toReversed()];
}

/** Adds a comment to the manifest, the first entry. */
function commented([manifest, ...rest]: readonly ArchiveEntry[]): readonly ArchiveEntry[] | undefined {
  if (typeof manifest?.content !== "string") return undefined;
  return [{ ...manifest, content: `${manifest.content}\n# a comment\n` }, ...rest];
}

const oldTimes: Partial<ArchiveEntry> = { mtimeMs: 1_000_000_000_000 };

/** The variants, by their difference from the plain archive. */
export const variants: Readonly<Record<string, Variant>> = {
  repacked: { entries: (plain) => reversed(plain).map((entry) => ({ ...entry, ...oldTimes })), gzipLevel: 1 },
  again: {},
  order: { entries: reversed },
  level: { gzipLevel: 1 },
  times: everywhere(oldTimes),
  byte: replacing(["a.txt", { content: "alphb\n" }]),
  tail: flippingByte(/^docs\/long\.txt$/, -2),
  manifest: { entries: commented },
  "binary byte": flippingByte(/^data\/every-byte\.bin$/, 250),
  "trailing zero": replacing(["data/one-zero.bin", { content: new Uint8Array(2) }]),
  "byte order mark": replacing(["text/byte-order-mark.txt", { content: "starts with a byte order mark\n" }]),
  "line end": replacing(["text/crlf.txt", { content: "one\r\ntwo\n" }]),
  "last newline": replacing(["text/no-last-newline.txt", { content: "no newline at the end\n" }]),
  "space at the end": replacing(["text/spaces-at-the-end.txt", { content: "spaces \t\n\n\n" }]),
  "decomposed content": replacing(["text/decomposed.txt", { content: "caf\u00e9\n" }]),
  "byte of a hidden file": flippingByte(/^\.gitignore$/, 0),
  "byte of a file in a hidden folder": flippingByte(/^\.hidden\/config\.yml$/, 0),
  "byte of the last of many files": flippingByte(/^many\/\d\/file-299\.txt$/, 0),
  "byte of a deep file": flippingByte(/^deep\//, 0),
  "byte in node_modules": flippingByte(/^node_modules\//, 0),
  renamed: replacing(["a.txt", { name: "z.txt" }]),
  // the file keeps its place among the others in every order
  case: replacing(["docs/long.txt", { name: "docs/lonG.txt" }]),
  // no file changes its place among the others
  moved: moving("docs/", "docs2/"),
  "end of a long name": renaming(/^names\/n+\.txt$/, (name) => name.replace("n.txt", "m.txt")),
  // the archive has the start of the path in another member of its header than the end
  "start of a long path": renaming(/^deep\//, (name) => name.replace("deep/", "deer/")),
  "end of a long path": renaming(/^longer\//, (name) => name.replace("file.txt", "fine.txt")),
  "name beyond ASCII": renaming(/^docs\/gr\u00fc\u00dfe/, (name) => name.replace("\u00fc", "\u00fa")),
  "hidden name": renaming(/^\.npmignore$/, () => ".npmignose"),
  "space in a name": renaming(/^docs\/with spaces/, (name) => name.replace("with spaces", "with-spaces")),
  "compatible name": renaming(/^docs\/\ufb01le/, (name) => name.replace("\ufb01", "fi")),
  "decomposed name": renaming(/^docs\/gr\u00fc\u00dfe/, (name) => name.normalize("NFD")),
  swapped: replacing(["a.txt", { content: "beta\n" }], ["docs/b.txt", { content: "alpha\n" }]),
  shifted: replacing(["docs/c.txt", { content: "a" }], ["docs/c1.txt", { content: "bc" }]),
  "path to content": replacing(["docs/join", { name: "docs/joi", content: "ned\n" }]),
  "swapped names in another case": swapping("docs/readme.md", "docs/README.md"),
  "swapped names in another normalization": swapping("docs/caf\u00e9.md", "docs/cafe\u0301.md"),
  "swapped far files": swapping("many/1/file-1.txt", "many/5/file-299.txt"),
  empty: adding({ name: "empty-too.txt", content: "" }),
  "no hidden empty file": removing(".hidden/.keep"),
  "no last file": removing("many/5/file-299.txt"),
  modes: everywhere({ mode: 0o755 }),
  owners: everywhere({ owner: { uid: 1234, gid: 1234, uname: "somebody", gname: "people" } }),
  directories: adding({ name: "hollow", type: "directory" }),
  // the last ones: where a version is free again only after it was unpublished, the others show whether it is
  "one more link": linking("symlink", "a.txt"),
  "another target of a link": linking("symlink", "docs/b.txt", "one more link"),
  "one more hard link": linking("link", "a.txt"),
};

/** The variants that change which files there are, what they are called, or which of them has which content. */
export const nameVariants: ReadonlySet<VariantName> = new Set([
  "renamed",
  "case",
  "moved",
  "start of a long path",
  "end of a long name",
  "end of a long path",
  "name beyond ASCII",
  "hidden name",
  "space in a name",
  "compatible name",
  "decomposed name",
  "swapped",
  "shifted",
  "path to content",
  "swapped names in another case",
  "swapped names in another normalization",
  "swapped far files",
  "empty",
  "no hidden empty file",
  "no last file",
]);

/** The name of one of the variants. */
export type VariantName = string;

/** The variants of a standard run. Each costs three requests to the registry, and one to the hook. */
export const standardVariants: readonly VariantName[] = [
  "repacked",
  "tail",
  "manifest",
  "binary byte",
  "trailing zero",
  "byte order mark",
  "line end",
  "last newline",
  "byte of a hidden file",
  "byte of the last of many files",
  "case",
  "moved",
  "start of a long path",
  "end of a long name",
  "name beyond ASCII",
  "decomposed name",
  "shifted",
  "path to content",
  "swapped names in another case",
  "no hidden empty file",
  "one more link",
  "another target of a link",
];
