import { packTree } from "../../archive/pack.ts";
import { isJsonObject, textMember } from "../../json.ts";
import { findRelease, releasesOf } from "../../lookup.ts";
import { onlyFor, replaceRule, withBody } from "../../rules/change.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { withMember } from "../changes/documents.ts";
import { inFirst44, withoutLetterCase } from "../changes/look-alikes.ts";
import type { FaultFile } from "../fault.ts";
import {
  omittingAFileOnRepeat,
  readingEntriesWith,
  renamed,
  repacked,
  sharingPlaces,
  takingOddNames,
  withFiles,
  withoutComments,
} from "../changes/trees.ts";
/** Faults in the files of a download. */
export const trees: FaultFile = {
  "download/gives-the-uploaded-tree": {
    "download-lacks-the-last-file-of-the-tree": repacked((tree) => tree.slice(0, -1)),
    "download-has-an-extra-file": repacked((tree) => [
      ...tree,
      { path: "PUBLISHED", kind: "file", bytes: new Uint8Array(), modifiedAt: 0 },
    ]),
    "download-adds-a-line-to-markdown": withFiles((file) =>
      file.path.endsWith(".md") ? { ...file, bytes: Buffer.concat([file.bytes, Buffer.from("\n")]) } : file,
    ),
    "download-moves-the-tree-into-a-folder": withFiles((file) => renamed(file, (path) => `package/${path}`)),
    "download-lacks-a-file": {
      summary: "The archive served lacks its last file",
      change: repacked((tree) => tree.slice(0, -1)),
    },
    "download-has-a-file-too-many": {
      summary: "The archive served has the extra file REGISTRY.txt",
      change: repacked((tree) => [
        ...tree,
        { path: "REGISTRY.txt", kind: "file", bytes: Buffer.from("served"), modifiedAt: 0 },
      ]),
    },
    "download-changes-all-line-ends": repacked((tree) =>
      tree.map((file) => ({
        ...file,
        bytes: Buffer.from(Buffer.from(file.bytes).toString("latin1").replaceAll("\n", "\r\n"), "latin1"),
      })),
    ),
  },
  "download/finalize-url-gives-the-uploaded-tree": {
    "finalize-result-has-a-dead-dist-url": withMember("finalizeReleaseUpload", "release", (release) =>
      isJsonObject(release) && isJsonObject(release["dist"])
        ? { ...release, dist: { ...release["dist"], url: `${textMember(release["dist"], "url")}x` } }
        : release,
    ),
  },
  "download/keeps-files-of-every-kind": {
    "download-lacks-empty-files": repacked((tree) => tree.filter(({ bytes }) => bytes.length > 0)),
    "download-changes-line-ends-of-scripts": withFiles((file) =>
      file.path.endsWith(".js")
        ? { ...file, bytes: Buffer.from(Buffer.from(file.bytes).toString().replaceAll("\r\n", "\n")) }
        : file,
    ),
    "download-reads-binary-files-as-utf-8": withFiles((file) => ({
      ...file,
      bytes: Buffer.from(Buffer.from(file.bytes).toString()),
    })),
    "download-lacks-files-below-three-folders": repacked((tree) =>
      tree.filter(({ path }) => path.split("/").length <= 4),
    ),
  },
  "download/keeps-unusual-trees": {
    "download-has-no-comments-in-the-manifest": withFiles(withoutComments),
    "archives-of-versions-that-differ-in-letter-case-share-a-place": sharingPlaces(withoutLetterCase),
    "archives-are-found-by-44-characters-of-the-version": sharingPlaces(inFirst44),
    "download-writes-names-in-latin-1": withFiles((file) =>
      renamed(file, (path) => Buffer.from(path).toString("latin1")),
    ),
    "download-lacks-hidden-files": repacked((tree) => tree.filter(({ path }) => !/(?:^|\/)\./.test(path))),
    "download-has-files-for-empty-folders": {
      summary: "A folder that the archive lists becomes an empty file",
      change: readingEntriesWith((entry, read) =>
        read(
          entry.type === "directory"
            ? { ...entry, type: "file", path: entry.path.replace(/\/$/, "") }
            : entry,
        ),
      ),
    },
    "download-lacks-dotted-paths": {
      summary: "Files whose paths start with ./ are missing",
      change: readingEntriesWith((entry, read) => (entry.path.startsWith("./") ? undefined : read(entry))),
    },
    "download-has-slashes-for-backslashes-in-names": takingOddNames((path) => path.replaceAll("\\", "/")),
    "download-has-blanks-for-line-breaks-in-names": takingOddNames((path) => path.replaceAll("\n", " ")),
    "download-drops-dots-and-blanks-at-the-end-of-names": withFiles((file) =>
      renamed(file, (path) => path.replace(/[. ]+$/, "")),
    ),
    "download-cuts-paths-at-100-characters": withFiles((file) => renamed(file, (path) => path.slice(0, 100))),
    "download-has-at-most-50-files": repacked((tree) => tree.slice(0, 50)),
    "download-has-at-most-256-files": repacked((tree) => tree.slice(0, 256)),
    "download-has-at-most-20-folders-in-a-path": repacked((tree) =>
      tree.filter(({ path }) => path.split("/").length <= 20),
    ),
    "download-cuts-names-at-200-characters": withFiles((file) =>
      renamed(file, (path) =>
        path
          .split("/")
          .map((part) => part.slice(0, 200))
          .join("/"),
      ),
    ),
    "download-has-one-of-names-that-differ-in-case": repacked((tree) => [
      ...new Map(tree.map((file) => [file.path.toLowerCase(), file])).values(),
    ]),
    "download-has-lower-case-names": withFiles((file) => renamed(file, (path) => path.toLowerCase())),
    "download-has-one-of-names-that-are-equal-in-nfc": repacked((tree) => [
      ...new Map(tree.map((file) => [file.path.normalize("NFC"), file])).values(),
    ]),
    "download-has-names-in-nfkc": withFiles((file) => renamed(file, (path) => path.normalize("NFKC"))),
    "download-lacks-byte-order-marks": withFiles((file) => {
      const hasMark = Buffer.from(file.bytes).toString("utf8").startsWith("\ufeff");
      return hasMark ? { ...file, bytes: file.bytes.slice(3) } : file;
    }),
    "download-ends-text-files-with-a-newline": withFiles((file) =>
      file.path.endsWith(".txt") && file.bytes.length > 0 && file.bytes.at(-1) !== 0x0a
        ? { ...file, bytes: Buffer.concat([file.bytes, Buffer.from("\n")]) }
        : file,
    ),
    "download-trims-the-ends-of-text-files": withFiles((file) =>
      file.path.endsWith(".txt")
        ? { ...file, bytes: Buffer.from(`${Buffer.from(file.bytes).toString("utf8").trimEnd()}\n`) }
        : file,
    ),
    "download-ends-files-at-the-first-zero": withFiles((file) => {
      const end = file.bytes.indexOf(0);
      return end < 0 ? file : { ...file, bytes: file.bytes.slice(0, end) };
    }),
    "download-decodes-percent-signs-in-names": withFiles((file) =>
      renamed(file, (path) => path.replaceAll("%20", " ")),
    ),
    "download-has-underscores-for-spaces": withFiles((file) =>
      renamed(file, (path) => path.replaceAll(" ", "_")),
    ),
    "download-lacks-node-modules": repacked((tree) =>
      tree.filter(({ path }) => !path.startsWith("node_modules/")),
    ),
    "download-lacks-read-only-files": readingEntriesWith((entry, read) =>
      entry.path.endsWith("read-only.txt") ? undefined : read(entry),
    ),
    "download-has-one-manifest-in-all-folders": repacked((tree) => {
      const root = tree.find(({ path }) => !path.includes("/") && path.endsWith(".toml"));
      return tree.map((file) =>
        root !== undefined && file.path.endsWith(`/${root.path}`) ? { ...file, bytes: root.bytes } : file,
      );
    }),
  },
  "download/keeps-large-trees": {
    "download-cuts-files-at-512-kib": withFiles((file) => ({ ...file, bytes: file.bytes.slice(0, 524_288) })),
    "download-cuts-files-at-2-mib": withFiles((file) => ({ ...file, bytes: file.bytes.slice(0, 2_097_152) })),
  },
  "download/unusual-identities-have-their-own-files": {
    "download-of-a-version-with-build-metadata-is-not-found": replaceRule(
      "visibility",
      "inDownload",
      (before) => (release, call) => !release.version.includes("+") && before(release, call),
    ),
    "download-of-a-version-with-build-metadata-lacks-a-file": repacked((tree, release) =>
      release.version.includes("+") ? tree.slice(0, -1) : tree,
    ),
    "download-of-a-long-name-has-no-files": repacked((tree, release) =>
      release.name.length >= 128 ? [] : tree,
    ),
  },
  "download/builds-have-their-own-files": {
    "download-is-that-of-the-first-build": {
      summary: "Versions that differ only in build metadata download as the first of them",
      change: replaceRule("transfer", "archiveOf", (before) => async (release, call) => {
        const first = releasesOf(release.name, call).find(
          ({ version }) => version.split("+")[0] === release.version.split("+")[0],
        );
        return await before(first ?? release, call);
      }),
    },
  },
  "download/versions-have-their-own-files": {
    "download-is-that-of-the-newest-version": {
      summary: "Every version downloads as the version published last",
      change: replaceRule("transfer", "archiveOf", (before) => async (release, call) => {
        const newest = releasesOf(release.name, call).at(-1);
        return await before(newest ?? release, call);
      }),
    },
    "download-is-that-of-the-first-version": {
      summary: "Every version downloads as the version published first",
      change: replaceRule("transfer", "archiveOf", (before) => async (release, call) => {
        const [first] = releasesOf(release.name, call);
        return await before(first ?? release, call);
      }),
    },
  },
  "download/is-the-same-on-every-read": {
    "second-download-lacks-a-file": omittingAFileOnRepeat,
  },
  "download/is-unchanged-by-trust": {
    "download-contains-the-trust-artifacts": {
      leads: "download/keeps-files-of-every-kind",
      change: replaceRule("transfer", "archiveOf", (before) => async (release, call) => {
        const [attachment] = release.attachments;
        if (attachment === undefined) return await before(release, call);
        return await packTree([
          ...release.tree,
          { path: "trust.json", kind: "file", bytes: attachment.bytes, modifiedAt: 0 },
        ]);
      }),
    },
    "integrity-changes-with-trust": {
      summary: "The release is stored with another integrity once a trust artifact is attached",
      change: onlyFor(
        "getRelease",
        replaceRule("render", "release", (before) => (release, call) => ({
          ...before(release, call),
          integrity: release.attachments.length > 0 ? unrelatedDigest : release.integrity,
        })),
      ),
    },
    "integrity-changed-by-trust": {
      summary: "Release metadata has another integrity once a trust artifact is attached",
      change: withBody("getRelease", (body, call) =>
        (findRelease(call.name, call.version, call)?.attachments.length ?? 0) > 0
          ? { ...body, integrity: unrelatedDigest }
          : body,
      ),
    },
  },
};
