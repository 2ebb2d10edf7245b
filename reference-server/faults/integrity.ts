import { createHash } from "node:crypto";
import { packTree } from "../archive/pack.ts";
import type { Tree } from "../archive/tree.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { findRelease } from "../lookup.ts";
import { newIdentifier } from "../random.ts";
import { allOf, type Change, replaceRule, withBody } from "../rules/change.ts";
import type { ReleaseState } from "../store.ts";
import type { Fault } from "./fault.ts";

function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return `sha256:${hash.digest("hex")}`;
}

/** Another algorithm over the files in the order of their paths. */
function digestedBy(digest: (tree: Tree) => string): Change {
  return replaceRule(
    "integrity",
    "digest",
    () => (tree, context) => digest(context.rules.integrity.order(tree, context)),
  );
}

/** Another line for each file. */
function lineBy(line: (path: string, bytes: Uint8Array) => string): Change {
  return replaceRule("integrity", "line", () => (file) => `${line(file.path, file.bytes)}\n`);
}

function servedAs(change: (tree: Tree) => Tree): Change {
  return replaceRule("transfer", "archiveOf", () => async (release) => await packTree(change(release.tree)));
}

const otherIntegrity = `sha256:${"0".repeat(64)}`;

function withRows(change: (row: JsonObject) => JsonObject): Change {
  return withBody("getVersionIndex", (body) => ({
    ...body,
    items: Array.isArray(body["items"])
      ? body["items"].map((row) => (isJsonObject(row) ? change(row) : row))
      : [],
  }));
}

/** Metadata and index row of a release in this state have another integrity. */
function changedWhen(state: ReleaseState): Fault {
  return {
    name: `integrity-changes-when-a-release-is-${state}`,
    breaks: `integrity/stays-when-a-release-is-${state}`,
    summary: `A release that is ${state} has another integrity than before, in its metadata and its index row`,
    change: allOf(
      ...(["release", "row"] as const).map((document) =>
        replaceRule(
          "render",
          document,
          (before) => (release, call) =>
            before(
              release.status.state === state ? { ...release, integrity: otherIntegrity } : release,
              call,
            ),
        ),
      ),
    ),
  };
}

