import type { Call } from "../call.ts";
import { type ArchiveEntry, gunzipWithin, readEntries } from "../archive/unpack.ts";
import type { Tree, TreeFile } from "../archive/tree.ts";
import { ProblemError } from "../problem-error.ts";

/** The archive format, which the specification leaves to the registry (behaviour.md, "Archives"). */
export interface ArchiveRules {
  /** Bytes of all files together, tar headers included. */
  readonly largestUnpacked: number;
  readonly maxEntries: number;
  /** How many times larger than the upload the unpacked archive may be, once it is beyond `ratioFloor` bytes. */
  readonly largestRatio: number;
  readonly ratioFloor: number;
  readonly isGzip: (bytes: Uint8Array, call: Call) => boolean;
  readonly notGzip: (call: Call) => ProblemError;
  /** The tar inside the gzip. */
  readonly decompress: (bytes: Uint8Array, call: Call) => Promise<Uint8Array>;
  /** The entries inside the tar. */
  readonly list: (tar: Uint8Array, call: Call) => Promise<readonly ArchiveEntry[]>;
  /** A path without leading `./` and without empty parts. */
  readonly normalizePath: (path: string, call: Call) => string;
  /** Whether a path stays inside the tree: relative, no `..`, no backslash, no control character. */
  readonly isSafePath: (path: string, call: Call) => boolean;
  /** Files and directories; no links, devices or pipes. */
  readonly isPermittedType: (type: string, call: Call) => boolean;
  readonly permitsDuplicates: (call: Call) => boolean;
  readonly toFile: (entry: ArchiveEntry, call: Call) => TreeFile | undefined;
  readonly assertTree: (tree: Tree, call: Call) => void;
  readonly read: (bytes: Uint8Array, call: Call) => Promise<Tree>;
}

/** The profile of the reference registry. */
export const archiveRules: ArchiveRules = {
  largestUnpacked: 64 * 1024 * 1024,
  maxEntries: 10_000,
  largestRatio: 250,
  ratioFloor: 16 * 1024 * 1024,
  isGzip: (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b,
  notGzip: () => new ProblemError("invalid-archive", "the bytes are not gzip"),
  decompress: async (bytes, call) => {
    const { archive } = call.rules;
    const limit = Math.min(
      archive.largestUnpacked,
      Math.max(archive.ratioFloor, bytes.byteLength * archive.largestRatio),
    );
    try {
      return await gunzipWithin(bytes, limit);
    } catch {
      throw new ProblemError(
        "invalid-archive",
        `the gzip is damaged, or unpacks to more than ${limit} bytes`,
      );
    }
  },
  list: async (tar, call) => {
    try {
      return await readEntries(tar, call.rules.archive.maxEntries);
    } catch {
      throw new ProblemError("invalid-archive", "the tar is damaged, or has too many entries");
    }
  },
  normalizePath: (path) =>
    path
      .split("/")
      .filter((part, index) => part !== "." && (part !== "" || index === 0))
      .join("/"),
  isSafePath: (path) => {
    if (path === "" || path.startsWith("/") || /^[A-Za-z]:/.test(path) || path.includes("\\")) return false;
    return !/\p{Cc}/u.test(path) && !path.split("/").includes("..");
  },
  isPermittedType: (type) => type === "file" || type === "contiguous-file" || type === "directory",
  permitsDuplicates: () => false,
  toFile: (entry, call) => {
    const { archive } = call.rules;
    if (!archive.isPermittedType(entry.type, call)) {
      throw new ProblemError(
        "invalid-archive",
        `an entry is a ${entry.type}, neither a file nor a directory`,
      );
    }
    const path = archive.normalizePath(entry.path, call);
    // An archive may list the root itself, as "./"; it is not a file.
    if (entry.type === "directory" && path === "") return undefined;
    if (!archive.isSafePath(path, call))
      throw new ProblemError("invalid-archive", "an entry's path leaves the tree");
    if (entry.type === "directory") return undefined;
    if (entry.linkTarget !== undefined && entry.type.endsWith("link")) {
      return {
        path,
        kind: "link",
        bytes: new TextEncoder().encode(entry.linkTarget),
        modifiedAt: entry.modifiedAt,
      };
    }
    return { path, kind: "file", bytes: entry.bytes, modifiedAt: entry.modifiedAt };
  },
  assertTree: (tree, call) => {
    const paths = new Set<string>();
    for (const { path } of tree) {
      if (paths.has(path) && !call.rules.archive.permitsDuplicates(call)) {
        throw new ProblemError("invalid-archive", "two entries have the same path");
      }
      paths.add(path);
    }
    for (const path of paths) {
      for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
        if (paths.has(path.slice(0, slash))) {
          throw new ProblemError("invalid-archive", "a path is both a file and a directory");
        }
      }
    }
  },
  read: async (bytes, call) => {
    const { archive } = call.rules;
    if (!archive.isGzip(bytes, call)) throw archive.notGzip(call);
    const entries = await archive.list(await archive.decompress(bytes, call), call);
    const tree = entries.map((entry) => archive.toFile(entry, call)).filter((file) => file !== undefined);
    archive.assertTree(tree, call);
    return tree;
  },
};
