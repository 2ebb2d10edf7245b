import { textAt } from "../../json.ts";
import { withEachItem } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the latest version of a search result. */
export const latestVersion: FaultFile = {
  "search/latest-version-was-published": {
    "search-latest-version-is-always-9.9.9": withEachItem("searchVolumes", (item) => ({
      ...item,
      latestVersion: "9.9.9",
    })),
    "search-latest-version-of-scoped-volumes-starts-with-v": withEachItem("searchVolumes", (item) => {
      const isScoped = textAt(item, "name").startsWith("@");
      return isScoped ? { ...item, latestVersion: `v${textAt(item, "latestVersion")}` } : item;
    }),
  },
};
