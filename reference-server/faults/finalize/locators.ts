import { textAt } from "../../json.ts";
import { withBody, without } from "../../rules/change.ts";
import { fixtures } from "../../seed.ts";
import { lacking, setting } from "../changes/documents.ts";
import { withReleaseOfResult } from "../changes/identity.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const locators: FaultFile = {
  "finalize/the-release-has-a-distribution": {
    "finalized-release-lacks-dist": {
      summary: "The result's release has no dist",
      change: withReleaseOfResult((release) => without(release, "dist")),
    },
    "finalized-release-has-null-for-dist": {
      summary: "The dist of the result's release is null",
      change: withReleaseOfResult((release) => ({ ...release, dist: null })),
    },
  },
  "finalize/the-release-is-a-hosted-archive": {
    "finalized-release-is-in-git": {
      summary: "The result's release is said to lie in a git repository",
      change: withReleaseOfResult((release) => ({
        ...release,
        dist: { source: "git", repository: "https://git.example/volume.git", ref: "main" },
      })),
    },
  },
  "finalize/the-result-has-a-detail-url": {
    "finalize-gives-no-detail-url": {
      summary: "The result has no detailUrl",
      change: lacking("finalizeReleaseUpload", "detailUrl"),
    },
    "finalize-gives-a-malformed-detail-url": {
      summary: "The detailUrl of the result has spaces in it",
      change: setting("finalizeReleaseUpload", "detailUrl", "see the release page"),
    },
  },
  "finalize/the-detail-url-leads-to-the-release": {
    "detail-url-leads-nowhere": {
      summary: "The detailUrl of the result is not found",
      change: withBody("finalizeReleaseUpload", (body) => ({
        ...body,
        detailUrl: `${textAt(body, "detailUrl")}-details`,
      })),
    },
    "detail-url-leads-to-another-release": {
      summary: "The detailUrl of the result is that of another release",
      change: withBody("finalizeReleaseUpload", (body, call) => {
        const { name, version } = fixtures.externalDependencies;
        return { ...body, detailUrl: `${call.base}/api/v1/volumes/${name}/${version}` };
      }),
    },
  },
};
