/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "release-metadata/dependencies-are-those-declared",
    rule: "A release lists the external dependencies that its manifest declares, each with its members, wherever and whenever it is read.",
    source: "Release metadata: externalDependencies; Shared formats: external dependency declaration key",
  },
  {
    id: "release-metadata/unknown-releases-are-not-found",
    rule: "A read of a volume, version or advisory that does not exist answers 404 `not-found`.",
    source: "Errors, table of slugs: not-found; Endpoints, possible errors",
  },
  {
    id: "release-metadata/describes-what-was-published",
    rule: "`GET` metadata has the name and version of its path, and the distribution that was published.",
    source: "Resources, Release metadata; What the service does: exact release metadata per volume version",
  },
  {
    id: "release-metadata/finalized-releases-are-available",
    rule: "After its finalize a release can be read, and its state is `available`.",
    source: "States and transitions, release finalize; Release metadata, version status",
  },
  {
    id: "release-metadata/dist-follows-the-state",
    rule: "A release has a `dist` if and only if its state is `available` or `yanked`.",
    source: "Resources, Release metadata: dist; version status",
    restsOn: [
      "release-metadata/describes-what-was-published",
      "release-metadata/other-releases-stay-as-they-are",
      "release-metadata/states-change-by-their-own-events-only",
    ],
  },
  {
    id: "release-metadata/other-releases-stay-as-they-are",
    rule: "What happens to one release leaves all others as they were, and no release disappears or is replaced.",
    source: "States and transitions; Unpublish a version: one version of the path; What the service does",
  },
  {
    id: "release-metadata/states-change-by-their-own-events-only",
    rule: "A release has the state that it was given last, in metadata and index, whatever else is written.",
    source: "States and transitions; Release metadata: status",
    covers: ["member:version-status.state"],
  },
];
