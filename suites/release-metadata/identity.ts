/** Exact metadata describes the requested release. */
import type { CheckFile } from "../../harness/check-file.ts";
import { textAt } from "../../harness/exchange/answer.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { readMetadataOnce, readPublishedOnce, readVersionsOnce } from "../situations/release-metadata.ts";

export const identity: CheckFile = {
  source: "Resources, Release metadata",
  operations: ["getRelease"],
  checks: [
    {
      id: "release-metadata/answers-anonymous-callers",
      of: "authentication/reads-need-no-authority",
      owns: ["every-response/endpoints-answer-their-own-problems", "every-response/reads-need-no-token"],
      rule: "`GET` metadata of a published release without a token answers 2xx.",
      source: "What the service does, rule 1; Authentication, rule 2; Endpoints, Fetch release metadata",
      reading:
        "The text does not say when a new release can be read. We wait up to `settleMs` of the target file.",
      covers: ["operation:getRelease", "rule:authentication/2", "rule:service/1"],
      async run(tools) {
        const { answer } = await readMetadataOnce(tools.given);

        tools.expect.success(answer);
      },
    },
    {
      id: "release-metadata/name-is-the-one-asked-for",
      of: "release-metadata/describes-what-was-published",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "`GET` metadata returns `name` as the full name of the requested volume.",
      covers: ["member:release-metadata.name"],
      async run(tools) {
        const { release, answer } = await readMetadataOnce(tools.given);

        tools.expect.success(answer);
        tools.expect.equal(textAt(answer.body, "name"), toFullName(release.volume), {
          what: "the name",
          answer,
        });
      },
    },
    {
      id: "release-metadata/version-is-the-one-asked-for",
      of: "release-metadata/describes-what-was-published",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "`GET` metadata returns the requested `version`.",
      covers: ["member:release-metadata.version"],
      async run(tools) {
        const { release, answer } = await readMetadataOnce(tools.given);

        tools.expect.success(answer);
        tools.expect.equal(textAt(answer.body, "version"), release.version, { what: "the version", answer });
      },
    },
    {
      id: "release-metadata/finalized-release-is-available",
      of: "release-metadata/finalized-releases-are-available",
      rule: "After `POST` finalize succeeds, `GET` metadata returns `status.state` `available`.",
      source: "States and transitions, release finalize; Release metadata, version status",
      operations: ["getRelease", "finalizeReleaseUpload"],
      needs: ["token:publisher"],
      covers: [
        "member:release-metadata.status",
        "member:version-status.state",
        "transition:release-finalize",
      ],
      async run(tools) {
        const { answer } = await readPublishedOnce(tools.given);

        tools.expect.success(answer);
        tools.expect.equal(textAt(answer.body, "status", "state"), "available", {
          what: "status.state",
          answer,
        });
      },
    },
    {
      id: "release-metadata/uploaded-release-is-hosted",
      of: "release-metadata/describes-what-was-published",
      owns: ["every-response/release-metadata-is-well-formed", "every-response/dist-follows-the-state"],
      rule: "`GET` metadata of an uploaded release returns `dist` with `source` `cdn`, `mediaType` `application/gzip` and a `url`.",
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
        tools.expect.equal(textAt(answer.body, "dist", "source"), "cdn", { what: "dist.source", answer });
        tools.expect.equal(textAt(answer.body, "dist", "mediaType"), "application/gzip", {
          what: "dist.mediaType",
          answer,
        });
        tools.expect.text(answer, "dist", "url");
      },
    },
    {
      id: "release-metadata/versions-have-their-own-metadata",
      of: "release-metadata/describes-what-was-published",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "With several versions of a volume, `GET` metadata of each returns its own `version` and the `integrity` that its `POST` finalize returned.",
      source: "What the service does: exact release metadata per volume version",
      needs: ["token:publisher"],
      covers: ["member:release-metadata.integrity", "member:release-metadata.version"],
      from: "standard",
      async run(tools) {
        const reads = await readVersionsOnce(tools.given);

        for (const { release, answer } of reads) {
          tools.expect.success(answer);
          const { version } = release;
          tools.expect.equal(textAt(answer.body, "version"), version, {
            what: `the version in the metadata of ${version}`,
            answer,
          });
          const about = { what: `the integrity in the metadata of ${version}`, answer };
          if (release.integrity !== "")
            tools.expect.equal(textAt(answer.body, "integrity"), release.integrity, about);
        }
      },
    },
  ],
};
