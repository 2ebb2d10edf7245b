import type { TreeFile } from "../../archive/tree.ts";
import { allOf, type Change, replaceRule } from "../../rules/change.ts";
import { safeLinks } from "../../rules/safe-links.ts";
import type { FaultFile } from "../fault.ts";

/** Accepts symbolic links inside the tree, with a digest of the tree in which `toDigested` replaces them. */
function acceptingLinks(toDigested: (link: TreeFile) => readonly TreeFile[]): Change {
  return allOf(
    safeLinks,
    replaceRule(
      "integrity",
      "digest",
      (before) => (tree, context) =>
        before(
          tree.flatMap((file) => (file.kind === "link" ? toDigested(file) : [file])),
          context,
        ),
    ),
  );
}

/** Faults in how the integrity covers links. */
export const links: FaultFile = {
  "integrity/depends-on-links": {
    "integrity-without-symbolic-links": acceptingLinks(() => []),
    "integrity-of-symbolic-links-without-their-targets": acceptingLinks((link) => [
      { ...link, bytes: new Uint8Array() },
    ]),
  },
};
