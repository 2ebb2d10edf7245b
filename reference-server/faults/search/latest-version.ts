import { textAt } from "../../json.ts";
import { withEachItem } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const latestVersion: FaultFile = {
  "search/latest-version-was-published": {
    "search-latest-version-is-made-up": {
      summary: "The latest version of every volume is 9.9.9",
      change: withEachItem("searchVolumes", (item) => ({ ...item, latestVersion: "9.9.9" })),
    },
    "search-latest-version-of-scoped-volumes-is-made-up": {
      summary: "The latest version of a scoped volume has a letter before it",
      change: withEachItem("searchVolumes", (item) => {
        const isScoped = textAt(item, "name").startsWith("@");
        return isScoped ? { ...item, latestVersion: `v${textAt(item, "latestVersion")}` } : item;
      }),
    },
  },
};
