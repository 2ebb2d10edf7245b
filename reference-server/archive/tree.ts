/** One file of an unpacked archive. A link appears only where the archive profile was changed to let it in. */
export interface TreeFile {
  /** Path from the root of the tree, with `/` between its parts. */
  readonly path: string;
  readonly kind: "file" | "link";
  /** The file's content, or a link's target as UTF-8. */
  readonly bytes: Uint8Array;
  /** Seconds since 1970 as the archive says; never part of the tree's identity. */
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
