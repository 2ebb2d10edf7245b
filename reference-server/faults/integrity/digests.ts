import { createHash } from "node:crypto";
import type { Tree } from "../../archive/tree.ts";
import { newIdentifier } from "../../random.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import type { FaultFile } from "../fault.ts";

function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return `sha256:${hash.digest("hex")}`;
}

/** Replaces the digest by `digest` of the files in the order of their paths. */
function digestedBy(digest: (tree: Tree) => string): Change {
  return replaceRule(
    "integrity",
    "digest",
    () => (tree, context) => digest(context.rules.integrity.order(tree, context)),
  );
}

/** Replaces the line for each file. */
function lineBy(line: (path: string, bytes: Uint8Array) => string): Change {
  return replaceRule("integrity", "line", () => (file) => `${line(file.path, file.bytes)}\n`);
}

/** Faults in what the integrity is computed over. */
export const digests: FaultFile = {
  "integrity/is-not-the-digest-of-the-uploaded-bytes": {
    "integrity-of-the-uploaded-bytes": replaceRule(
      "finalize",
      "toRelease",
      (before) => (intent, content, call) => ({
        ...before(intent, content, call),
        integrity: call.rules.integrity.digestOfBytes(intent.bytes ?? new Uint8Array(), call),
      }),
    ),
  },
  "integrity/differs-between-releases-with-different-files": {
    "integrity-is-constant": digestedBy(() => unrelatedDigest),
    "integrity-of-file-names-only": lineBy((path) => path),
  },
  "integrity/is-the-same-for-the-same-archive": {
    "integrity-is-random": replaceRule(
      "integrity",
      "digest",
      (before) => (tree, context) =>
        sha256(before(tree, context), newIdentifier(context.registry.random, 12)),
    ),
  },
  "integrity/depends-on-every-byte": {
    "integrity-of-file-names-and-sizes": lineBy((path, bytes) => `${bytes.byteLength} ${path}`),
    "integrity-of-the-first-64-kib-of-each-file": lineBy(
      (path, bytes) => `${sha256(bytes.subarray(0, 65_536))} ${bytes.byteLength} ${path}`,
    ),
    "integrity-of-the-manifest-and-the-file-count": digestedBy((tree) =>
      sha256(
        ...tree.filter(({ path }) => path.endsWith(".toml")).map(({ bytes }) => bytes),
        String(tree.length),
      ),
    ),
  },
  "integrity/depends-on-the-names-of-files": {
    "integrity-of-lower-case-names": lineBy((path, bytes) => `${sha256(bytes)} ${path.toLowerCase()}`),
    "integrity-of-names-without-folders": digestedBy((tree) =>
      sha256(
        tree
          .map(({ path, bytes }) => `${path.split("/").at(-1)} ${sha256(bytes)}`)
          .toSorted()
          .join("\n"),
      ),
    ),
    "integrity-of-contents-only": digestedBy((tree) =>
      sha256(
        tree
          .map(({ bytes }) => sha256(bytes))
          .toSorted()
          .join("\n"),
      ),
    ),
  },
  "integrity/depends-on-which-file-has-which-content": {
    "integrity-of-sorted-names-and-sorted-contents": {
      summary: "The integrity covers all names and all contents, but not which content belongs to which name",
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
    "integrity-of-joined-contents": {
      summary: "The integrity covers all names and the concatenation of all contents",
      change: digestedBy((tree) =>
        sha256(tree.map(({ path }) => path).join("\n"), ...tree.map(({ bytes }) => bytes)),
      ),
    },
  },
  "integrity/depends-on-empty-files": {
    "integrity-without-empty-files": replaceRule(
      "integrity",
      "digest",
      (before) => (tree, context) =>
        before(
          tree.filter(({ bytes }) => bytes.byteLength > 0),
          context,
        ),
    ),
  },
  "integrity/ignores-the-order-of-entries": {
    "integrity-depends-on-entry-order": replaceRule("integrity", "order", () => (tree) => tree),
  },
  "integrity/ignores-compression": {
    "integrity-depends-on-compression": {
      summary: "The integrity also covers the size of the archive",
      change: replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
        const release = before(intent, content, call);
        return {
          ...release,
          integrity: sha256(release.integrity, String(intent.bytes?.byteLength ?? 0)),
        };
      }),
    },
  },
  "integrity/ignores-modification-times": {
    "integrity-depends-on-modification-times": replaceRule(
      "integrity",
      "line",
      (before) => (file, context) => `${file.modifiedAt} ${before(file, context)}`,
    ),
  },
};
