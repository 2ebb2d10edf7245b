import { releasesOf } from "../lookup.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { type Change, onlyWhen, replaceRule, withBody } from "../rules/change.ts";
import type { Release, ReleaseState } from "../store.ts";
import type { Fault } from "./fault.ts";
import { isCallOf, withMember } from "./reading.ts";

/** Changes the dist of release metadata, where it has one. */
export function changedDist(change: (dist: JsonObject) => Json | undefined): Change {
  return withMember("getRelease", "dist", (dist) => (isJsonObject(dist) ? change(dist) : dist));
}

function isIn(state: ReleaseState, status: Json | undefined): boolean {
  return isJsonObject(status) && status["state"] === state;
}

/** Changes the metadata of releases in this state. */
function inState(state: ReleaseState, change: (body: JsonObject) => JsonObject): Change {
  return withBody("getRelease", (body) => (isIn(state, body["status"]) ? change(body) : body));
}

/** Whether a release is yanked. */
export function isYanked({ status }: Release): boolean {
  return status.state === "yanked";
}

/** A dist that has nothing to do with the release. */
export const someDist: JsonObject = {
  source: "git",
  repository: "https://git.example/kept.git",
  ref: "main",
};

function keepingDist(state: "blocked" | "tombstoned" | "unavailable"): readonly Fault[] {
  const breaks = `release-metadata/${state}-release-has-no-dist`;
  return [
    {
      name: `metadata-of-${state}-release-keeps-its-dist`,
      breaks,
      summary: `The metadata of a release that is ${state} has a dist`,
      change: inState(state, (body) => ({ ...body, dist: someDist })),
    },
    {
      name: `metadata-hides-that-a-release-is-${state}`,
      breaks,
      summary: `The metadata of a release that is ${state} says available`,
      change: inState(state, (body) => ({ ...body, status: { state: "available" }, dist: someDist })),
    },
  ];
}

/** What metadata tells in each state, and of releases in git. */
export const releaseStateFaults: readonly Fault[] = [
  {
    name: "metadata-of-yanked-release-loses-its-dist",
    breaks: "release-metadata/yanked-release-keeps-its-dist",
    summary: "The metadata of a yanked release has no dist",
    change: inState("yanked", (body) => ({ ...body, dist: undefined })),
  },
  {
    name: "metadata-hides-that-a-release-is-yanked",
    breaks: "release-metadata/yanked-release-keeps-its-dist",
    summary: "The metadata of a yanked release says available",
    change: inState("yanked", (body) => ({ ...body, status: { state: "available" } })),
  },
  ...keepingDist("blocked"),
  ...keepingDist("tombstoned"),
  ...keepingDist("unavailable"),
  {
    name: "yanking-a-version-yanks-its-volume",
    breaks: "release-metadata/yanking-leaves-other-versions",
    summary: "The metadata of every version of a volume with a yanked one says yanked",
    change: onlyWhen(
      isCallOf("getRelease"),
      replaceRule("render", "release", (before) => (release, call) => {
        const { status } = releasesOf(release.name, call).find((one) => isYanked(one)) ?? release;
        return before({ ...release, status }, call);
      }),
    ),
  },
  {
    name: "metadata-of-git-release-lacks-the-ref",
    breaks: "release-metadata/git-release-tells-its-repository",
    summary: "The dist of a release in git has no ref",
    change: changedDist(({ ref: _ref, ...dist }) => dist),
  },
  {
    name: "metadata-of-git-release-has-another-ref",
    breaks: "release-metadata/git-release-tells-its-repository",
    summary: "The ref of a release in git is that of its main branch",
    change: changedDist((dist) => ("ref" in dist ? { ...dist, ref: "main" } : dist)),
  },
  {
    name: "metadata-of-git-release-is-both",
    breaks: "release-metadata/git-release-tells-its-repository",
    summary: "The dist of a release in git has a media type too",
    change: changedDist((dist) => ("ref" in dist ? { ...dist, mediaType: "application/gzip" } : dist)),
  },
];
