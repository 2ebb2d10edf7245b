import { replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** Broken archives and digests. */
export const archiveFaults: readonly Fault[] = [
  {
    name: "integrity-depends-on-entry-order",
    breaks: "release-metadata/integrity-ignores-entry-order",
    summary: "The integrity is computed over the entries in the archive's own order",
    change: replaceRule("integrity", "order", () => (tree) => tree),
  },
  {
    name: "path-traversal-accepted",
    breaks: "finalize/entries-stay-inside-the-tree",
    summary: "An archive with entries above its root is accepted",
    change: replaceRule("archive", "isSafePath", () => () => true),
  },
];
