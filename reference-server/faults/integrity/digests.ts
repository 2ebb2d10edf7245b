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

/** TODO */
export const digests: FaultFile = {
  "integrity/is-no-digest-of-the-uploaded-bytes": {
    "integrity-of-the-uploaded-bytes": {
      summary: "The integrity is the SHA-256 of the archive",
      change: replaceRule("finalize", "toRelease", (before) => (intent, content, call) => ({
        ...before(intent, content, call),
        integrity: call.rules.integrity.digestOfBytes(intent.bytes ?? new Uint8Array(), call),
      })),
    },
  },
  "integrity/differs-between-releases-with-other-files": {
    "integrity-is-constant": {
      summary: "All releases have one integrity",
      change: digestedBy(() => unrelatedDigest),
    },
    "integrity-of-names-alone": {
      summary: "The integrity is computed over the names of the files",
      change: lineBy((path) => path),
    },
  },
  "integrity/is-the-same-for-the-same-archive": {
    "integrity-is-random": {
      summary: "The integrity is another each time an archive is published",
      change: replaceRule(
        "integrity",
        "digest",
        (before) => (tree, context) =>
          sha256(before(tree, context), newIdentifier(context.registry.random, 12)),
      ),
    },
  },
  "integrity/depends-on-every-byte": {
    "integrity-of-names-and-sizes": {
      summary: "The integrity is computed over the names and sizes of the files",
      change: lineBy((path, bytes) => `${bytes.byteLength} ${path}`),
    },
    "integrity-of-first-blocks": {
      summary: "The integrity is computed over the first 64 KiB of each file",
      change: lineBy((path, bytes) => `${sha256(bytes.subarray(0, 65_536))} ${bytes.byteLength} ${path}`),
    },
    "integrity-of-the-manifest-alone": {
      summary: "The integrity is computed over the manifest and the number of files",
      change: digestedBy((tree) =>
        sha256(
          ...tree.filter(({ path }) => path.endsWith(".toml")).map(({ bytes }) => bytes),
          String(tree.length),
        ),
      ),
    },
  },
  "integrity/depends-on-the-names-of-files": {
    "integrity-of-lower-case-names": {
      summary: "The integrity is computed over names in lower case",
      change: lineBy((path, bytes) => `${sha256(bytes)} ${path.toLowerCase()}`),
    },
    "integrity-without-folders": {
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
    "integrity-of-contents-alone": {
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
  },
  "integrity/depends-on-which-file-holds-what": {
    "integrity-of-names-and-of-contents": {
      summary:
        "The integrity is computed over the names and over the contents, but not which belongs to which",
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
      summary: "The integrity is computed over the names and over all contents one after the other",
      change: digestedBy((tree) =>
        sha256(tree.map(({ path }) => path).join("\n"), ...tree.map(({ bytes }) => bytes)),
      ),
    },
  },
  "integrity/depends-on-empty-files": {
    "integrity-without-empty-files": {
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
  },
  "integrity/ignores-the-order-of-entries": {
    "integrity-depends-on-entry-order": {
      summary: "The integrity is computed over the entries in the archive's own order",
      change: replaceRule("integrity", "order", () => (tree) => tree),
    },
  },
  "integrity/ignores-compression": {
    "integrity-depends-on-compression": {
      summary: "The integrity is computed over the size of the archive too",
      change: replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
        const release = before(intent, content, call);
        return {
          ...release,
          integrity: sha256(release.integrity, String((intent.bytes?.byteLength ?? 0) >> 12)),
        };
      }),
    },
  },
  "integrity/ignores-modification-times": {
    "integrity-depends-on-times": {
      summary: "The integrity is computed over modification times too",
      change: replaceRule(
        "integrity",
        "line",
        (before) => (file, context) => `${file.modifiedAt} ${before(file, context)}`,
      ),
    },
  },
};
