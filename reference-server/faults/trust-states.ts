import { replaceRule } from "../rules/change.ts";
import { Refusal } from "../refusal.ts";
import type { ReleaseState } from "../store.ts";
import type { Fault } from "./fault.ts";
import { foreignDigest } from "./reading.ts";
import { isYanked } from "./release-states.ts";

/** Trust documents of releases in this state. */
function brokenWhen(state: ReleaseState): readonly Fault[] {
  const breaks = `trust/documents-of-${state}-releases-name-them`;
  return [
    {
      name: `trust-subject-of-${state}-release-is-foreign`,
      breaks,
      summary: `The subject in trust documents of a release that is ${state} has another integrity`,
      change: replaceRule("render", "subject", (before) => (release, call) => {
        const subject = before(release, call);
        return release.status.state === state ? { ...subject, integrity: foreignDigest } : subject;
      }),
    },
    {
      name: `trust-detail-of-${state}-release-crashes`,
      breaks,
      summary: `The trust detail of a release that is ${state} answers 500`,
      change: replaceRule("render", "detail", (before) => (release, call) => {
        if (release.status.state === state) throw new Error("no detail in this state");
        return before(release, call);
      }),
    },
  ];
}

/** One trust document of releases in git is not found. */
function missingForGit(document: "summary" | "detail"): Fault {
  return {
    name: `trust-${document}-of-git-release-is-not-found`,
    breaks: "trust/documents-of-git-releases-name-them",
    summary: `The trust ${document} of a release in git is not found`,
    change: replaceRule("render", document, (before) => (release, call) => {
      if (release.source.kind === "git") throw new Refusal("not-found", "nothing was uploaded");
      return before(release, call);
    }),
  };
}

/** Trust documents of releases that are not available, and of releases in git. */
export const trustStateFaults: readonly Fault[] = [
  ...brokenWhen("yanked"),
  ...brokenWhen("blocked"),
  ...brokenWhen("tombstoned"),
  ...brokenWhen("unavailable"),
  missingForGit("summary"),
  missingForGit("detail"),
  {
    name: "trust-subject-of-git-release-is-foreign",
    breaks: "trust/documents-of-git-releases-name-them",
    summary: "The subject in trust documents of a release in git has another integrity",
    change: replaceRule("render", "subject", (before) => (release, call) => {
      const subject = before(release, call);
      return release.source.kind === "git" ? { ...subject, integrity: foreignDigest } : subject;
    }),
  },
  {
    name: "yanked-release-hides-its-attachments",
    breaks: "trust/yanked-releases-keep-their-attachments",
    summary: "The trust detail of a yanked release is empty",
    change: replaceRule(
      "visibility",
      "attachments",
      (before) => (release, call) => (isYanked(release) ? [] : before(release, call)),
    ),
  },
];
