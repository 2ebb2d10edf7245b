/** Metadata of unknown releases. */
import type { CheckFile } from "../../harness/check-file.ts";
import { equalIn32Bits, unknownVolume } from "../inputs/near-identities.ts";
import { withoutBuild } from "../inputs/versions.ts";
import { expectVisible } from "../situations/release-metadata.ts";
import { twoBuilds } from "../situations/two-builds.ts";
import { laterPublication } from "../situations/version-index.ts";

export const unknownReleases: CheckFile = {
  source: "Endpoints, Fetch release metadata: not-found; Errors, not-found",
  operations: ["getRelease"],
  covers: ["answers:getRelease/not-found", "slug:not-found"],
  checks: [
    {
      id: "release-metadata/unknown-version-is-not-found",
      of: "release-metadata/unknown-releases-are-not-found",
      owns: ["every-response/endpoints-answer-their-own-problems", "problems/unknown-releases-are-not-found"],
      rule: "`GET` metadata of an unknown version of an existing volume answers 404 `not-found`.",
      async run(tools) {
        const release = await expectVisible(tools);

        const version = tools.half === "first" ? equalIn32Bits(release.version) : "987.65.4";
        const answer = await tools.registry.getRelease({ volume: release.volume, version });

        tools.expect.problem(answer, "not-found");
      },
    },
    {
      id: "release-metadata/near-versions-are-not-found",
      of: "release-metadata/unknown-releases-are-not-found",
      owns: ["problems/unknown-releases-are-not-found"],
      rule: "`GET` metadata of a version answers 404 `not-found` where only a prerelease of it, or only builds of it, are published.",
      source: "Endpoints, Fetch release metadata: not-found; Shared formats, version",
      reading:
        "SemVer gives a prerelease a version of its own. For builds we ask only a registry that publishes two which differ in nothing else.",
      needs: ["token:publisher"],
      forms: "unscoped",
      from: "standard",
      async run({ each, given, registry, expect }) {
        const { release: prerelease } = await laterPublication(given);
        const { second } = await twoBuilds(given);
        const releases = [prerelease, second.release].filter((release) => release !== undefined);
        if (releases.length === 0)
          throw given.nothingToJudge("neither a prerelease nor two builds are published");

        await each(releases, async ({ volume, version }) => {
          const missing = version.includes("+") ? withoutBuild(version) : version.replace(/-.*$/, "");
          const answer = await registry.getRelease({ volume, version: missing });
          expect.problem(answer, "not-found");
        });
      },
    },
    {
      id: "release-metadata/conditional-reads-do-not-find-unknown-versions",
      of: "release-metadata/unknown-releases-are-not-found",
      rule: "`GET` metadata of an unknown version answers 404 `not-found` to an `If-None-Match` header, too: one with `*`, and one with a list.",
      reading:
        "An `If-None-Match` makes a read conditional on what would be shown otherwise (RFC 9110 section 13.1.2). Of a release that does not exist, there is nothing that a 304 could confirm.",
      forms: "one",
      from: "standard",
      async run(tools) {
        const release = await expectVisible(tools);
        await tools.each(["*", '"conformance", W/"conformance-2"'], async (validators) => {
          const answer = await tools.registry.getRelease(
            { volume: release.volume, version: "987.65.5" },
            { headers: [["if-none-match", validators]] },
          );
          tools.expect.problem(answer, "not-found");
        });
      },
    },
    {
      id: "release-metadata/unknown-volume-is-not-found",
      of: "release-metadata/unknown-releases-are-not-found",
      owns: ["problems/unknown-releases-are-not-found"],
      rule: "`GET` metadata of an unknown volume answers 404 `not-found`.",
      async run(tools) {
        const { volume, version } = await expectVisible(tools);

        const answer = await tools.registry.getRelease({ volume: unknownVolume(volume), version });

        tools.expect.problem(answer, "not-found");
      },
    },
  ],
};
