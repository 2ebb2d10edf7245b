import type { Invariant, Judgement } from "../../harness/check.ts";
import { listAt, textAt, valueAt } from "../../harness/registry/answer.ts";
import { isObject, releasesIn, statusesIn } from "./subject.ts";

/** Judges that none of the objects has a member besides those listed for it. */
function judgeMembers(objects: readonly unknown[], listed: (value: object) => readonly string[]): Judgement {
  const judged = objects.filter(isObject);
  for (const value of judged) {
    const names = listed(value);
    const other = Object.keys(value).find((name) => !names.includes(name));
    if (other !== undefined)
      return {
        expected: `no members but ${names.join(", ")}`,
        got: `a member ${JSON.stringify(other.slice(0, 80))}`,
      };
  }
  return "held";
}

const metadataMembers: readonly string[] = [
  "name",
  "version",
  "purl",
  "integrity",
  "status",
  "externalDependencies",
  "dist",
];
const statusMembers: readonly string[] = ["state", "reason"];
const hostedMembers: readonly string[] = ["source", "mediaType", "url"];
const gitMembers: readonly string[] = ["source", "repository", "ref"];
const declarationMembers: readonly string[] = [
  "declarationKey",
  "purl",
  "constraint",
  "purpose",
  "components",
];

export const releaseMetadataHasNoOtherMembers: Invariant = {
  id: "every-response/release-metadata-has-no-other-members",
  level: "must",
  rule: "Release metadata has no members besides those listed.",
  source: "Release metadata",
  operations: ["getRelease", "finalizeReleaseUpload"],
  judge: (answer) =>
    releasesIn(answer).length === 0
      ? "not-applicable"
      : judgeMembers(releasesIn(answer), () => metadataMembers),
};

export const versionStatusHasNoOtherMembers: Invariant = {
  id: "every-response/version-status-has-no-other-members",
  level: "must",
  rule: "A version status has no members besides state and reason, in release metadata and in rows of the index.",
  source: "Release metadata, version status",
  operations: ["getRelease", "finalizeReleaseUpload", "getVersionIndex"],
  judge: (answer) =>
    statusesIn(answer).length === 0
      ? "not-applicable"
      : judgeMembers(statusesIn(answer), () => statusMembers),
};

export const distributionIsOneOfTheVariants: Invariant = {
  id: "every-response/distribution-is-one-of-the-variants",
  level: "must",
  rule: "A distribution is a hosted archive or a git reference, and has exactly the members of the one that its source names.",
  source: "Release metadata, distribution",
  operations: ["getRelease", "finalizeReleaseUpload"],
  judge(answer) {
    if (releasesIn(answer).length === 0) return "not-applicable";
    const distributions = releasesIn(answer)
      .map((release) => valueAt(release, "dist"))
      .filter((dist) => dist !== undefined);
    const odd = distributions.find((dist) => !["cdn", "git"].includes(textAt(dist, "source") ?? ""));
    if (odd !== undefined)
      return {
        expected: 'a source of "cdn" or "git"',
        got: JSON.stringify(valueAt(odd, "source")) ?? "none",
      };
    for (const dist of distributions) {
      const names = textAt(dist, "source") === "git" ? gitMembers : hostedMembers;
      const absent = names.find((name) => valueAt(dist, name) === undefined);
      if (absent !== undefined) return { expected: `the members ${names.join(", ")}`, got: `no ${absent}` };
    }
    return judgeMembers(distributions, (dist) =>
      textAt(dist, "source") === "git" ? gitMembers : hostedMembers,
    );
  },
};

export const externalDependencyHasNoOtherMembers: Invariant = {
  id: "every-response/external-dependency-has-no-other-members",
  level: "must",
  rule: "An external dependency declaration has no members besides those listed.",
  source: "Release metadata, external dependency declaration",
  operations: ["getRelease", "finalizeReleaseUpload"],
  judge(answer) {
    const releases = releasesIn(answer);
    if (releases.length === 0) return "not-applicable";
    return judgeMembers(
      releases.flatMap((release) => listAt(release, "externalDependencies")),
      () => declarationMembers,
    );
  },
};

const deliveredStates: ReadonlySet<string> = new Set(["available", "yanked"]);
const withheldStates: ReadonlySet<string> = new Set(["blocked", "tombstoned", "unavailable"]);

export const distFollowsTheState: Invariant = {
  id: "every-response/dist-follows-the-state",
  level: "must",
  rule: "Release metadata has dist where its state is available or yanked, and none where it is blocked, tombstoned or unavailable.",
  source: "Release metadata, dist",
  operations: ["getRelease", "finalizeReleaseUpload"],
  covers: ["member:release-metadata.dist"],
  judge(answer) {
    for (const release of releasesIn(answer)) {
      const state = textAt(release, "status", "state") ?? "";
      const hasDist = valueAt(release, "dist") !== undefined;
      if (deliveredStates.has(state) && !hasDist)
        return { expected: `dist, since the state is ${state}`, got: "no dist" };
      if (withheldStates.has(state) && hasDist)
        return { expected: `no dist, since the state is ${state}`, got: "dist" };
      if (deliveredStates.has(state) || withheldStates.has(state)) return "held";
    }
    return "not-applicable";
  },
};
