/** What exact metadata says of the release that was asked for. */
import type { Check } from "../../harness/check.ts";
import { textAt } from "../../harness/registry/answer.ts";
import { toFullName } from "../../harness/registry/volume.ts";
import { readMetadataOnce, readPublishedOnce, readVersionsOnce } from "./reading.ts";

const source = "Resources, Release metadata";

export const answersAnonymousCallers: Check = {
  id: "release-metadata/answers-anonymous-callers",
  level: "must",
  rule: "The metadata of a published release answers a caller without a token.",
  source: "What the service does, rule 1; Authentication, rule 2; Endpoints, Fetch release metadata",
  reading: "A publication may take the time that the target file calls settleMs to be seen.",
  operations: ["getRelease"],
  covers: ["operation:getRelease", "rule:authentication/2", "rule:service/1"],
  async run(tools) {
    const { answer } = await readMetadataOnce(tools.given);

    tools.expect.success(answer);
  },
};

export const nameIsTheOneAskedFor: Check = {
  id: "release-metadata/name-is-the-one-asked-for",
  level: "must",
  rule: "The name in release metadata is the full name of the volume that was asked for.",
  source,
  operations: ["getRelease"],
  covers: ["member:release-metadata.name"],
  async run(tools) {
    const { release, answer } = await readMetadataOnce(tools.given);

    tools.expect.success(answer);
    tools.expect.equal(textAt(answer.body, "name"), toFullName(release.volume), { what: "the name", answer });
  },
};

export const versionIsTheOneAskedFor: Check = {
  id: "release-metadata/version-is-the-one-asked-for",
  level: "must",
  rule: "The version in release metadata is the one that was asked for.",
  source,
  operations: ["getRelease"],
  covers: ["member:release-metadata.version"],
  async run(tools) {
    const { release, answer } = await readMetadataOnce(tools.given);

    tools.expect.success(answer);
    tools.expect.equal(textAt(answer.body, "version"), release.version, { what: "the version", answer });
  },
};

export const finalizedReleaseIsAvailable: Check = {
  id: "release-metadata/finalized-release-is-available",
  level: "must",
  rule: "After finalize has succeeded, the metadata of the release says that it is available.",
  source: "States and transitions, release finalize; Release metadata, version status",
  operations: ["getRelease", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["member:release-metadata.status", "member:version-status.state", "transition:release-finalize"],
  async run(tools) {
    const { answer } = await readPublishedOnce(tools.given);

    tools.expect.success(answer);
    tools.expect.equal(textAt(answer.body, "status", "state"), "available", { what: "the state", answer });
  },
};

export const uploadedReleaseIsHosted: Check = {
  id: "release-metadata/uploaded-release-is-hosted",
  level: "must",
  rule: "The dist of a release that was uploaded is the hosted archive: source cdn, media type application/gzip and an address.",
  source: "What the service does, rule 6; Release metadata, distribution object; States and transitions",
  operations: ["getRelease", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  covers: [
    "rule:service/6",
    "member:release-metadata.dist",
    "member:distribution-hosted.source",
    "member:distribution-hosted.mediaType",
    "member:distribution-hosted.url",
  ],
  async run(tools) {
    const { answer } = await readPublishedOnce(tools.given);

    tools.expect.success(answer);
    tools.expect.equal(textAt(answer.body, "dist", "source"), "cdn", { what: "the source of dist", answer });
    tools.expect.equal(textAt(answer.body, "dist", "mediaType"), "application/gzip", {
      what: "the media type of dist",
      answer,
    });
    tools.expect.text(answer, "dist", "url");
  },
};

export const versionsOfOneVolumeAreTheirOwn: Check = {
  id: "release-metadata/versions-of-one-volume-are-their-own",
  level: "must",
  rule: "With several versions of one volume, each has metadata with its own version and with the integrity its finalize answered.",
  source: "What the service does: exact release metadata per volume version",
  operations: ["getRelease"],
  needs: ["token:publisher"],
  from: "standard",
  covers: ["member:release-metadata.integrity", "member:release-metadata.version"],
  async run(tools) {
    const reads = await readVersionsOnce(tools.given);

    for (const { release, answer } of reads) {
      tools.expect.success(answer);
      const { version } = release;
      tools.expect.equal(textAt(answer.body, "version"), version, {
        what: `the version at ${version}`,
        answer,
      });
      const about = { what: `the integrity of ${version}`, answer };
      if (release.integrity !== "")
        tools.expect.equal(textAt(answer.body, "integrity"), release.integrity, about);
    }
  },
};
