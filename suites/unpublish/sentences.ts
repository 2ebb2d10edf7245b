/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "unpublish/unpublished-versions-are-not-available",
    level: "should",
    rule: "After `DELETE` a version is no longer available in metadata and index, and what is left of it keeps its identity.",
    source: "Unpublish a version: accepted or tombstoned; Version index row",
  },
  {
    id: "unpublish/volumes-stay-open",
    level: "should",
    rule: "After `DELETE` of a version further versions can be published, and open uploads of others can be finalized.",
    source: "Unpublish a version: one version of the path; Errors, version-conflict",
  },
];
