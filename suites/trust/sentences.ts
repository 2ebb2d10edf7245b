/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "trust/attaching-changes-no-release",
    rule: "Attaching trust artifacts changes neither metadata nor archive of the release.",
    source: "What the service does, rule 4; Release metadata: integrity, dist",
  },
  {
    id: "trust/subjects-bind-to-the-release",
    rule: "`POST` trust create whose `subject` is not the purl and integrity of the release of its path answers 400 `subject-binding-mismatch`.",
    source:
      "Errors, table of slugs: subject-binding-mismatch; Create trust attachment upload intent: subject",
  },
  {
    id: "trust/valid-uploads-are-attached",
    rule: "A finalize of a valid trust upload answers 201 with the attachment that was declared and uploaded.",
    source: "States and transitions; Finalize trust attachment upload, response body",
  },
  {
    id: "trust/attachments-are-listed-as-uploaded",
    rule: "The trust detail and the summary show what was attached to their release, as it was declared and uploaded, and nothing else.",
    source: "States and transitions: attachment becomes visible; Trust detail; Trust attachment",
    restsOn: ["trust/valid-uploads-are-attached", "trust/attachment-ids-are-unique"],
  },
  {
    id: "trust/documents-name-their-release",
    rule: "The `subject` of a trust detail or summary is the purl and the integrity of the release of its path, in every state.",
    source: "Trust summary; Trust detail; Trust summary and trust detail envelopes: subject",
  },
  {
    id: "trust/attachments-keep-format-and-state",
    level: "should",
    rule: "A listed attachment has every declared member of its format, and stays `active`.",
    source: "Trust attachment: format, status",
  },
  {
    id: "trust/releases-without-attachments-have-empty-documents",
    rule: "The trust detail and the summary of a release without attachments are empty lists, not an error.",
    source: "Trust detail; Trust summary and trust detail envelopes",
  },
  {
    id: "trust/summaries-show-the-attachments",
    rule: "The trust summary shows the categories and formats of the attachments that the detail lists.",
    source: "Trust summary; Trust detail; States and transitions: attachment becomes visible",
  },
  {
    id: "trust/summaries-are-complete",
    level: "should",
    rule: "An entry of the trust summary is marked present, under its category, with all formats, and `detailAvailable` is true.",
    source: "Trust summary and trust detail envelopes: artifacts, detailAvailable",
    restsOn: ["trust/summaries-show-the-attachments"],
  },
  {
    id: "trust/later-attachments-are-listed-too",
    rule: "Each attachment is listed, the latest and the last of many among them.",
    source: "States and transitions: attachment becomes visible",
    restsOn: ["trust/attachments-are-listed-as-uploaded"],
  },
  {
    id: "trust/later-attachments-keep-earlier-ones",
    level: "should",
    rule: "An attachment stays listed when others are attached, later or at the same time.",
    source: "States and transitions: attachment becomes visible; Trust summary and trust detail envelopes",
    restsOn: ["trust/attachments-are-listed-as-uploaded"],
  },
  {
    id: "trust/attachments-belong-to-one-release",
    rule: "An attachment is listed for its own release only: not for another volume, version, build or form of the name.",
    source: "Trust upload, subject: the release the attachment binds to; Trust detail",
  },
];
