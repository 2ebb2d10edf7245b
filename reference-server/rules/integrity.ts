import { createHash } from "node:crypto";
import type { Tree, TreeFile } from "../archive/tree.ts";
import type { Call } from "../call.ts";

/** The parts of a call that a digest can depend on; the seeded catalogue has no request. */
export type DigestContext = Pick<Call, "rules" | "registry">;

/** Digests: of uploaded bytes, and of the normalized file tree (behaviour.md, "Integrity"). */
export interface IntegrityRules {
  /** SHA-256 of bytes, as a digest. */
  readonly digestOfBytes: (bytes: Uint8Array, context: DigestContext) => string;
  /** The files in the order in which they are digested: by the bytes of their UTF-8 paths. */
  readonly order: (tree: Tree, context: DigestContext) => Tree;
  /** What one file adds to the digest. */
  readonly line: (file: TreeFile, context: DigestContext) => string;
  /** The release integrity of a file tree. */
  readonly digest: (tree: Tree, context: DigestContext) => string;
}

/** `sha256` over one line per file: kind, SHA-256 of the content, length of the path in bytes, path. */
export const integrityRules: IntegrityRules = {
  digestOfBytes: (bytes) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
  order: (tree) =>
    tree.toSorted((left, right) => Buffer.compare(Buffer.from(left.path), Buffer.from(right.path))),
  line: (file) => {
    const content = createHash("sha256").update(file.bytes).digest("hex");
    return `${file.kind} ${content} ${Buffer.byteLength(file.path)} ${file.path}\n`;
  },
  digest: (tree, context) => {
    const { integrity } = context.rules;
    const hash = createHash("sha256").update("volume-tree-v1\n");
    for (const file of integrity.order(tree, context)) hash.update(integrity.line(file, context));
    return `sha256:${hash.digest("hex")}`;
  },
};
