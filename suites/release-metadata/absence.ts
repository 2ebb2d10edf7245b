/** Releases that do not exist have no metadata. */
import type { Check } from "../../harness/check.ts";
import { expectVisible } from "./reading.ts";

const source = "Endpoints, Fetch release metadata: not-found; Errors, not-found";

export const unknownVersionIsNotFound: Check = {
  id: "release-metadata/unknown-version-is-not-found",
  level: "must",
  rule: "A version that was not published of a volume that exists answers 404 not-found.",
  source,
  operations: ["getRelease"],
  covers: ["answers:getRelease/not-found", "slug:not-found"],
  async run(tools) {
    const { volume } = await expectVisible(tools);

    const answer = await tools.registry.getRelease({ volume, version: "987.65.4" });

    tools.expect.problem(answer, "not-found");
  },
};

export const neighbouringVersionsAreNotFound: Check = {
  id: "release-metadata/neighbouring-versions-are-not-found",
  level: "must",
  rule: "The metadata of a release is found under its exact version only: not under a prerelease of it, nor a longer number.",
  source: "What the service does: exact release metadata per volume version; Errors, not-found",
  operations: ["getRelease"],
  needs: ["token:publisher"],
  from: "standard",
  covers: ["answers:getRelease/not-found"],
  async run(tools) {
    await expectVisible(tools);
    const { volume } = await tools.given.sharedRelease();

    for (const version of ["1.0.0-0", "11.0.0"]) {
      const answer = await tools.registry.getRelease({ volume, version });

      tools.expect.problem(answer, "not-found");
    }
  },
};

export const unknownVolumeIsNotFound: Check = {
  id: "release-metadata/unknown-volume-is-not-found",
  level: "must",
  rule: "A release of a volume that does not exist answers 404 not-found.",
  source,
  operations: ["getRelease"],
  covers: ["answers:getRelease/not-found", "slug:not-found"],
  async run(tools) {
    const { volume, version } = await expectVisible(tools);

    const segment = `${volume.segment.slice(0, 100)}x0absent`;
    const answer = await tools.registry.getRelease({ volume: { ...volume, segment }, version });

    tools.expect.problem(answer, "not-found");
  },
};

export const scopeIsPartOfTheName: Check = {
  id: "release-metadata/scope-is-part-of-the-name",
  level: "must",
  rule: "A release of a scoped volume is not found under the name without the scope, nor the other way round.",
  source: "Resources, Shared formats: volume name; Endpoints, Conventions: unscoped volumes",
  operations: ["getRelease"],
  needs: ["token:publisher"],
  covers: ["convention:unscoped-form", "convention:at-sign"],
  async run(tools) {
    const { registry, expect, target } = tools;
    await expectVisible(tools);
    const release = await tools.given.sharedRelease();
    const { scope, segment } = release.volume;
    // made from a name that only this run has, so that nobody has published the other form of it
    const other =
      scope === undefined ? { scope: target.namespace?.scope ?? "conformance", segment } : { segment };

    const answer = await registry.getRelease({ volume: other, version: release.version });

    expect.problem(answer, "not-found");
  },
};
