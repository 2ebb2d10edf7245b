/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "identity/well-formed-volume-names-are-accepted",
    rule: "`POST` create for any volume whose scope and name follow the grammar, up to the greatest lengths, is accepted.",
    source: "Resources, Shared formats: scope, name segment; Limits: scope and name segment length",
    restsOn: ["identity/well-formed-versions-are-accepted"],
  },
  {
    id: "identity/malformed-names-are-refused",
    rule: "`POST` create for a volume whose scope or name breaks the grammar or is too long is refused.",
    source: "Resources, Shared formats: scope, name segment; Limits: scope and name segment length",
  },
  {
    id: "identity/volume-names-are-compared-exactly",
    rule: "A volume name is kept and matched character by character, and a name with a scope is another volume than the name without.",
    source: "Resources, Shared formats: volume name; Release metadata: name",
    restsOn: [
      "identity/well-formed-volume-names-are-accepted",
      "finalize/results-name-their-upload-and-release",
    ],
  },
  {
    id: "identity/malformed-identities-are-not-found",
    rule: "A read of a malformed volume name or version answers 404 `not-found`.",
    source: "Endpoints: Version index, Fetch release metadata, Trust summary, Trust detail: possible errors",
    restsOn: ["release-metadata/unknown-releases-are-not-found"],
  },
  {
    id: "identity/versions-are-semantic-versions",
    rule: "`POST` create with a `version` that is not a Semantic Version answers 400 `validation-failed`.",
    source: "Resources, Shared formats: version; Versioning, rule 4",
  },
  {
    id: "identity/versions-are-compared-exactly",
    rule: "A version is kept and matched character by character, build metadata included.",
    source: "Resources, Shared formats: version; Release metadata: version",
    restsOn: [
      "identity/well-formed-versions-are-accepted",
      "release-metadata/unknown-releases-are-not-found",
      "version-index/lists-each-published-version-once",
    ],
  },
  {
    id: "identity/purls-follow-the-template",
    rule: "The `purl` of a release is `pkg:volume/` with its whole name and version, as the template says.",
    source: "Resources, Shared formats: release purl",
    restsOn: ["authentication/reads-need-no-authority", "release-metadata/finalized-releases-are-available"],
  },
];
