/** Trust of releases that do not exist. */
import type { Half, Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { ReadableRelease } from "../../harness/given/given.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { type ReleaseName, toPurl } from "../../harness/exchange/volume.ts";
import { unknownVolume, versionsWithOtherNumbers } from "../inputs/near-identities.ts";
import { swapCase } from "../situations/idempotency-key.ts";
import { withoutBuild } from "../inputs/versions.ts";
import { absentLookAlike, attachedRelease, busyRelease, openIntent } from "../situations/attached-release.ts";
import { namesakeOf } from "../situations/other-targets.ts";
import { buildRelease } from "./unusual-releases.ts";

/** Releases that do not exist: a version with another patch number, and an unknown volume. */
function unknownReleases({ volume, version }: ReadableRelease): readonly [ReleaseName, ReleaseName] {
  const [otherPatch = "99999.0.0"] = versionsWithOtherNumbers(version);
  return [
    { volume, version: otherPatch },
    { volume: unknownVolume(volume), version },
  ];
}

/**
 * A release that does not exist, with what is known of the one that it looks like, or undefined where nothing is published.
 */
type Near = (tools: Tools) => Promise<ReadableRelease | undefined>;

/** With a purl of its own: a registry may compare the subject with the path. */
function asItself(release: ReadableRelease): ReadableRelease {
  return { ...release, purl: toPurl(release) };
}

/** Of a volume whose releases have attachments. */
const absentSibling: Near = async ({ given, half }) => {
  const attached = await undefinedIfNotPossible(() => attachedRelease(given));
  return attached && asItself({ ...attached.release, version: absentLookAlike(half) });
};

/** A part of the version of that release, which is a prerelease. */
function partOfVersion(toPart: (version: string) => string): Near {
  return async ({ given }) => {
    const attached = await undefinedIfNotPossible(() => attachedRelease(given));
    return attached && { ...attached.release, version: toPart(attached.release.version) };
  };
}

const absentRelease = partOfVersion((version) => version.replace(/-.*$/, ""));
const absentBeginning = partOfVersion((version) => version.replace(/\.\d+$/, ""));

/** In other letters than a version of its volume. */
const inOtherCase: Near = async ({ given }) => {
  const sibling = await undefinedIfNotPossible(() => busyRelease(given));
  return sibling && { ...sibling, version: swapCase(sibling.version) };
};

/** A prerelease of the version of the shared release. */
const absentPrerelease: Near = async ({ given }) => {
  const shared = await undefinedIfNotPossible(() => given.sharedRelease());
  return shared && { ...shared, version: `${shared.version}-absent` };
};

/** Another build than the two that there are: a registry that publishes both compares builds. */
const anotherBuild: Near = async (tools) => {
  const build = await buildRelease(tools);
  return build && { ...build, version: `${withoutBuild(build.version)}+absent` };
};

/** The version of the shared release, in the volume of the same name in the other form. */
const namesake: Near = async ({ given, target }) => {
  const shared = await undefinedIfNotPossible(() => given.sharedRelease());
  const volume = shared && namesakeOf(shared.volume, target);
  return volume && { ...shared, volume };
};

/** What is read of which absent release: each kind of look-alike is met by a summary or a detail. */
const nearReads: Readonly<Record<Half, readonly (readonly [summary: Near, detail: Near])[]>> = {
  first: [
    [absentSibling, absentPrerelease],
    [absentRelease, namesake],
  ],
  second: [
    [inOtherCase, absentSibling],
    [namesake, anotherBuild],
    [anotherBuild, absentBeginning],
  ],
};

/** For which absent releases a trust upload is asked. */
const nearCreates: Readonly<Record<Half, readonly Near[]>> = {
  first: [inOtherCase, absentSibling, absentRelease],
  second: [namesake, anotherBuild, absentBeginning],
};

function isPublished(release: ReadableRelease | undefined): release is ReadableRelease {
  return release !== undefined;
}

async function expectNotFound(tools: Tools, ofSummary: ReleaseName, ofDetail: ReleaseName): Promise<void> {
  const summary = await tools.registry.getTrustSummary(ofSummary);
  const detail = await tools.registry.getTrustDetail(ofDetail);

  tools.expect.problem(summary, "not-found");
  tools.expect.problem(detail, "not-found");
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
        const [otherPatch, otherVolume] = unknownReleases(await tools.given.readableRelease());
        if (tools.depth === "quick") return await expectNotFound(tools, otherPatch, otherPatch);

        for (const [toSummary, toDetail] of nearReads[tools.half])
          await expectNotFound(
            tools,
            (await toSummary(tools)) ?? otherVolume,
            (await toDetail(tools)) ?? otherPatch,
          );
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
        const { given, registry, expect, depth, half } = tools;
        const existing = await given.sharedRelease();
        const { requestBody } = await openIntent(given);
        const malformed = { ...existing, version: `${existing.version}_${"x".repeat(300)}` };
        const [otherPatch] = unknownReleases(existing).map((absent) => ({ ...existing, ...absent }));
        const near = depth === "quick" ? [] : nearCreates[half];
        const nearest = (await Promise.all(near.map((toNear) => toNear(tools)))).filter(isPublished);
        const others = half === "first" && depth !== "quick" ? [malformed] : [];

        await tools.each(
          [...(nearest.length === 0 ? [otherPatch ?? malformed] : nearest), ...others],
          async (release) => {
            // of the release that it looks like: a registry that finds that one has nothing to refuse
            const { purl, integrity } = release;
            const body = { ...requestBody, subject: { purl, integrity } };
            const answer = await registry.createTrustUpload(release, body);

            if (release === malformed)
              expect.problem(answer, "not-found", "subject-binding-mismatch", "validation-failed");
            else expect.problem(answer, "not-found", "subject-binding-mismatch");
          },
        );
      },
    },
  ],
};
