/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "consistency/inconsistent-releases-are-reported",
    level: "should",
    rule: "A read of a release whose data can no longer be reconciled answers 409 `inconsistent-registry-state`.",
    source:
      "Errors, inconsistent-registry-state; possible errors of Version index, Fetch release metadata, Trust summary and Trust detail",
  },
  {
    id: "consistency/reads-do-not-depend-on-the-client",
    level: "should",
    rule: "A read answers the same whatever header fields and unknown query members a client adds, and however it spells the path.",
    source: "What the service does, rules 1 and 2; RFC 9110, sections 5.1, 10.1.5 and 12.5.1",
    covers: ["rule:service/2"],
  },
  {
    id: "consistency/writes-are-open-to-every-client",
    level: "should",
    rule: "A write of a caller with authority succeeds whatever header fields its client adds.",
    source: "What the service does, rule 2; RFC 9110, sections 10.1.5 and 12.5",
    covers: ["rule:service/2"],
  },
  {
    id: "consistency/validators-change-with-their-document",
    level: "should",
    rule: "A conditional read answers 304 only while the document is the same.",
    source: "Endpoints, responses of the reads; RFC 9110 section 13",
    covers: ["operation:getRelease"],
  },
  {
    id: "consistency/addresses-lead-to-one-thing",
    rule: "An address in a document leads to one thing: no two versions, file trees or artifacts share one.",
    source: "Version index row: release; Release metadata, hosted archive: url; Trust attachment: locator",
  },
];
