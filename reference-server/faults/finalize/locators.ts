import { textAt } from "../../json.ts";
import { withBody, without } from "../../rules/change.ts";
import { fixtures } from "../../seed.ts";
import { lacking, setting } from "../changes/documents.ts";
import { withReleaseOfResult } from "../changes/identity.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the locations in the result of finalize. */
export const locators: FaultFile = {
  "finalize/the-release-has-a-distribution": {
    "finalize-result-has-no-dist": withReleaseOfResult((release) => without(release, "dist")),
    "finalize-result-has-null-dist": withReleaseOfResult((release) => ({ ...release, dist: null })),
  },
  "finalize/the-release-is-a-hosted-archive": {
    "finalize-result-has-git-dist": withReleaseOfResult((release) => ({
      ...release,
      dist: { source: "git", repository: "https://git.example/volume.git", ref: "main" },
    })),
  },
  "finalize/the-result-has-a-detail-url": {
    "finalize-result-has-no-detail-url": lacking("finalizeReleaseUpload", "detailUrl"),
    "finalize-result-has-malformed-detail-url": setting(
      "finalizeReleaseUpload",
      "detailUrl",
      "see the release page",
    ),
  },
  "finalize/the-detail-url-leads-to-the-release": {
    "detail-url-is-not-found": withBody("finalizeReleaseUpload", (body) => ({
      ...body,
      detailUrl: `${textAt(body, "detailUrl")}-details`,
    })),
    "detail-url-leads-to-another-release": withBody("finalizeReleaseUpload", (body, call) => {
      const { name, version } = fixtures.externalDependencies;
      return { ...body, detailUrl: `${call.base}/api/v1/volumes/${name}/${version}` };
    }),
  },
};
