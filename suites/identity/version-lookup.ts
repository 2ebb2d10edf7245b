import type { CheckFile } from "../../harness/check-file.ts";
import { constantFrom } from "fast-check";
import type { Tools } from "../../harness/check.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, textAt } from "../../harness/exchange/answer.ts";
import { casesAt } from "../inputs/cases.ts";
import { absentLookAlikes, lookAlikes } from "../inputs/look-alikes.ts";
import { versionsWithOtherNumbers } from "../inputs/near-identities.ts";
import { publishBuildMetadata, readBuildOnce, versionsOf } from "../situations/build-metadata.ts";
import { firstRelease } from "../situations/release-uploads.ts";
import { readLongNameRelease } from "../situations/long-name-release.ts";

function expectIndexed({ expect }: Tools, release: PublishedRelease, index: Answer): void {
  expect.success(index);
  // a row without a version breaks another requirement, so it is not judged here
  const named = versionsOf(index).map((version) => version ?? release.version);
  expect.equal(named, [release.version], { what: "the versions in the index", answer: index });
}

const versionReads: readonly (keyof typeof readers)[] = ["metadata", "summary", "detail"];

const readers = {
  metadata: ({ registry }: Tools, release: Parameters<Tools["registry"]["getRelease"]>[0]): Promise<Answer> =>
    registry.getRelease(release),
  summary: ({ registry }: Tools, release: Parameters<Tools["registry"]["getRelease"]>[0]): Promise<Answer> =>
    registry.getTrustSummary(release),
  detail: ({ registry }: Tools, release: Parameters<Tools["registry"]["getRelease"]>[0]): Promise<Answer> =>
    registry.getTrustDetail(release),
} as const;

export const versionLookup: CheckFile = {
  source: "Release metadata: version",
  operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease", "getVersionIndex"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "identity/versions-are-kept-exactly",
      of: "identity/versions-are-compared-exactly",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "`POST` finalize, `GET` metadata and `GET` index return the published version in its exact letter case. `GET` metadata with the version in lower case answers 404 `not-found`.",
      covers: ["member:release-metadata.version", "member:version-index-row.version", "format:version"],
      from: "standard",
      async run(tools) {
        const { given, registry, expect } = tools;
        const { release, metadata, index } = await readLongNameRelease(given);

        const lowerCase = await registry.getRelease({ ...release, version: release.version.toLowerCase() });

        expect.equal(textAt(release.answer.body, "release", "version"), release.version, {
          what: "the version in the response to finalize",
          answer: release.answer,
        });
        expect.success(metadata);
        expect.equal(textAt(metadata.body, "version"), release.version, {
          what: "the version in the metadata",
          answer: metadata,
        });
        expect.problem(lowerCase, "not-found");
        expectIndexed(tools, release, index);
      },
    },
    {
      id: "identity/build-metadata-is-kept-exactly",
      of: "identity/versions-are-compared-exactly",
      rule: "A version with build metadata can be published; `POST` finalize, `GET` metadata and `GET` index return the whole version.",
      source: "Resources, Shared formats: version; Release metadata: version",
      reading:
        "The text does not say how the `+` of build metadata is encoded in a path. We accept a registry that finds the version with `+` or with `%2B`.",
      covers: ["format:version", "question:10"],
      async run(tools) {
        const { given, expect } = tools;
        const { created, finalized } = await publishBuildMetadata(given);
        expect.success(created);
        if (finalized !== undefined) expect.success(finalized, 201);

        const { release, metadata, index } = await readBuildOnce(given);

        expect.equal(textAt(release.answer.body, "release", "version"), release.version, {
          what: "the version in the response to finalize",
          answer: release.answer,
        });
        expect.success(metadata);
        expect.equal(textAt(metadata.body, "version"), release.version, {
          what: "the version in the metadata",
          answer: metadata,
        });
        expectIndexed(tools, release, index);
      },
    },
    {
      id: "identity/malformed-versions-are-not-found-in-reads",
      of: "identity/malformed-identities-are-not-found",
      owns: ["every-response/endpoints-answer-their-own-problems"],
      rule: "A `GET` of metadata or trust that refuses a version that is not SemVer (`v1.0.0`, `latest`) answers 404 `not-found`. For an alias that lags, 409 `inconsistent-registry-state` passes too.",
      source: "Endpoints: Fetch release metadata, Trust summary, Trust detail: possible errors",
      reading:
        "The text does not say what a malformed version in a path names; an alias or a redirect passes. A refusal is `not-found`, because these endpoints do not list `validation-failed`.",
      operations: ["getRelease"],
      covers: ["question:16", "answers:getRelease/not-found", "format:version"],
      needs: [],
      async run(tools) {
        const { volume, version } = await tools.given.readableRelease();
        const offered = tools.target.features.trust ? versionReads : versionReads.slice(0, 1);
        // the long versions exceed the limit of a file name or a database column
        const malformed = [
          `v${version}`,
          `${version}_${"x".repeat(300)}`,
          `${"0".repeat(300)}${version}`,
          "latest",
          "1.0",
          `${version}.0${"-".repeat(300)}`,
        ];
        const examples = casesAt(tools, malformed, 2).map((text, index) => ({
          version: text,
          read: offered[index % offered.length] ?? "metadata",
        }));
        const allReads = malformed.flatMap((text) => offered.map((read) => ({ version: text, read })));

        let refused = 0;
        await tools.property(
          {
            input: constantFrom(...allReads),
            examples,
            runs: { quick: 0, standard: 0, deep: 12 },
          },
          async ({ version: text, read }) => {
            const answer = await readers[read](tools, { volume, version: text });

            if (answer.status < 400) return;
            refused += 1;
            // an alias may lag behind its release
            tools.expect.problem(answer, "not-found", "inconsistent-registry-state");
          },
        );
        if (refused === 0) throw tools.given.nothingToJudge("no read with a malformed version was refused");
      },
    },
    {
      id: "identity/versions-are-matched-exactly",
      of: "identity/versions-are-compared-exactly",
      rule: "`GET` metadata with `-0` after the version, `1` before it, another number, a hyphen for a dot or other letter case answers 404 `not-found`.",
      operations: ["getRelease"],
      covers: ["format:version"],
      async run(tools) {
        const { given, half, depth } = tools;
        const isAmongLookAlikes = depth !== "quick" && half === "second";
        const { volume, version } = await (isAmongLookAlikes ? firstRelease(given) : given.sharedRelease());
        const others = isAmongLookAlikes
          ? [absentLookAlikes.letters, lookAlikes.letters[0]]
          : [`${version}-0`, `1${version}`];
        const numbers = casesAt(tools, versionsWithOtherNumbers(version), 0);

        await tools.each([...others, ...numbers.slice(0, depth === "deep" ? 3 : 1)], async (other) => {
          tools.expect.problem(await tools.registry.getRelease({ volume, version: other }), "not-found");
        });
      },
    },
  ],
};
