/** Sentences about trust that no client can see kept or broken. */
import type { Untested } from "../../harness/check.ts";

export const emptyTrustProvesNothing: Untested = {
  id: "trust/empty-trust-proves-nothing",
  rule: "An empty trust summary or trust detail does not by itself mean that a release is verified, trusted or within a policy.",
  source: "What the service does, rule 5",
  reason:
    "It tells clients what not to conclude; judgments, the only place where a registry could say otherwise, has no stated structure.",
  covers: ["rule:service/5"],
};

export const judgmentsAreDerived: Untested = {
  id: "trust/judgments-are-derived",
  rule: "The judgments of a summary are derived and no canonical trust facts.",
  source: "Trust summary and trust detail envelopes: judgments",
  reason: "What they are derived from, and by which policy, happens inside the registry.",
  covers: ["gap:fields/6"],
};

export const contentsOfArtifacts: Untested = {
  id: "trust/contents-of-artifacts",
  rule: "Finalizing answers subject-binding-mismatch where the artifact's own content names another subject.",
  source: "Errors, table of slugs: subject-binding-mismatch; Finalize trust attachment upload",
  reason:
    "Which formats a registry reads, and what in them names a subject, is not given; an artifact is opaque to this suite.",
  covers: ["answers:finalizeTrustUpload/subject-binding-mismatch"],
};

export const mediaTypesOfArtifacts: Untested = {
  id: "trust/media-types-of-artifacts",
  rule: "Finalizing may answer unsupported-media-type or payload-too-large.",
  source: "Finalize trust attachment upload",
  reason:
    "Which artifacts a registry finds unsupported or too large only when finalizing is not given; creating the upload already names both.",
  covers: [
    "answers:finalizeTrustUpload/unsupported-media-type",
    "answers:finalizeTrustUpload/payload-too-large",
    "gap:limits/2",
  ],
};

export const laterStates: Untested = {
  id: "trust/later-attachment-states",
  rule: "The status of an attachment may change after it was active.",
  source: "States and transitions: transitions of trust attachment status",
  reason: "Neither the other states nor anything that would lead to them is given.",
  covers: ["gap:transitions/3", "gap:fields/2"],
};
