/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "integrity/is-a-digest-of-the-files",
    rule: "The integrity is a digest of the file tree, not of the bytes that were uploaded.",
    source: "Release metadata, integrity; What the service does, rule 4",
  },
  {
    id: "integrity/depends-on-the-whole-file-tree",
    rule: "Two releases whose files differ in a byte, a name or a place have different integrities.",
    source: "Release metadata, integrity; What the service does, rule 4",
  },
  {
    id: "integrity/ignores-the-packaging",
    level: "should",
    rule: "Releases with the same files have the same integrity, however their archives were made.",
    source: "Release metadata, integrity; What the service does, rule 4",
  },
  {
    id: "integrity/stays-the-same-everywhere",
    rule: "The integrity of a release is the same in every document that has it, in every state, for ever.",
    source: "Release metadata: integrity; What the service does, rule 4",
    restsOn: ["finalize/results-name-their-upload-and-release"],
  },
];
