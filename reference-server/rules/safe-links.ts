import { ProblemError } from "../problem-error.ts";
import { allOf, type Change, replaceRule } from "./change.ts";

/** Accepts symbolic links that stay inside the tree. */
export const safeLinks: Change = allOf(
  replaceRule(
    "archive",
    "isPermittedType",
    (before) => (type, call) => type === "symlink" || before(type, call),
  ),
  replaceRule("archive", "toFile", (before) => (entry, call) => {
    const target = entry.linkTarget ?? "";
    const isInside = !target.startsWith("/") && !target.split("/").includes("..");
    if (entry.type === "symlink" && !isInside)
      throw new ProblemError("invalid-archive", "a link leaves the tree");
    return before(entry, call);
  }),
);
