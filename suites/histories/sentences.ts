/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "histories/concurrent-operations-have-an-order",
    rule: "Operations at the same time have the effects that they would have one after the other.",
    source: "States and transitions; Endpoints",
    restsOn: [
      "unpublish/volumes-stay-open",
      "unpublish/unpublished-versions-are-not-available",
      "release-metadata/other-releases-stay-as-they-are",
    ],
  },
];
