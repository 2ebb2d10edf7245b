/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "download/gives-the-files-of-its-release",
    rule: "The `url` of a hosted `dist` gives a gzip archive with exactly the files that were uploaded for that release, on every read.",
    source: "What the service does, rule 4; Release metadata: integrity, dist",
    restsOn: ["finalize/results-have-a-hosted-distribution", "release-metadata/describes-what-was-published"],
  },
  {
    id: "download/answers-every-client",
    level: "should",
    rule: "A download gives every client the archive, or the part of it that the client asked for.",
    source: "Release metadata, hosted archive: url; RFC 9110, sections 13 and 14",
    covers: ["member:distribution-hosted.url"],
  },
];
