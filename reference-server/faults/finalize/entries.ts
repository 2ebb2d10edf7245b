import { ProblemError } from "../../problem-error.ts";
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

/** Faults in which archive entries finalize accepts. */
export const entries: FaultFile = {
  "finalize/entries-stay-inside-the-tree": {
    "path-traversal-accepted": permittedPath(/(?:^|\/)\.\.(?:\/|$)/),
    "path-traversal-inside-a-path-accepted": {
      summary: "Only paths that start with .. are rejected",
      change: permittedPath(/^[^./][^/]*\/(?:.*\/)?\.\.\//),
    },
    "path-traversal-answers-invalid-manifest": archiveRefusedAs("invalid-manifest", /leaves the tree/),
  },
  "finalize/absolute-paths-are-refused": {
    "absolute-paths-accepted": permittedPath(/^\//),
  },
  "finalize/links-out-of-the-tree-are-refused": {
    "symbolic-links-accepted": permittedType("symlink"),
    "symbolic-links-to-absolute-paths-accepted": {
      summary: "Symbolic links are rejected only if .. leads them out of the tree",
      change: allOf(
        permittedType("symlink"),
        replaceRule("archive", "toFile", (before) => (entry, call) => {
          if (entry.type === "symlink" && (entry.linkTarget ?? "").includes("..")) {
            throw new ProblemError("invalid-archive", "a link leaves the tree");
          }
          return before(entry, call);
        }),
      ),
    },
    "hard-links-accepted": permittedType("link"),
    "hard-links-lose-their-first-dots": {
      summary: "A hard link to a path that begins with `..` is one to the file of that name in the tree",
      change: replaceRule("archive", "list", (before) => async (tar, call) => {
        const entries = await before(tar, call);
        const files = new Map(entries.map((entry) => [entry.path, entry]));
        return entries.map((entry) => {
          const target = files.get((entry.linkTarget ?? "").replace(/^(?:\.\.\/)+/, ""));
          return entry.type === "link" && target !== undefined ? { ...target, path: entry.path } : entry;
        });
      }),
    },
  },
  "finalize/device-nodes-are-refused": {
    "devices-accepted": permittedType("character-device", "block-device"),
  },
  "finalize/duplicate-paths-are-refused": {
    "duplicate-paths-accepted": {
      summary: "One of two files at the same path is kept",
      change: replaceRule("archive", "permitsDuplicates", () => () => true),
    },
  },
};