/** Digests of something else than the file tree, and files that are none of the release's. */
export const integrityFaults: readonly Fault[] = [
  {
    name: "integrity-of-the-uploaded-bytes",
    breaks: "integrity/is-no-digest-of-the-uploaded-bytes",
    summary: "The integrity is the SHA-256 of the archive",
    change: replaceRule("finalize", "toRelease", (before) => (intent, content, call) => ({
      ...before(intent, content, call),
      integrity: call.rules.integrity.digestOfBytes(intent.bytes ?? new Uint8Array(), call),
    })),
  },
  {
    name: "integrity-is-constant",
    breaks: "integrity/differs-between-releases-with-other-files",
    summary: "All releases have one integrity",
    change: digestedBy(() => otherIntegrity),
  },
  {
    name: "integrity-of-names-alone",
    breaks: "integrity/differs-between-releases-with-other-files",
    summary: "The integrity is computed over the names of the files",
    change: lineBy((path) => path),
  },
  {
    name: "integrity-is-random",
    breaks: "integrity/is-the-same-for-the-same-archive",
    summary: "The integrity is another each time an archive is published",
    change: replaceRule(
      "integrity",
      "digest",
      (before) => (tree, context) =>
        sha256(before(tree, context), newIdentifier(context.registry.random, 12)),
    ),
  },
  {
    name: "integrity-of-names-and-sizes",
    breaks: "integrity/depends-on-every-byte",
    summary: "The integrity is computed over the names and sizes of the files",
    change: lineBy((path, bytes) => `${bytes.byteLength} ${path}`),
  },
  {
    name: "integrity-of-first-blocks",
    breaks: "integrity/depends-on-every-byte",
    summary: "The integrity is computed over the first 64 KiB of each file",
    change: lineBy((path, bytes) => `${sha256(bytes.subarray(0, 65_536))} ${bytes.byteLength} ${path}`),
  },
  {
    name: "integrity-of-the-manifest-alone",
    breaks: "integrity/depends-on-every-byte",
    summary: "The integrity is computed over the manifest and the number of files",
    change: digestedBy((tree) =>
      sha256(
        ...tree.filter(({ path }) => path.endsWith(".toml")).map(({ bytes }) => bytes),
        String(tree.length),
      ),
    ),
  },
  {
    name: "integrity-of-lower-case-names",
    breaks: "integrity/depends-on-the-names-of-files",
    summary: "The integrity is computed over names in lower case",
    change: lineBy((path, bytes) => `${sha256(bytes)} ${path.toLowerCase()}`),
  },
  {
    name: "integrity-without-folders",
    breaks: "integrity/depends-on-the-names-of-files",
    summary: "The integrity is computed over names without their folders",
    change: digestedBy((tree) =>
      sha256(
        tree
          .map(({ path, bytes }) => `${path.split("/").at(-1)} ${sha256(bytes)}`)
          .toSorted()
          .join("\n"),
      ),
    ),
  },
  {
    name: "integrity-of-contents-alone",
    breaks: "integrity/depends-on-the-names-of-files",
    summary: "The integrity is computed over the contents of the files",
    change: digestedBy((tree) =>
      sha256(
        tree
          .map(({ bytes }) => sha256(bytes))
          .toSorted()
          .join("\n"),
      ),
    ),
  },
  {
    name: "integrity-of-names-and-of-contents",
    breaks: "integrity/depends-on-which-file-holds-what",
    summary: "The integrity is computed over the names and over the contents, but not which belongs to which",
    change: digestedBy((tree) =>
      sha256(
        tree.map(({ path }) => path).join("\n"),
        tree
          .map(({ bytes }) => sha256(bytes))
          .toSorted()
          .join("\n"),
      ),
    ),
  },
  {
    name: "integrity-of-joined-contents",
    breaks: "integrity/depends-on-which-file-holds-what",
    summary: "The integrity is computed over the names and over all contents one after the other",
    change: digestedBy((tree) =>
      sha256(tree.map(({ path }) => path).join("\n"), ...tree.map(({ bytes }) => bytes)),
    ),
  },
  {
    name: "integrity-without-empty-files",
    breaks: "integrity/depends-on-empty-files",
    summary: "The integrity is computed without empty files",
    change: replaceRule(
      "integrity",
      "digest",
      (before) => (tree, context) =>
        before(
          tree.filter(({ bytes }) => bytes.byteLength > 0),
          context,
        ),
    ),
  },
  {
    name: "integrity-depends-on-entry-order",
    breaks: "integrity/ignores-the-order-of-entries",
    summary: "The integrity is computed over the entries in the archive's own order",
    change: replaceRule("integrity", "order", () => (tree) => tree),
  },
  {
    name: "integrity-depends-on-compression",
    breaks: "integrity/ignores-compression",
    summary: "The integrity is computed over the size of the archive too",
    change: replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
      const release = before(intent, content, call);
      return {
        ...release,
        integrity: sha256(release.integrity, String((intent.bytes?.byteLength ?? 0) >> 12)),
      };
    }),
  },
  {
    name: "integrity-depends-on-times",
    breaks: "integrity/ignores-modification-times",
    summary: "The integrity is computed over modification times too",
    change: replaceRule(
      "integrity",
      "line",
      (before) => (file, context) => `${file.modifiedAt} ${before(file, context)}`,
    ),
  },
  {
    name: "integrity-differs-in-the-metadata",
    breaks: "integrity/is-the-same-on-every-read",
    summary: "The metadata has another integrity than finalize",
    change: withBody("getRelease", (body) => ({ ...body, integrity: otherIntegrity })),
  },
  {
    name: "integrity-differs-in-the-index-row",
    breaks: "integrity/is-the-same-on-every-read",
    summary: "The index has another integrity than finalize",
    change: withRows((row) => ({ ...row, integrity: otherIntegrity })),
  },
  {
    name: "integrity-changed-by-trust",
    breaks: "download/is-unchanged-by-trust",
    summary: "A release with a trust artifact has another integrity",
    change: withBody("getRelease", (body, call) =>
      (findRelease(call.name, call.version, call)?.attachments.length ?? 0) > 0
        ? { ...body, integrity: otherIntegrity }
        : body,
    ),
  },
  {
    name: "download-lacks-a-file",
    breaks: "download/gives-the-uploaded-tree",
    summary: "The archive that is served lacks its last file",
    change: servedAs((tree) => tree.slice(0, -1)),
  },
  {
    name: "download-has-a-file-too-many",
    breaks: "download/gives-the-uploaded-tree",
    summary: "The archive that is served has a file that nobody uploaded",
    change: servedAs((tree) => [
      ...tree,
      { path: "REGISTRY.txt", kind: "file", bytes: Buffer.from("served"), modifiedAt: 0 },
    ]),
  },
  {
    name: "download-has-other-line-ends",
    breaks: "download/gives-the-uploaded-tree",
    summary: "The archive that is served has other line ends than the uploaded one",
    change: servedAs((tree) =>
      tree.map((file) => ({
        ...file,
        bytes: Buffer.from(Buffer.from(file.bytes).toString("latin1").replaceAll("\n", "\r\n"), "latin1"),
      })),
    ),
  },
  changedWhen("yanked"),
  changedWhen("blocked"),
  changedWhen("tombstoned"),
  changedWhen("unavailable"),
  {
    name: "integrity-of-an-unavailable-row-is-another",
    breaks: "integrity/stays-when-a-release-is-unavailable",
    summary: "The index row of a release that is unavailable has an integrity of its own",
    change: replaceRule("render", "row", (before) => (release, call) => {
      const row = before(release, call);
      return release.status.state === "unavailable" ? { ...row, integrity: otherIntegrity } : row;
    }),
  },
];
