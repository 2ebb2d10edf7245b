/** What metadata tells in each state of a release, and where its files come from. */
import type { Check, FixtureState } from "../../harness/check.ts";
import { isSuccess, textAt, valueAt } from "../../harness/registry/answer.ts";
import { readGitOnce, readInStateOnce } from "./reading.ts";

const source = "Resources, Release metadata: dist; version status";

const reading =
  "A registry may hide such a release as not-found or refuse it as authorization-failed, both listed for this endpoint: what it shows is judged.";

/** Metadata of a release in a state that the API cannot reach. */
function stateCheck(
  state: FixtureState,
  about: Pick<Check, "id" | "rule" | "from" | "covers"> & { readonly hasDist: boolean },
): Check {
  const { hasDist, ...identity } = about;
  return {
    ...identity,
    level: "must",
    source,
    reading,
    operations: ["getRelease"],
    needs: [`release:${state}`],
    forms: "either",
    async run({ given, expect }) {
      const { answer } = await readInStateOnce(given, state);

      if (!isSuccess(answer)) return expect.problem(answer, "not-found", "authorization-failed");
      expect.equal(textAt(answer.body, "status", "state"), state, { what: "the state", answer });
      const dist = valueAt(answer.body, "dist");
      expect.that((dist !== undefined) === hasDist, {
        expected: hasDist ? `a dist for a ${state} release` : `no dist for a ${state} release`,
        got: dist === undefined ? "none" : JSON.stringify(dist),
        answer,
      });
    },
  };
}

export const yankedReleaseKeepsItsDist: Check = stateCheck("yanked", {
  id: "release-metadata/yanked-release-keeps-its-dist",
  rule: "The metadata of a yanked release says so, and has a dist.",
  hasDist: true,
  from: "standard",
  covers: ["member:release-metadata.dist", "member:version-status.state"],
});

export const blockedReleaseHasNoDist: Check = stateCheck("blocked", {
  id: "release-metadata/blocked-release-has-no-dist",
  rule: "The metadata of a blocked release says so, and has no dist.",
  hasDist: false,
  covers: ["answers:getRelease/authorization-failed", "member:release-metadata.dist"],
});

export const tombstonedReleaseHasNoDist: Check = stateCheck("tombstoned", {
  id: "release-metadata/tombstoned-release-has-no-dist",
  rule: "The metadata of a tombstoned release says so, and has no dist.",
  hasDist: false,
  from: "standard",
  covers: ["member:release-metadata.dist"],
});

export const unavailableReleaseHasNoDist: Check = stateCheck("unavailable", {
  id: "release-metadata/unavailable-release-has-no-dist",
  rule: "The metadata of an unavailable release says so, and has no dist.",
  hasDist: false,
  from: "standard",
  covers: ["member:release-metadata.dist"],
});

export const gitReleaseTellsItsRepository: Check = {
  id: "release-metadata/git-release-tells-its-repository",
  level: "must",
  rule: "The dist of a release that lives in git has source git, the repository and the ref, and nothing else.",
  source: "Release metadata, distribution object, git",
  operations: ["getRelease"],
  needs: ["release:git"],
  forms: "either",
  from: "standard",
  covers: [
    "member:distribution-git.source",
    "member:distribution-git.repository",
    "member:distribution-git.ref",
  ],
  async run({ expect, given }) {
    const { release, answer } = await readGitOnce(given);

    expect.success(answer);
    const repository = release.repository ?? expect.text(answer, "dist", "repository");
    const ref = release.ref ?? expect.text(answer, "dist", "ref");
    const dist = valueAt(answer.body, "dist");
    expect.equal(dist, { source: "git", repository, ref }, { what: "the dist", answer });
    expect.that(ref !== "", { expected: "a ref of at least one character", got: "an empty one", answer });
  },
};
