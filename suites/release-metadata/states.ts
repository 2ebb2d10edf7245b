/** Release metadata in each state, and of git releases. */
import type { CheckEntry, CheckFile } from "../../harness/check-file.ts";
import type { Check, FixtureState } from "../../harness/check.ts";
import type { Expect } from "../../harness/expect/expect.ts";
import { type Answer, isSuccess, valueAt } from "../../harness/exchange/answer.ts";
import { madeReleases } from "../situations/other-targets.ts";
import { readGitOnce, readInStateOnce } from "../situations/release-metadata.ts";

/** A check of the metadata of a release in a state that the API cannot set. */
function stateCheck(
  state: FixtureState,
  about: Pick<Check, "id" | "of" | "rule" | "from" | "covers" | "owns"> & { readonly hasDist: boolean },
): CheckEntry {
  const { hasDist, ...identity } = about;
  return {
    ...identity,
    level: "must",
    source: "Resources, Release metadata: dist; version status",
    reading:
      "The text does not say whether such a release can be read. We accept `not-found` and `authorization-failed`, which this endpoint lists, and judge any metadata that is returned.",
    operations: ["getRelease"],
    needs: [`release:${state}`],
    forms: "either",
    async run({ given, expect }) {
      const { answer } = await readInStateOnce(given, state);

      expectState(expect, answer, state, hasDist);
    },
  };
}

/** Asserts that metadata, if there are any, show the state, and a dist only if the state has one. */
function expectState(expect: Expect, answer: Answer, state: FixtureState, hasDist: boolean): void {
  if (!isSuccess(answer)) return expect.problem(answer, "not-found", "authorization-failed");
  expect.equal(expect.text(answer, "status", "state"), state, { what: "status.state", answer });
  const dist = valueAt(answer.body, "dist");
  expect.that((dist !== undefined) === hasDist, {
    expected: hasDist ? `a dist, since the release is ${state}` : `no dist, since the release is ${state}`,
    got: dist === undefined ? "no dist" : JSON.stringify(dist),
    answer,
    member: "/dist",
  });
}

export const states: CheckFile = {
  source: "Release metadata, distribution object, git",
  operations: ["getRelease"],
  forms: "either",
  checks: [
    stateCheck("yanked", {
      id: "release-metadata/yanked-release-keeps-its-dist",
      of: "release-metadata/dist-follows-the-state",
      owns: ["every-response/release-metadata-is-well-formed", "every-response/dist-follows-the-state"],
      rule: "`GET` metadata of a yanked release, if it succeeds, returns `status.state` `yanked` and a `dist`.",
      hasDist: true,
      from: "standard",
      covers: ["member:release-metadata.dist", "member:version-status.state"],
    }),
    stateCheck("blocked", {
      id: "release-metadata/blocked-release-has-no-dist",
      of: "release-metadata/dist-follows-the-state",
      owns: ["every-response/release-metadata-is-well-formed", "every-response/dist-follows-the-state"],
      rule: "`GET` metadata of a blocked release, if it succeeds, returns `status.state` `blocked` and no `dist`.",
      hasDist: false,
      covers: ["answers:getRelease/authorization-failed", "member:release-metadata.dist"],
    }),
    stateCheck("tombstoned", {
      id: "release-metadata/tombstoned-release-has-no-dist",
      of: "release-metadata/dist-follows-the-state",
      owns: ["every-response/release-metadata-is-well-formed", "every-response/dist-follows-the-state"],
      rule: "`GET` metadata of a tombstoned release, if it succeeds, returns `status.state` `tombstoned` and no `dist`.",
      hasDist: false,
      from: "standard",
      covers: ["member:release-metadata.dist"],
    }),
    stateCheck("unavailable", {
      id: "release-metadata/unavailable-release-has-no-dist",
      of: "release-metadata/dist-follows-the-state",
      owns: ["every-response/release-metadata-is-well-formed", "every-response/dist-follows-the-state"],
      rule: "`GET` metadata of an unavailable release, if it succeeds, returns `status.state` `unavailable` and no `dist`.",
      hasDist: false,
      from: "standard",
      covers: ["member:release-metadata.dist"],
    }),
    {
      id: "release-metadata/blocked-git-release-has-no-dist",
      of: "release-metadata/dist-follows-the-state",
      owns: ["every-response/release-metadata-is-well-formed", "every-response/dist-follows-the-state"],
      level: "must",
      rule: "`GET` metadata of a git release that was blocked, if it succeeds, returns `status.state` `blocked` and no `dist`.",
      source: "Resources, Release metadata: dist; version status",
      reading:
        "The text does not say whether such a release can be read. We accept `not-found` and `authorization-failed`, which this endpoint lists.",
      needs: ["token:publisher", "state:git-release", "state:release-status"],
      covers: ["member:release-metadata.dist"],
      from: "standard",
      forms: "one",
      last: "together",
      async run({ given, registry, expect, eventually, now }) {
        const blocked = (await madeReleases(given)).find(({ state }) => state === "blocked");
        if (blocked === undefined) throw given.nothingToJudge("the hook makes no blocked git release");
        const answer = await eventually(() => registry.getRelease(blocked), {
          since: { sinceMs: now() },
          until: (one) => valueAt(one.body, "status", "state") === "blocked",
        });
        expectState(expect, answer, "blocked", false);
      },
    },
    {
      id: "release-metadata/git-release-has-its-repository-and-ref",
      of: "release-metadata/describes-what-was-published",
      owns: ["every-response/release-metadata-is-well-formed"],
      rule: "`GET` metadata of a git release returns `dist` with exactly `source` `git`, its `repository` and its non-empty `ref`.",
      needs: ["release:git"],
      covers: [
        "member:distribution-git.source",
        "member:distribution-git.repository",
        "member:distribution-git.ref",
      ],
      from: "standard",
      async run({ expect, given }) {
        const { release, answer } = await readGitOnce(given);

        expect.success(answer);
        const repository = release.repository ?? expect.text(answer, "dist", "repository");
        const ref = release.ref ?? expect.text(answer, "dist", "ref");
        const dist = valueAt(answer.body, "dist");
        expect.equal(dist, { source: "git", repository, ref }, { what: "dist", answer });
        expect.that(ref !== "", {
          expected: "a ref with at least one character",
          got: "an empty ref",
          answer,
        });
      },
    },
  ],
};
