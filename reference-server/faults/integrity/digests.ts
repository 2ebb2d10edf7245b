import { createHash } from "node:crypto";
import { gunzipSync, inflateRawSync } from "node:zlib";
import type { Tree, TreeFile } from "../../archive/tree.ts";
import { newIdentifier } from "../../random.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { ReleaseIntent } from "../../store.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { withoutComments } from "../changes/trees.ts";
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

/** Digests the tree as it would be with its files changed. */
function digestedAs(change: (file: TreeFile) => TreeFile): Change {
  return replaceRule("integrity", "digest", (before) => (tree, context) => before(tree.map(change), context));
}

/** Digests only some of the files. */
function digestedWithout(isLeftOut: (file: TreeFile, place: number) => boolean): Change {
  return replaceRule(
    "integrity",
    "digest",
    (before) => (tree, context) =>
      before(
        tree.filter((file, place) => !isLeftOut(file, place)),
        context,
      ),
  );
}

/** Digests the files with their contents read as text and changed. */
function digestedAsText(change: (text: string) => string): Change {
  return digestedAs((file) => ({
    ...file,
    bytes: Buffer.from(change(Buffer.from(file.bytes).toString("utf8"))),
  }));
}

/** The release has the digest of something else as its integrity. */
function digestOf(
  subject: (intent: ReleaseIntent, content: { readonly tree: Tree }) => string | Uint8Array,
): Change {
  return replaceRule("finalize", "toRelease", (before) => (intent, content, call) => ({
    ...before(intent, content, call),
    integrity: sha256(subject(intent, content)),
  }));
}

function isManifest({ path }: TreeFile): boolean {
  return path === "volume.toml";
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
  "integrity/is-a-digest-of-the-file-tree": {
    "integrity-of-the-name-and-the-version": digestOf(({ name, version }) => `${name}@${version}`),
    "integrity-of-the-manifest": digestOf(
      (_intent, { tree }) => tree.find(isManifest)?.bytes ?? new Uint8Array(),
    ),
    "integrity-of-the-tar": digestOf(({ bytes }) => gunzipSync(bytes ?? new Uint8Array())),
    "integrity-of-the-declared-digest": digestOf(({ declaredDigest }) => declaredDigest ?? ""),
    "integrity-of-the-contents-without-names": digestOf((_intent, { tree }) =>
      Buffer.concat(tree.map(({ bytes }) => bytes)),
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
    "integrity-of-binary-files-as-utf-8": digestedAsText((text) => text),
    "integrity-without-byte-order-marks": digestedAsText((text) => text.replace(/^\ufeff/, "")),
    "integrity-with-unix-line-ends": digestedAsText((text) => text.replaceAll("\r\n", "\n")),
    "integrity-without-newlines-at-the-ends-of-files": digestedAs((file) =>
      file.bytes.at(-1) === 0x0a ? { ...file, bytes: file.bytes.slice(0, -1) } : file,
    ),
    "integrity-of-files-above-1-mib-as-empty": digestedAs((file) =>
      file.bytes.length > 1_048_576 ? { ...file, bytes: new Uint8Array() } : file,
    ),
    "integrity-of-the-first-mebibyte-of-each-file": digestedAs((file) => ({
      ...file,
      bytes: file.bytes.slice(0, 1_048_576),
    })),
    "integrity-without-the-last-of-full-64-kib-blocks": digestedAs((file) =>
      file.bytes.length % 65_536 === 0 ? { ...file, bytes: file.bytes.slice(0, -65_536) } : file,
    ),
    "integrity-of-contents-padded-with-zeros": digestedAs((file) => {
      const padded = new Uint8Array(Math.ceil(file.bytes.length / 512) * 512);
      padded.set(file.bytes);
      return { ...file, bytes: padded };
    }),
    "integrity-without-hidden-files": digestedWithout(({ path }) => /(?:^|\/)\./.test(path)),
    "integrity-of-the-first-100-files": digestedWithout((_file, place) => place >= 100),
    "integrity-of-the-manifest-and-the-file-count": digestedBy((tree) =>
      sha256(
        ...tree.filter(({ path }) => path.endsWith(".toml")).map(({ bytes }) => bytes),
        String(tree.length),
      ),
    ),
  },
  "integrity/depends-on-the-manifest": {
    "integrity-without-the-manifest": digestedWithout(isManifest),
    "integrity-without-comments-in-toml": digestedAs(withoutComments),
  },
  "integrity/depends-on-the-characters-of-names": {
    "integrity-of-names-in-nfc": digestedAs((file) => ({ ...file, path: file.path.normalize("NFC") })),
  },
  "integrity/depends-on-the-names-of-files": {
    "integrity-of-the-first-gzip-member": {
      summary: "Only the first member of a gzip file is read",
      change: replaceRule("archive", "decompress", (before) => async (bytes, call) => {
        const whole = await before(bytes, call);
        // the header of our archives has no name
        const first = inflateRawSync(bytes.subarray(10));
        // what ends between two entries looks like a whole tar
        return first.length % 512 === 0 ? new Uint8Array(first) : whole;
      }),
    },
    "integrity-of-the-first-100-characters-of-names": digestedAs((file) => ({
      ...file,
      path: file.path.slice(0, 100),
    })),
    "integrity-of-the-last-100-characters-of-paths": digestedAs((file) => ({
      ...file,
      path: file.path.slice(-100),
    })),
    "integrity-of-names-without-accents": digestedAs((file) => ({
      ...file,
      path: file.path.normalize("NFD").replaceAll(/\p{M}/gu, ""),
    })),
    "integrity-of-names-in-ascii": digestedAs((file) => ({
      ...file,
      path: file.path.replaceAll(/[^\x20-\x7e]/g, "?"),
    })),
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
    "integrity-of-names-and-contents-without-a-separator": digestedBy((tree) =>
      sha256(...tree.flatMap(({ path, bytes }) => [path, bytes])),
    ),
    "integrity-pairs-names-and-contents-without-letter-case": digestedBy((tree) =>
      sha256(
        tree.map(({ path }) => path).join("\n"),
        tree
          .map(({ path, bytes }) => `${path.toLowerCase()} ${sha256(bytes)}`)
          .toSorted()
          .join("\n"),
      ),
    ),
    "integrity-of-joined-contents": {
      summary: "The integrity covers all names and the concatenation of all contents",
      change: digestedBy((tree) =>
        sha256(tree.map(({ path }) => path).join("\n"), ...tree.map(({ bytes }) => bytes)),
      ),
    },
  },
  "integrity/depends-on-empty-files": {
    "integrity-without-empty-hidden-files": digestedWithout(
      ({ path, bytes }) => bytes.byteLength === 0 && /(?:^|\/)\./.test(path),
    ),
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
