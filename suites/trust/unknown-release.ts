/** Trust of releases that do not exist. */
import type { Check } from "../../harness/check.ts";
import type { ReadableRelease } from "../../harness/given/given.ts";
import type { ReleaseName } from "../../harness/registry/volume.ts";
import { toPurl } from "../../harness/registry/volume.ts";
import { casesAt } from "../cases.ts";
import { openIntent, type Tools } from "./attached-release.ts";

/** Releases beside an existing one that nobody has published. */
function absentReleases({ volume, version }: ReadableRelease): readonly ReleaseName[] {
  return [
    { volume, version: "99999.0.0" },
    { volume: { ...volume, segment: `${volume.segment.slice(0, 100)}-absent` }, version },
  ];
}

async function expectNothing(tools: Tools, releases: readonly ReleaseName[]): Promise<void> {
  for (const release of releases) {
    const summary = await tools.registry.getTrustSummary(release);
    const detail = await tools.registry.getTrustDetail(release);

    tools.expect.problem(summary, "not-found");
    tools.expect.problem(detail, "not-found");
  }
}

export const unknownReleasesHaveNoTrust: Check = {
  id: "trust/unknown-releases-have-no-trust",
  level: "must",
  rule: "Trust summary and trust detail of a version or a volume that does not exist answer 404 not-found.",
  source: "Trust summary; Trust detail; Errors, table of slugs: not-found",
  operations: ["getTrustSummary", "getTrustDetail"],
  covers: ["answers:getTrustSummary/not-found", "answers:getTrustDetail/not-found", "slug:not-found"],
  async run(tools) {
    const release = await tools.given.readableRelease();

    await expectNothing(tools, casesAt(tools, absentReleases(release)));
  },
};

export const unknownReleasesTakeNoAttachments: Check = {
  id: "trust/unknown-releases-take-no-attachments",
  level: "must",
  rule: "A trust upload for a version that does not exist is refused with 404 not-found or 400 subject-binding-mismatch, one for what is no version also with validation-failed.",
  source:
    "Create trust attachment upload intent; Errors, table of slugs: not-found, subject-binding-mismatch",
  reading: "Both are listed, and which is looked at first, the release or the binding to it, is not said.",
  operations: ["createTrustUpload"],
  needs: ["token:publisher"],
  covers: ["answers:createTrustUpload/not-found"],
  async run(tools) {
    const { given, registry, expect } = tools;
    const existing = await given.sharedRelease();
    const { requestBody } = await openIntent(given);

    const { volume, version } = existing;
    const malformed = { volume, version: `${version}_${"x".repeat(300)}` };

    for (const release of casesAt(tools, [...absentReleases(existing), malformed])) {
      const subject = { purl: toPurl(release), integrity: existing.integrity };
      const answer = await registry.createTrustUpload(release, { ...requestBody, subject });

      if (release === malformed)
        expect.problem(answer, "not-found", "subject-binding-mismatch", "validation-failed");
      else expect.problem(answer, "not-found", "subject-binding-mismatch");
    }
  },
};
