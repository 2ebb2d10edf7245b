/** Reads an archive back into the file tree it holds, within limits. */
import { gunzipSync } from "node:zlib";
import { extract } from "tar-stream";
import { escapeLetters } from "../expect/quote.ts";
import { describeByteDifference } from "./byte-difference.ts";

/** A file tree: path to content. Paths have no leading `./` and no trailing slash; directories are left out. */
export type FileTree = ReadonlyMap<string, Uint8Array>;

/** Most bytes and entries of a downloaded archive that are unpacked; our own uploads are far smaller. */
const maxTreeBytes = 32 * 1024 * 1024;
const maxTreeEntries = 10_000;

/** Most bytes of the tar itself, headers and padding included. */
const maxUnpackedBytes = 48 * 1024 * 1024;

/** An entry of an archive that is not a directory. */
interface UnpackedEntry {
  readonly path: string;
  readonly isFile: boolean;
  readonly content: Uint8Array;
}

/**
 * The entries of a `.tar.gz`, or of a bare tar where a content coding was already taken off.
 * @throws Error in plain words where the bytes are no such archive or exceed the limits
 */
async function* unpack(bytes: Uint8Array): AsyncGenerator<UnpackedEntry> {
  let total = 0;
  let entries = 0;
  const untar = extract();
  untar.end(toTar(bytes));
  for await (const entry of untar) {
    entries += 1;
    if (entries > maxTreeEntries) throw new Error(`the archive holds more than ${maxTreeEntries} entries`);
    const { type, name } = entry.header;
    if (type === "directory") {
      // it has no content, whatever size its header states; tar-stream would wait for it for ever
      entry.resume();
      continue;
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of entry) {
      total += (chunk as Uint8Array).length;
      if (total > maxTreeBytes) throw new Error(`the archive unpacks to more than ${maxTreeBytes} bytes`);
      chunks.push(chunk as Uint8Array);
    }
    const isFile = type === "file" || type === "contiguous-file";
    yield { path: normalizePath(name), isFile, content: Buffer.concat(chunks) };
  }
}

/** The tar in these bytes. What is no part of any file costs time all the same: a bomb of zeros is an empty archive. */
function toTar(bytes: Uint8Array): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return Buffer.from(bytes);
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error(`the archive unpacks to more than ${maxUnpackedBytes} bytes`, { cause: error });
  }
}

/**
 * The regular files of a `.tar.gz`, or of a bare tar where a content coding was already taken off.
 * @throws Error in plain words where the bytes are no such archive or exceed the limits
 */
export async function readTree(bytes: Uint8Array): Promise<FileTree> {
  const files = new Map<string, Uint8Array>();
  for await (const { path, isFile, content } of unpack(bytes)) if (isFile) files.set(path, content);
  return files;
}

/**
 * The paths in such an archive, also those of links.
 * @throws Error in plain words where the bytes are no such archive or exceed the limits
 */
export async function readPaths(bytes: Uint8Array): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  for await (const { path } of unpack(bytes)) paths.add(path);
  return paths;
}

/** The file tree that a list of entries unpacks to. */
export function toTree(
  entries: readonly {
    readonly name: string;
    readonly content?: string | Uint8Array;
    readonly type?: string;
  }[],
): FileTree {
  return new Map(
    entries
      .filter(({ type }) => type === undefined || type === "file")
      .map(({ name, content }) => [normalizePath(name), Buffer.from((content ?? "") as string)]),
  );
}

/**
 * What differs between two trees, in one sentence each, or nothing where they are the same. Two paths that are equal in Unicode
 * normalization form C are the same path, unless one of the trees has both.
 */
export function diffTrees(expected: FileTree, got: FileTree): readonly string[] {
  const differences: string[] = [];
  const quoteName = namesIn([...expected.keys(), ...got.keys()]);
  const others = new Map(
    [...got.keys()].filter((path) => !expected.has(path)).map((path) => [toNfc(path), path]),
  );
  const found = new Set<string>();
  for (const [path, content] of expected) {
    const otherPath = got.has(path) ? path : others.get(toNfc(path));
    const other = otherPath === undefined ? undefined : got.get(otherPath);
    if (otherPath === undefined || other === undefined || found.has(otherPath)) {
      const renamed = content.length === 0 ? undefined : findSame(content, expected, got, found);
      differences.push(
        renamed === undefined
          ? `no ${quoteName(path)}`
          : `${quoteName(path)} is there as ${quoteName(renamed)}`,
      );
      if (renamed !== undefined) found.add(renamed);
      continue;
    }
    found.add(otherPath);
    if (!Buffer.from(content).equals(other))
      differences.push(`${quoteName(path)} differs ${describeByteDifference(other, content)}`);
  }
  for (const path of got.keys())
    if (!found.has(path)) differences.push(`a file ${quoteName(path)} that was not uploaded`);
  return differences;
}

/** The path of a file that was not uploaded, with this content, that no other file is there as. */
function findSame(
  content: Uint8Array,
  expected: FileTree,
  got: FileTree,
  taken: ReadonlySet<string>,
): string | undefined {
  const same = [...got].find(
    ([path, other]) => !expected.has(path) && !taken.has(path) && Buffer.from(content).equals(other),
  );
  return same?.[0];
}

/** Quotes names; with letters beyond ASCII escaped, where another name would look the same. */
function namesIn(paths: readonly string[]): (path: string) => string {
  const alike = new Map<string, Set<string>>();
  for (const path of paths) alike.set(toLooks(path), (alike.get(toLooks(path)) ?? new Set()).add(path));
  return (path) => `"${(alike.get(toLooks(path))?.size ?? 0) > 1 ? escapeLetters(path) : path}"`;
}

/** The same for names that look the same: one letter may stand for two. */
function toLooks(path: string): string {
  return path.normalize("NFKC");
}

function toNfc(path: string): string {
  return path.normalize("NFC");
}

function normalizePath(name: string): string {
  return name.replace(/^(?:\.\/+)+/, "").replace(/\/+$/, "");
}
