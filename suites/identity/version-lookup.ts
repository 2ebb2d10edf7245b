import { constantFrom } from "fast-check";
import type { Check, Tools } from "../../harness/check.ts";
import type { Given, PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, textAt } from "../../harness/registry/answer.ts";
import { casesAt } from "../cases.ts";
import { tryToPublish, type Publication } from "../publish/publication.ts";
import { readWithPlus, versionsOf } from "./attempts.ts";
import { keptRelease } from "./kept-release.ts";

/** A version with build metadata, in letters of both cases and with zeros in front. */
const buildVersion = "1.20.3-rC.1+Build.007.a-B";

/** What became of publishing a version with build metadata, which several requirements look at. */
function attemptBuild(given: Given): Promise<Publication> {
  return given.shared("identity/build-release", async (own, registry) => {
    await own.sharedRelease();
    return await tryToPublish(own, registry, { version: buildVersion });
  });
}

/**
 * A release whose version has build metadata.
 * @throws Blocked where the registry does not take such a version
 */
export async function buildRelease(given: Given): Promise<PublishedRelease> {
  const { release, finalized, transfer, created } = await attemptBuild(given);
  if (release !== undefined) return release;
  const last = finalized ?? transfer ?? created;
  throw given.blocked("a version with build metadata could not be published", last);
}

/** Its metadata and the index of its volume, once they were there or the time for that was over. */
export function readBuildOnce(
  given: Given,
): Promise<{ readonly release: PublishedRelease; readonly metadata: Answer; readonly index: Answer }> {
  return given.shared("identity/build-reads", async (own, registry, settle) => {
    const release = await buildRelease(own);
    const metadata = await settle(release, () => readWithPlus({ registry }, release));
    const index = await settle(
      release,
      () => registry.getVersionIndex(release.volume),
      (answer) => versionsOf(answer).length > 0,
    );
    return { release, metadata, index };
  });
}

function expectIndexed({ expect }: Tools, release: PublishedRelease, index: Answer): void {
  expect.success(index);
  // a row should name its version; where it does not, another requirement says so
  const named = versionsOf(index).map((version) => version ?? release.version);
  expect.equal(named, [release.version], { what: "the versions of the index", answer: index });
}

export const versionsAreKeptExactly: Check = {
  id: "identity/versions-are-kept-exactly",
  level: "must",
  rule: "A release is found under the very version it was published as, upper and lower case kept, and says that version.",
  source: "Release metadata: version",
  operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease", "getVersionIndex"],
  needs: ["token:publisher"],
  from: "standard",
  covers: ["member:release-metadata.version", "member:version-index-row.version", "format:version"],
  async run(tools) {
    const { given, registry, expect } = tools;
    const { release, metadata, index } = await keptRelease(given);

    const otherCase = await registry.getRelease({ ...release, version: release.version.toLowerCase() });

    expect.equal(textAt(release.answer.body, "release", "version"), release.version, {
      what: "the version in finalize's answer",
      answer: release.answer,
    });
    expect.success(metadata);
    expect.equal(textAt(metadata.body, "version"), release.version, {
      what: "the release's version",
      answer: metadata,
    });
    expect.problem(otherCase, "not-found");
    expectIndexed(tools, release, index);
  },
};

export const buildMetadataIsKeptExactly: Check = {
  id: "identity/build-metadata-is-kept-exactly",
  level: "must",
  rule: "A release with build metadata is found under its whole version and says it whole.",
  source: "Resources, Shared formats: version; Release metadata: version",
  reading: "The plus sign may stand in a path as it is or as %2B; either way in is enough.",
  operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease", "getVersionIndex"],
  needs: ["token:publisher"],
  covers: ["format:version", "question:10"],
  async run(tools) {
    const { given, expect } = tools;
    const { created, finalized } = await attemptBuild(given);
    expect.success(created);
    if (finalized !== undefined) expect.success(finalized, 201);

    const { release, metadata, index } = await readBuildOnce(given);

    expect.equal(textAt(release.answer.body, "release", "version"), release.version, {
      what: "the version in finalize's answer",
      answer: release.answer,
    });
    expect.success(metadata);
    expect.equal(textAt(metadata.body, "version"), release.version, {
      what: "the release's version",
      answer: metadata,
    });
    expectIndexed(tools, release, index);
  },
};

const versionReads: readonly (keyof typeof readers)[] = ["metadata", "summary", "detail"];

const readers = {
  metadata: ({ registry }: Tools, release: Parameters<Tools["registry"]["getRelease"]>[0]): Promise<Answer> =>
    registry.getRelease(release),
  summary: ({ registry }: Tools, release: Parameters<Tools["registry"]["getRelease"]>[0]): Promise<Answer> =>
    registry.getTrustSummary(release),
  detail: ({ registry }: Tools, release: Parameters<Tools["registry"]["getRelease"]>[0]): Promise<Answer> =>
    registry.getTrustDetail(release),
} as const;

export const malformedVersionsAreNotFound: Check = {
  id: "identity/malformed-versions-are-not-found-in-reads",
  level: "must",
  rule: "A read of a release under a version that is none answers 404 not-found.",
  source: "Endpoints: Fetch release metadata, Trust summary, Trust detail: possible errors",
  reading: "These endpoints list no validation-failed, so that not-found is what remains.",
  operations: ["getRelease"],
  covers: ["question:16", "answers:getRelease/not-found", "format:version"],
  async run(tools) {
    const { volume, version } = await tools.given.readableRelease();
    const offered = tools.target.features.trust ? versionReads : versionReads.slice(0, 1);
    // the long ones are longer than a file's name or a column may be
    const malformed = [
      `v${version}`,
      "1.0",
      `${"0".repeat(300)}${version}`,
      "latest",
      `${version}_${"x".repeat(300)}`,
      `${version}.0${"-".repeat(300)}`,
    ];
    const examples = casesAt(tools, malformed, 2).map((text, index) => ({
      version: text,
      read: offered[index % offered.length] ?? "metadata",
    }));
    const every = malformed.flatMap((text) => offered.map((read) => ({ version: text, read })));

    await tools.property(
      {
        input: constantFrom(...every),
        examples,
        runs: { quick: 0, standard: 0, deep: 12 },
      },
      async ({ version: text, read }) => {
        const answer = await readers[read](tools, { volume, version: text });

        tools.expect.problem(answer, "not-found");
      },
    );
  },
};

export const versionsAreMatchedExactly: Check = {
  id: "identity/versions-are-matched-exactly",
  level: "must",
  rule: "A release is found under its own whole version only, not under one that begins or ends alike.",
  source: "Release metadata: version",
  operations: ["getRelease"],
  needs: ["token:publisher"],
  covers: ["format:version"],
  async run(tools) {
    const { volume, version } = await tools.given.sharedRelease();

    const prerelease = await tools.registry.getRelease({ volume, version: `${version}-0` });
    const longer = await tools.registry.getRelease({ volume, version: `1${version}` });

    tools.expect.problem(prerelease, "not-found");
    tools.expect.problem(longer, "not-found");
  },
};
