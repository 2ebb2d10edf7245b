/** Archives for publishing: the same bytes on every machine for the same description. */
import { gunzipSync } from "node:zlib";
import { gzipSync } from "fflate";
import { type Header, pack } from "tar-stream";
import { sha256 } from "../seed.ts";
import { type ReleaseName, toFullName } from "../exchange/volume.ts";

/** A tar entry as it will be written; nothing is checked, so that bad ones can be made. */
export interface ArchiveEntry {
  readonly name: string;
  readonly content?: string | Uint8Array;
  readonly type?: "file" | "directory" | "symlink" | "link" | "character-device" | "block-device" | "fifo";
  readonly linkname?: string;
  readonly mode?: number;
  /** Milliseconds since 1970; the same fixed moment by default. */
  readonly mtimeMs?: number;
  readonly owner?: {
    readonly uid: number;
    readonly gid: number;
    readonly uname: string;
    readonly gname: string;
  };
}

export interface Archive {
  readonly bytes: Uint8Array;
  /** `sha256:` digest of the bytes, for `declaredDigest`. */
  readonly digest: string;
  readonly size: number;
  readonly entries: readonly ArchiveEntry[];
}

/** 2026-01-01T00:00:00Z: any fixed moment does. */
const fixedMtimeMs = 1_767_225_600_000;

/**
 * A `.tar.gz` with these entries in this order.
 * @param gzipLevel 0 (stored) to 9. The compressor is the same code everywhere, unlike the platform's own, so that a
 *   recorded run can be judged again on another machine
 */
export async function buildArchive(
  entries: readonly ArchiveEntry[],
  gzipLevel: 0 | 1 | 6 | 9 = 6,
): Promise<Archive> {
  return toArchive(compress(await buildTar(entries), gzipLevel), entries);
}

/**
 * The same as several gzip members, of which a gzip file is a series (RFC 1952, section 2.2). The first one ends after the first entry,
 * so that a reader of one member alone finds nothing wrong; the second one ends at any place.
 */
export async function buildArchiveOfMembers(
  entries: readonly ArchiveEntry[],
  gzipLevel: 0 | 1 | 6 | 9 = 6,
): Promise<Archive> {
  const tar = await buildTar(entries);
  const first = (await buildTar(entries.slice(0, 1))).length - endOfTar;
  const second = Math.floor((first + tar.length) / 2);
  const parts = [tar.subarray(0, first), tar.subarray(first, second), tar.subarray(second)];
  return toArchive(Buffer.concat(parts.map((part) => compress(part, gzipLevel))), entries);
}

/** Bytes of the two blocks of zeros that end a tar. */
const endOfTar = 1024;

/** Compressed archives by level and content: a run publishes the same tree more than once, and runs of one seed share nearly all. */
const compressed = new Map<string, Uint8Array>();

/** Bytes of all archives that are kept; the oldest are released first. */
const maxKeptBytes = 4 * 1024 * 1024;
let keptBytes = 0;

function compress(tar: Uint8Array, level: 0 | 1 | 6 | 9): Uint8Array {
  const key = `${level} ${sha256(tar)}`;
  const known = compressed.get(key);
  if (known !== undefined) return known;
  const bytes = gzipSync(tar, { level, mtime: 0 });
  compressed.set(key, bytes);
  keptBytes += bytes.length;
  for (const [oldest, { length }] of compressed) {
    if (keptBytes <= maxKeptBytes) break;
    compressed.delete(oldest);
    keptBytes -= length;
  }
  return bytes;
}

/** An archive of bytes that may be no archive at all. */
export function toArchive(bytes: Uint8Array, entries: readonly ArchiveEntry[] = []): Archive {
  return { bytes, digest: sha256(bytes), size: bytes.length, entries };
}

/** The tar without the gzip. */
export async function buildTar(entries: readonly ArchiveEntry[]): Promise<Uint8Array> {
  const stream = pack();
  const chunks: Uint8Array[] = [];
  const collected = (async () => {
    for await (const chunk of stream) chunks.push(chunk as Uint8Array);
  })();
  for (const entry of entries) stream.entry(toHeader(entry), toContent(entry));
  stream.finalize();
  await collected;
  return Buffer.concat(chunks);
}

/** The tar in a `.tar.gz`, at most 1 MiB; undefined if the bytes are no gzip, or hold more. */
export function unpackTar(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: 1024 * 1024 });
  } catch {
    return undefined;
  }
}

function toContent(entry: ArchiveEntry): Buffer {
  return entry.content === undefined ? Buffer.alloc(0) : Buffer.from(entry.content as string);
}

function toHeader(entry: ArchiveEntry): Partial<Header> & { name: string } {
  const type = entry.type ?? "file";
  const owner = entry.owner ?? { uid: 0, gid: 0, uname: "", gname: "" };
  return {
    name: entry.name,
    type,
    mode: entry.mode ?? (type === "directory" ? 0o755 : 0o644),
    mtime: new Date(entry.mtimeMs ?? fixedMtimeMs),
    size: type === "file" ? toContent(entry).length : 0,
    ...owner,
    ...(entry.linkname === undefined ? {} : { linkname: entry.linkname }),
  };
}

/** A manifest template with a release's identity put in: `{{name}}`, `{{segment}}`, `{{scope}}` and `{{version}}`. */
export function renderManifest(template: string, release: ReleaseName): string {
  const values: Readonly<Record<string, string>> = {
    name: toFullName(release.volume),
    segment: release.volume.segment,
    scope: release.volume.scope ?? "",
    version: release.version,
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (whole, key: string) => values[key] ?? whole);
}
