/** Rules about trust that no client can observe. */
import type { Untested } from "../../harness/check.ts";

export const emptyTrustProvesNothing: Untested = {
  id: "trust/empty-trust-proves-nothing",
  rule: "An empty trust summary or trust detail does not by itself mean that a release is verified, trusted or within a policy.",
  source: "What the service does, rule 5",
  reason:
    "The rule is for clients. A registry could break it only in `judgments`, whose structure is not stated.",
  covers: ["rule:service/5"],
};

export const judgmentsAreDerived: Untested = {
  id: "trust/judgments-are-derived",
  rule: "The `judgments` of a trust summary are derived and are not canonical trust facts.",
  source: "Trust summary and trust detail envelopes: judgments",
  reason: "A registry derives them internally, from facts and with a policy that no response shows.",
  covers: ["gap:fields/6"],
};

export const contentsOfArtifacts: Untested = {
  id: "trust/contents-of-artifacts",
  rule: "`POST` trust finalize answers 400 `subject-binding-mismatch` if the content of the artifact names a different subject.",
  source: "Errors, table of slugs: subject-binding-mismatch; Finalize trust attachment upload",
  reason:
    "The text does not say which formats a registry reads, or what in them is the subject. This suite does not look into artifacts.",
  covers: ["answers:finalizeTrustUpload/subject-binding-mismatch"],
};

export const mediaTypesOfArtifacts: Untested = {
  id: "trust/media-types-of-artifacts",
  rule: "`POST` trust finalize may answer 415 `unsupported-media-type` or 413 `payload-too-large`.",
  source: "Finalize trust attachment upload",
  reason:
    "The text does not say which artifacts are refused only at finalize. `POST` trust create already gets the format and the size.",
  covers: [
    "answers:finalizeTrustUpload/unsupported-media-type",
    "answers:finalizeTrustUpload/payload-too-large",
    "gap:limits/2",
  ],
};

export const laterStates: Untested = {
  id: "trust/later-attachment-states",
  rule: "The status of an attachment may change after it was `active`.",
  source: "States and transitions: transitions of trust attachment status",
  reason: "The text names neither other states nor a trigger that leads to them.",
  covers: ["gap:transitions/3", "gap:fields/2"],
};
