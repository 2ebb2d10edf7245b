/** Changes of the files that a download has. */
import { packTree } from "../../archive/pack.ts";
import type { Tree, TreeFile } from "../../archive/tree.ts";
import type { ArchiveEntry } from "../../archive/unpack.ts";
import { allOf, type Change, replaceRule } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import { type Alike, othersLike } from "./look-alikes.ts";

/** Serves the archive of the last version that is taken for the one that is asked for. */
export function sharingPlaces(isAlike: Alike): Change {
  return replaceRule(
    "transfer",
    "archiveOf",
    (before) => (release, call) => before(othersLike(release, isAlike, call).at(-1) ?? release, call),
  );
}

/** Serves a changed tree. */
export function repacked(change: (tree: Tree, release: Release) => Tree): Change {
  return replaceRule(
    "transfer",
    "archiveOf",
    () => async (release) => await packTree(change(release.tree, release)),
  );
}

/** Changes how archive entries are read, and serves the resulting tree. */
export function readingEntriesWith(
  change: (entry: ArchiveEntry, read: (entry: ArchiveEntry) => TreeFile | undefined) => TreeFile | undefined,
): Change {
  const reading = replaceRule(
    "archive",
    "toFile",
    (before) => (entry, call) => change(entry, (changed) => before(changed, call)),
  );
  return allOf(
    reading,
    repacked((tree) => tree),
  );
}

export function withFiles(change: (file: TreeFile) => TreeFile): Change {
  return repacked((tree) => tree.map(change));
}

/** TOML without its lines of comments. */
export function withoutComments(file: TreeFile): TreeFile {
  if (!file.path.endsWith(".toml")) return file;
  const text = Buffer.from(file.bytes)
    .toString()
    .replaceAll(/\n+#.*\n/g, "\n");
  return { ...file, bytes: Buffer.from(text) };
}

export function renamed(file: TreeFile, rename: (path: string) => string): TreeFile {
  return { ...file, path: rename(file.path) };
}

/** Takes paths with backslashes and control characters, and renames the files in downloads. */
export function takingOddNames(rename: (path: string) => string): Change {
  return allOf(
    replaceRule(
      "archive",
      "isSafePath",
      (before) => (path, call) => before(path.replace(/[\\\p{Cc}]/gu, "x"), call),
    ),
    withFiles((file) => renamed(file, rename)),
  );
}

/** Omits a file from the second download of a release on. */
export const omittingAFileOnRepeat: Change = replaceRule("transfer", "archiveOf", (before) => {
  const seen = new Set<string>();
  return async (release, call) => {
    const key = `${release.name}@${release.version}`;
    if (seen.has(key)) return await packTree(release.tree.slice(1));
    seen.add(key);
    return await before(release, call);
  };
});
