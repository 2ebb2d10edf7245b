import type { CheckFile } from "../../harness/check-file.ts";
import type { Judgement } from "../../harness/check.ts";
import { listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { isObject, releasesIn, statusesIn } from "../responses.ts";

/** Judges that each object has only the members listed for it. */
function judgeMembers(objects: readonly unknown[], listed: (value: object) => readonly string[]): Judgement {
  const judged = objects.filter(isObject);
  for (const value of judged) {
    const names = listed(value);
    const unknown = Object.keys(value).find((name) => !names.includes(name));
    if (unknown !== undefined)
      return {
        expected: `only the members ${names.join(", ")}`,
        got: `an unknown member ${JSON.stringify(unknown.slice(0, 80))}`,
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

const deliveredStates: ReadonlySet<string> = new Set(["available", "yanked"]);
const withheldStates: ReadonlySet<string> = new Set(["blocked", "tombstoned", "unavailable"]);

export const closedObjects: CheckFile = {
  source: "Release metadata",
  operations: ["getRelease", "finalizeReleaseUpload"],
  invariants: [
    {
      id: "every-response/release-metadata-has-no-other-members",
      covers: ["operation:getRelease"],
      rule: "Release metadata has only the listed members, in responses to `GET` metadata and `POST` finalize.",
      judge: (answer) =>
        releasesIn(answer).length === 0
          ? "not-applicable"
          : judgeMembers(releasesIn(answer), () => metadataMembers),
    },
    {
      id: "every-response/version-status-has-no-other-members",
      covers: ["member:version-status.state"],
      rule: "A version status has only the members `state` and `reason`, in release metadata and in index rows.",
      source: "Release metadata, version status",
      operations: ["getRelease", "finalizeReleaseUpload", "getVersionIndex"],
      judge: (answer) =>
        statusesIn(answer).length === 0
          ? "not-applicable"
          : judgeMembers(statusesIn(answer), () => statusMembers),
    },
    {
      id: "every-response/distribution-is-one-of-the-variants",
      judgesForm: true,
      rule: "A `dist` is a hosted archive (`source` is `cdn`) or a git reference (`source` is `git`), with exactly the members of that variant.",
      source: "Release metadata, distribution",
      covers: ["member:distribution-hosted.source", "member:distribution-git.source"],
      judge(answer) {
        if (releasesIn(answer).length === 0) return "not-applicable";
        const distributions = releasesIn(answer)
          .map((release) => valueAt(release, "dist"))
          .filter((dist) => dist !== undefined);
        const invalid = distributions.find((dist) => !["cdn", "git"].includes(textAt(dist, "source") ?? ""));
        if (invalid !== undefined)
          return {
            expected: 'a `source` of "cdn" or "git"',
            got: JSON.stringify(valueAt(invalid, "source")) ?? "no `source`",
            member: `${valueAt(answer.body, "release") === undefined ? "" : "/release"}/dist/source`,
          };
        for (const dist of distributions) {
          const names = textAt(dist, "source") === "git" ? gitMembers : hostedMembers;
          const missing = names.find((name) => valueAt(dist, name) === undefined);
          if (missing !== undefined)
            return { expected: `the members ${names.join(", ")}`, got: `no \`${missing}\`` };
        }
        return judgeMembers(distributions, (dist) =>
          textAt(dist, "source") === "git" ? gitMembers : hostedMembers,
        );
      },
    },
    {
      id: "every-response/external-dependency-has-no-other-members",
      covers: ["member:release-metadata.externalDependencies"],
      rule: "An external dependency declaration has only the listed members.",
      source: "Release metadata, external dependency declaration",
      judge(answer) {
        const releases = releasesIn(answer);
        if (releases.length === 0) return "not-applicable";
        return judgeMembers(
          releases.flatMap((release) => listAt(release, "externalDependencies")),
          () => declarationMembers,
        );
      },
    },
    {
      id: "every-response/dist-follows-the-state",
      of: "release-metadata/dist-follows-the-state",
      rule: "Release metadata has `dist` if its state is `available` or `yanked`, and has no `dist` if it is `blocked`, `tombstoned` or `unavailable`.",
      source: "Release metadata, dist",
      covers: ["member:release-metadata.dist"],
      judge(answer) {
        for (const release of releasesIn(answer)) {
          const state = textAt(release, "status", "state") ?? "";
          const hasDist = valueAt(release, "dist") !== undefined;
          if (deliveredStates.has(state) && !hasDist)
            return {
              expected: `\`dist\`, because the state is ${state}`,
              got: "no `dist`",
              wanted: { member: "dist" },
            };
          if (withheldStates.has(state) && hasDist)
            return { expected: `no \`dist\`, because the state is ${state}`, got: "a `dist`" };
          if (deliveredStates.has(state) || withheldStates.has(state)) return "held";
        }
        return "not-applicable";
      },
    },
  ],
};
