/** Trust of releases that do not exist. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { ReadableRelease } from "../../harness/given/given.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { type ReleaseName, toPurl } from "../../harness/exchange/volume.ts";
import { casesAt } from "../inputs/cases.ts";
import { unknownVolume, versionsWithOtherNumbers } from "../inputs/near-identities.ts";
import { absentLookAlike, busyRelease, openIntent } from "../situations/attached-release.ts";

/** Releases that do not exist: a version with another patch number, and an unknown volume. */
function unknownReleases({ volume, version }: ReadableRelease): readonly [ReleaseName, ReleaseName] {
  const [otherPatch = "99999.0.0"] = versionsWithOtherNumbers(version);
  return [
    { volume, version: otherPatch },
    { volume: unknownVolume(volume), version },
  ];
}

/** A version that does not exist, and looks like others of its volume, which have attachments. Undefined where nothing is published. */
async function absentSibling({ given, form, depth }: Tools): Promise<ReleaseName | undefined> {
  if (depth === "quick") return undefined;
  const sibling = await undefinedIfNotPossible(() => busyRelease(given));
  return sibling === undefined ? undefined : { ...sibling, version: absentLookAlike(form) };
}

async function expectNotFound(tools: Tools, releases: readonly ReleaseName[]): Promise<void> {
  for (const release of releases) {
    const summary = await tools.registry.getTrustSummary(release);
    const detail = await tools.registry.getTrustDetail(release);

    tools.expect.problem(summary, "not-found");
    tools.expect.problem(detail, "not-found");
  }
}

export const unknownRelease: CheckFile = {
  source: "Trust summary; Trust detail; Errors, table of slugs: not-found",
  operations: ["getTrustSummary", "getTrustDetail"],
  checks: [
    {
      id: "trust/trust-of-unknown-releases-is-not-found",
      of: "release-metadata/unknown-releases-are-not-found",
      rule: "`GET` trust summary and `GET` trust detail of an unknown version or volume answer 404 `not-found`.",
      covers: ["answers:getTrustSummary/not-found", "answers:getTrustDetail/not-found", "slug:not-found"],
      async run(tools) {
        const [otherPatch, ...others] = unknownReleases(await tools.given.readableRelease());
        const first = (await absentSibling(tools)) ?? otherPatch;

        await expectNotFound(tools, casesAt(tools, [first, ...others]));
      },
    },
    {
      id: "trust/uploads-for-unknown-releases-are-refused",
      rule: "`POST` trust create for an unknown release answers 404 `not-found` or 400 `subject-binding-mismatch`. For a malformed version, 400 `validation-failed` passes too.",
      source:
        "Create trust attachment upload intent; Errors, table of slugs: not-found, subject-binding-mismatch",
      reading:
        "The text lists both problems and does not say whether the release or the binding is checked first. Either problem passes.",
      operations: ["createTrustUpload"],
      needs: ["token:publisher"],
      covers: ["answers:createTrustUpload/not-found"],
      async run(tools) {
        const { given, registry, expect } = tools;
        const existing = await given.sharedRelease();
        const { requestBody } = await openIntent(given);

        const { volume, version } = existing;
        const malformed = { volume, version: `${version}_${"x".repeat(300)}` };

        for (const release of casesAt(tools, [...unknownReleases(existing), malformed])) {
          const subject = { purl: toPurl(release), integrity: existing.integrity };
          const answer = await registry.createTrustUpload(release, { ...requestBody, subject });

          if (release === malformed)
            expect.problem(answer, "not-found", "subject-binding-mismatch", "validation-failed");
          else expect.problem(answer, "not-found", "subject-binding-mismatch");
        }
      },
    },
  ],
};
