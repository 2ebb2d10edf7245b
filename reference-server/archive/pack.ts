import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import type { Tree } from "./tree.ts";

/** A `.tar.gz` of `tree`, the same bytes each time: entries sorted, owners and times zero. */
export async function packTree(tree: Tree): Promise<Uint8Array> {
  const archive = pack();
  for (const file of tree.toSorted((left, right) => (left.path < right.path ? -1 : 1))) {
    const header = { name: file.path, mtime: new Date(0), mode: 0o644 };
    const content = Buffer.from(file.bytes);
    if (file.kind === "link") archive.entry({ ...header, type: "symlink", linkname: content.toString() });
    else archive.entry(header, content);
  }
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(Buffer.from(chunk as Uint8Array));
  return new Uint8Array(gzipSync(Buffer.concat(chunks)));
}
