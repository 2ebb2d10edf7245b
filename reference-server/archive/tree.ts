/** One file of an unpacked archive. Links appear only if the archive rules were changed to accept them. */
export interface TreeFile {
  /** Path from the root of the tree, with `/` between its parts. */
  readonly path: string;
  readonly kind: "file" | "link";
  /** The content of the file, or the target of the link in UTF-8. */
  readonly bytes: Uint8Array;
  /** Seconds since 1970 as in the archive; not part of the tree's identity. */
  readonly modifiedAt: number;
}

/** The files of an archive, in the order of its entries. */
export type Tree = readonly TreeFile[];

/** A tree from paths and texts, as the seeded catalogue needs it. */
export function toTree(files: Readonly<Record<string, string>>): Tree {
  const encoder = new TextEncoder();
  return Object.entries(files).map(([path, text]) => ({
    path,
    kind: "file",
    bytes: encoder.encode(text),
    modifiedAt: 0,
  }));
}
