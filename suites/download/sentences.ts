/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "download/gives-the-files-of-its-release",
    rule: "The `url` of a hosted `dist` gives a gzip archive with exactly the files that were uploaded for that release, on every read.",
    source: "What the service does, rule 4; Release metadata: integrity, dist",
    restsOn: ["finalize/results-have-a-hosted-distribution", "release-metadata/describes-what-was-published"],
  },
];
