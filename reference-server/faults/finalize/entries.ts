import { Refusal } from "../../refusal.ts";
import { allOf, type Change, replaceRule } from "../../rules/change.ts";
import { archiveRefusedAs } from "../changes/finalize-problems.ts";
import type { FaultFile } from "../fault.ts";

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

/** TODO */
export const entries: FaultFile = {
  "finalize/entries-stay-inside-the-tree": {
    "path-traversal-accepted": {
      summary: "An archive with entries above its root is accepted",
      change: permittedPath(/(?:^|\/)\.\.(?:\/|$)/),
    },
    "path-traversal-inside-a-path-accepted": {
      summary: "An archive is searched for .. at the beginning of paths only",
      change: permittedPath(/^[^./][^/]*\/(?:.*\/)?\.\.\//),
    },
    "path-traversal-is-an-invalid-manifest": {
      summary: "An archive with entries above its root is refused as invalid-manifest",
      change: archiveRefusedAs("invalid-manifest", /leaves the tree/),
    },
  },
  "finalize/absolute-paths-are-refused": {
    "absolute-paths-accepted": {
      summary: "An archive with absolute paths is accepted",
      change: permittedPath(/^\//),
    },
  },
  "finalize/links-out-of-the-tree-are-refused": {
    "symbolic-links-accepted": {
      summary: "An archive with symbolic links to anywhere is accepted",
      change: permittedType("symlink"),
    },
    "symbolic-links-to-absolute-paths-accepted": {
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
    "hard-links-accepted": {
      summary: "An archive with hard links to anywhere is accepted",
      change: permittedType("link"),
    },
  },
  "finalize/device-nodes-are-refused": {
    "devices-accepted": {
      summary: "An archive with device nodes is accepted",
      change: permittedType("character-device", "block-device"),
    },
  },
  "finalize/duplicate-paths-are-refused": {
    "duplicate-paths-accepted": {
      summary: "Of two files at one path one is taken",
      change: replaceRule("archive", "permitsDuplicates", () => () => true),
    },
  },
};
