/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "version-index/lists-each-published-version-once",
    rule: "The version index has exactly one row for each version that was published, and none for any other.",
    source: "What the service does: a per-volume version index; Endpoints, Version index",
    restsOn: ["version-index/rows-agree-with-the-metadata"],
  },
  {
    id: "version-index/rows-agree-with-the-metadata",
    rule: "An index row has the integrity and the state that the metadata of its version has.",
    source: "Resources, Version index row: status, integrity; What the service does, rule 3",
    restsOn: ["release-metadata/other-releases-stay-as-they-are"],
  },
  {
    id: "version-index/release-urls-lead-to-their-metadata",
    rule: "The `release.url` of an index row leads to the metadata of that version, in every state.",
    source: "Resources, Version index row: release",
    restsOn: [
      "version-index/lists-each-published-version-once",
      "version-index/rows-agree-with-the-metadata",
      "identity/digests-match-their-format",
    ],
  },
];
