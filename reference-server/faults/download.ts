import { packTree } from "../archive/pack.ts";
import type { Tree, TreeFile } from "../archive/tree.ts";
import type { ArchiveEntry } from "../archive/unpack.ts";
import { isJsonObject, textMember } from "../json.ts";
import { releasesOf } from "../lookup.ts";
import { allOf, type Change, onlyWhen, replaceRule } from "../rules/change.ts";
import type { Release } from "../store.ts";
import type { Fault } from "./fault.ts";
import { closedToStrangers, foreignDigest, isCallOf, withMember } from "./reading.ts";

/** Serves another tree than the one that was uploaded. */
function repacked(change: (tree: Tree, release: Release) => Tree): Change {
  return replaceRule(
    "transfer",
    "archiveOf",
    () => async (release) => await packTree(change(release.tree, release)),
  );
}

/** Reads the entries of what was uploaded in another way, and serves what came of it. */
function readOtherwise(
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

function withFiles(change: (file: TreeFile) => TreeFile): Change {
  return repacked((tree) => tree.map(change));
}

function served(bytes: (archive: Uint8Array) => Uint8Array): Change {
  return replaceRule(
    "transfer",
    "archiveOf",
    (before) => async (release, call) => bytes(await before(release, call)),
  );
}

function renamed(file: TreeFile, rename: (path: string) => string): TreeFile {
  return { ...file, path: rename(file.path) };
}

/** Leaves a file out from the second download of a release on. */
const forgetful: Change = replaceRule("transfer", "archiveOf", (before) => {
  const seen = new Set<string>();
  return async (release, call) => {
    const key = `${release.name}@${release.version}`;
    if (seen.has(key)) return await packTree(release.tree.slice(1));
    seen.add(key);
    return await before(release, call);
  };
});

/** Broken downloads. */
export const downloadFaults: readonly Fault[] = [
  {
    name: "download-needs-a-token",
    breaks: "download/needs-no-token",
    summary: "A download answers 401 to a caller without a token",
    change: closedToStrangers("transferBytes"),
  },
  {
    name: "download-is-never-there",
    breaks: "download/needs-no-token",
    summary: "The address of an archive is not found",
    change: replaceRule("visibility", "inDownload", () => () => false),
  },
  {
    name: "download-is-no-gzip",
    breaks: "download/is-a-gzip-archive",
    summary: "A download starts with other bytes than gzip's",
    change: served((archive) => Uint8Array.from([0x50, 0x4b, ...archive.subarray(2)])),
  },
  {
    name: "download-is-empty",
    breaks: "download/is-a-gzip-archive",
    summary: "A download has no bytes",
    change: served(() => new Uint8Array()),
  },
  {
    name: "finalize-locates-nothing",
    breaks: "download/finalize-locates-the-tree",
    summary: "The dist.url that finalize answers is not found, that of the metadata is",
    change: withMember("finalizeReleaseUpload", "release", (release) =>
      isJsonObject(release) && isJsonObject(release["dist"])
        ? { ...release, dist: { ...release["dist"], url: `${textMember(release["dist"], "url")}x` } }
        : release,
    ),
  },
  {
    name: "download-lacks-the-readme",
    breaks: "download/gives-the-uploaded-tree",
    summary: "A downloaded tree lacks its last file",
    change: repacked((tree) => tree.slice(0, -1)),
  },
  {
    name: "download-has-a-file-nobody-uploaded",
    breaks: "download/gives-the-uploaded-tree",
    summary: "A downloaded tree has a file that nobody uploaded",
    change: repacked((tree) => [
      ...tree,
      { path: "PUBLISHED", kind: "file", bytes: new Uint8Array(), modifiedAt: 0 },
    ]),
  },
  {
    name: "download-changes-the-content",
    breaks: "download/gives-the-uploaded-tree",
    summary: "Downloaded Markdown has a line more",
    change: withFiles((file) =>
      file.path.endsWith(".md") ? { ...file, bytes: Buffer.concat([file.bytes, Buffer.from("\n")]) } : file,
    ),
  },
  {
    name: "download-stands-in-a-folder",
    breaks: "download/gives-the-uploaded-tree",
    summary: "A downloaded tree stands in a folder package/",
    change: withFiles((file) => renamed(file, (path) => `package/${path}`)),
  },
  {
    name: "download-lacks-empty-files",
    breaks: "download/keeps-files-of-every-kind",
    summary: "Empty files are left out of a download",
    change: repacked((tree) => tree.filter(({ bytes }) => bytes.length > 0)),
  },
  {
    name: "download-changes-line-ends",
    breaks: "download/keeps-files-of-every-kind",
    summary: "Line ends of scripts are changed",
    change: withFiles((file) =>
      file.path.endsWith(".js")
        ? { ...file, bytes: Buffer.from(Buffer.from(file.bytes).toString().replaceAll("\r\n", "\n")) }
        : file,
    ),
  },
  {
    name: "download-takes-everything-for-text",
    breaks: "download/keeps-files-of-every-kind",
    summary: "Binary files are read as UTF-8",
    change: withFiles((file) => ({ ...file, bytes: Buffer.from(Buffer.from(file.bytes).toString()) })),
  },
  {
    name: "download-lacks-deep-folders",
    breaks: "download/keeps-files-of-every-kind",
    summary: "Files more than three folders deep are left out",
    change: repacked((tree) => tree.filter(({ path }) => path.split("/").length <= 4)),
  },
  {
    name: "download-spells-names-in-latin",
    breaks: "download/keeps-unusual-trees",
    summary: "Names beyond ASCII are written in Latin-1",
    change: withFiles((file) => renamed(file, (path) => Buffer.from(path).toString("latin1"))),
  },
  {
    name: "download-lacks-hidden-files",
    breaks: "download/keeps-unusual-trees",
    summary: "Hidden files are left out of a download",
    change: repacked((tree) => tree.filter(({ path }) => !/(?:^|\/)\./.test(path))),
  },
  {
    name: "download-has-files-for-empty-folders",
    breaks: "download/keeps-unusual-trees",
    summary: "A folder that the archive lists becomes an empty file",
    change: readOtherwise((entry, read) =>
      read(
        entry.type === "directory" ? { ...entry, type: "file", path: entry.path.replace(/\/$/, "") } : entry,
      ),
    ),
  },
  {
    name: "download-lacks-dotted-paths",
    breaks: "download/keeps-unusual-trees",
    summary: "Files whose paths begin with ./ are lost",
    change: readOtherwise((entry, read) => (entry.path.startsWith("./") ? undefined : read(entry))),
  },
  {
    name: "download-cuts-long-paths",
    breaks: "download/keeps-unusual-trees",
    summary: "Paths are cut to a hundred characters",
    change: withFiles((file) => renamed(file, (path) => path.slice(0, 100))),
  },
  {
    name: "download-ends-after-fifty-files",
    breaks: "download/keeps-unusual-trees",
    summary: "A download has fifty files at most",
    change: repacked((tree) => tree.slice(0, 50)),
  },
  {
    name: "download-cuts-large-files",
    breaks: "download/keeps-large-trees",
    summary: "Files are cut after 512 KiB",
    change: withFiles((file) => ({ ...file, bytes: file.bytes.slice(0, 524_288) })),
  },
  {
    name: "download-is-that-of-the-newest-version",
    breaks: "download/versions-have-their-own-files",
    summary: "Every version downloads as the one published last",
    change: replaceRule("transfer", "archiveOf", (before) => async (release, call) => {
      const newest = releasesOf(release.name, call).at(-1);
      return await before(newest ?? release, call);
    }),
  },
  {
    name: "download-is-that-of-the-first-version",
    breaks: "download/versions-have-their-own-files",
    summary: "Every version downloads as the one published first",
    change: replaceRule("transfer", "archiveOf", (before) => async (release, call) => {
      const [first] = releasesOf(release.name, call);
      return await before(first ?? release, call);
    }),
  },
  {
    name: "download-differs-the-second-time",
    breaks: "download/is-the-same-again",
    summary: "The second download of a release lacks a file",
    change: forgetful,
  },
  {
    name: "download-has-the-trust-artifacts-too",
    breaks: "download/is-unchanged-by-trust",
    summary: "Trust artifacts are put into the archive",
    change: replaceRule("transfer", "archiveOf", (before) => async (release, call) => {
      const [attachment] = release.attachments;
      if (attachment === undefined) return await before(release, call);
      return await packTree([
        ...release.tree,
        { path: "trust.json", kind: "file", bytes: attachment.bytes, modifiedAt: 0 },
      ]);
    }),
  },
  {
    name: "integrity-changes-with-trust",
    breaks: "download/is-unchanged-by-trust",
    summary: "A release with trust artifacts has another integrity",
    change: onlyWhen(
      isCallOf("getRelease"),
      replaceRule("render", "release", (before) => (release, call) => ({
        ...before(release, call),
        integrity: release.attachments.length > 0 ? foreignDigest : release.integrity,
      })),
    ),
  },
  {
    name: "download-of-yanked-release-is-gone",
    breaks: "download/yanked-release-is-still-delivered",
    summary: "A yanked release has a dist whose address is not found",
    change: replaceRule(
      "visibility",
      "inDownload",
      () =>
        ({ status }) =>
          status.state === "available",
    ),
  },
  {
    name: "download-address-of-yanked-release-is-no-address",
    breaks: "download/yanked-release-is-still-delivered",
    summary: "The address in the dist of a yanked release is a bare name",
    change: withMember("getRelease", "dist", (dist, call) => {
      const isYanked = releasesOf(call.name, call).some(({ status }) => status.state === "yanked");
      return isYanked ? { source: "cdn", mediaType: "application/gzip", url: "yanked.tar.gz" } : dist;
    }),
  },
];
