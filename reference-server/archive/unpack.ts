import { setImmediate as turn } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { extract } from "tar-stream";

/** One entry of an archive, before it is checked. */
export interface ArchiveEntry {
  readonly path: string;
  readonly type: string;
  readonly linkTarget: string | undefined;
  readonly bytes: Uint8Array;
  /** Seconds since 1970. */
  readonly modifiedAt: number;
}

/**
 * Bytes after gzip; throws if they are not gzip, are truncated, or unpack to more than `limit` bytes. Other requests get a turn meanwhile,
 * one in each run: with a thread it would be as many as the machine has time for.
 */
export async function gunzipWithin(bytes: Uint8Array, limit: number): Promise<Uint8Array> {
  await turn();
  return new Uint8Array(gunzipSync(bytes, { maxOutputLength: limit }));
}

/** The entries of a tar file; throws if it is not tar, is truncated, or has more than `limit` entries. */
export async function readEntries(tar: Uint8Array, limit: number): Promise<ArchiveEntry[]> {
  const extraction = extract();
  extraction.end(Buffer.from(tar));
  const entries: ArchiveEntry[] = [];
  for await (const entry of extraction) {
    if (entries.length === limit) throw new Error(`Cannot read archive: more than ${limit} entries`);
    const chunks = entry.header.type === "directory" ? passOver(entry) : await readChunks(entry);
    const { name, type, linkname, mtime } = entry.header;
    entries.push({
      path: name,
      type: type ?? "file",
      linkTarget: linkname ?? undefined,
      bytes: new Uint8Array(Buffer.concat(chunks)),
      modifiedAt: mtime === undefined ? 0 : Math.floor(mtime.getTime() / 1000),
    });
  }
  return entries;
}

async function readChunks(entry: AsyncIterable<unknown>): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(Buffer.from(chunk as Uint8Array));
  return chunks;
}

/** A directory has no content, but its header may state a size, for which tar-stream would wait forever. */
function passOver(entry: { readonly resume: () => unknown }): Buffer[] {
  entry.resume();
  return [];
}
