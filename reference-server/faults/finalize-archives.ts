import { constants, gunzipSync } from "node:zlib";
import { Refusal, type ProblemSlug } from "../refusal.ts";
import { type Change, allOf, replaceRule } from "../rules/change.ts";
import { blankManifest } from "./blank-manifest.ts";
import type { Fault } from "./fault.ts";

/** Publishes what the archive's or the manifest's judge refuses with a detail like `pattern`. */
export function publishedDespite(pattern: RegExp): Change {
  return replaceRule("finalize", "judgeArchive", (before) => async (intent, call) => {
    try {
      return await before(intent, call);
    } catch (error) {
      if (!(error instanceof Refusal && pattern.test(error.message))) throw error;
      return { tree: [], manifest: blankManifest(intent) };
    }
  });
}

/** Refuses it with another problem. */
export function refusedAs(slug: ProblemSlug, pattern: RegExp): Change {
  return replaceRule("finalize", "judgeArchive", (before) => async (intent, call) => {
    try {
      return await before(intent, call);
    } catch (error) {
      if (error instanceof Refusal && pattern.test(error.message)) throw new Refusal(slug, error.message);
      throw error;
    }
  });
}

function permittedPath(pattern: RegExp): Change {
  return replaceRule(
    "archive",
    "isSafePath",
    (before) => (path, call) => pattern.test(path) || before(path, call),
  );
}

function permittedType(...types: readonly string[]): Change {
  return replaceRule(
    "archive",
    "isPermittedType",
    (before) => (type, call) => types.includes(type) || before(type, call),
  );
}

const notGzip = /not gzip/;
const damagedGzip = /gzip is damaged/;
const damagedTar = /tar is damaged/;

/** Bad archives that are published, or refused with the wrong problem. */
export const finalizeArchiveFaults: readonly Fault[] = [
  {
    name: "plain-bytes-published",
    breaks: "finalize/bytes-that-are-not-gzip-are-refused",
    summary: "Bytes that are not gzip are published as an empty release",
    change: publishedDespite(notGzip),
  },
  {
    name: "plain-bytes-are-validation-failed",
    breaks: "finalize/bytes-that-are-not-gzip-are-refused",
    summary: "Bytes that are not gzip are refused as validation-failed",
    change: refusedAs("validation-failed", notGzip),
  },
  {
    name: "truncated-gzip-published",
    breaks: "finalize/truncated-gzip-is-refused",
    summary: "A gzip stream without its end is read as far as it goes",
    change: replaceRule(
      "archive",
      "decompress",
      () => (bytes) =>
        Promise.resolve(new Uint8Array(gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }))),
    ),
  },
  {
    name: "truncated-gzip-is-a-digest-mismatch",
    breaks: "finalize/truncated-gzip-is-refused",
    summary: "A gzip stream without its end is refused as digest-mismatch",
    change: refusedAs("digest-mismatch", damagedGzip),
  },
  {
    name: "gzip-of-text-published",
    breaks: "finalize/gzip-of-no-tar-is-refused",
    summary: "Gzipped bytes that are no tar are published as an empty release",
    change: publishedDespite(damagedTar),
  },
  {
    name: "gzip-of-text-is-an-invalid-manifest",
    breaks: "finalize/gzip-of-no-tar-is-refused",
    summary: "Gzipped bytes that are no tar are refused as invalid-manifest",
    change: refusedAs("invalid-manifest", damagedTar),
  },
  {
    name: "path-traversal-accepted",
    breaks: "finalize/entries-stay-inside-the-tree",
    summary: "An archive with entries above its root is accepted",
    change: permittedPath(/(?:^|\/)\.\.(?:\/|$)/),
  },
  {
    name: "path-traversal-inside-a-path-accepted",
    breaks: "finalize/entries-stay-inside-the-tree",
    summary: "An archive is searched for .. at the beginning of paths only",
    change: permittedPath(/^[^./][^/]*\/(?:.*\/)?\.\.\//),
  },
  {
    name: "path-traversal-is-an-invalid-manifest",
    breaks: "finalize/entries-stay-inside-the-tree",
    summary: "An archive with entries above its root is refused as invalid-manifest",
    change: refusedAs("invalid-manifest", /leaves the tree/),
  },
  {
    name: "absolute-paths-accepted",
    breaks: "finalize/absolute-paths-are-refused",
    summary: "An archive with absolute paths is accepted",
    change: permittedPath(/^\//),
  },
  {
    name: "symbolic-links-accepted",
    breaks: "finalize/links-out-of-the-tree-are-refused",
    summary: "An archive with symbolic links to anywhere is accepted",
    change: permittedType("symlink"),
  },
  {
    name: "symbolic-links-to-absolute-paths-accepted",
    breaks: "finalize/links-out-of-the-tree-are-refused",
    summary: "Symbolic links are accepted unless they climb out of the tree by ..",
    change: allOf(
      permittedType("symlink"),
      replaceRule("archive", "toFile", (before) => (entry, call) => {
        if (entry.type === "symlink" && (entry.linkTarget ?? "").includes("..")) {
          throw new Refusal("invalid-archive", "a link leaves the tree");
        }
        return before(entry, call);
      }),
    ),
  },
  {
    name: "hard-links-accepted",
    breaks: "finalize/links-out-of-the-tree-are-refused",
    summary: "An archive with hard links to anywhere is accepted",
    change: permittedType("link"),
  },
  {
    name: "devices-accepted",
    breaks: "finalize/device-nodes-are-refused",
    summary: "An archive with device nodes is accepted",
    change: permittedType("character-device", "block-device"),
  },
  {
    name: "duplicate-paths-accepted",
    breaks: "finalize/duplicate-paths-are-refused",
    summary: "Of two files at one path one is taken",
    change: replaceRule("archive", "permitsDuplicates", () => () => true),
  },
];
