import { ProblemError } from "../../problem-error.ts";
import { replaceRule } from "../../rules/change.ts";
import { hasTombstone, isYanked } from "../changes/lookups.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the version that is unpublished. */
export const outcome: FaultFile = {
  "unpublish/publishers-may-unpublish": {
    "unpublish-always-refused": replaceRule("unpublish", "find", () => () => {
      throw new ProblemError("authorization-failed", "versions stay");
    }),
    "unpublish-does-not-find-names-of-over-100-characters": replaceRule(
      "unpublish",
      "find",
      (before) => (call) => {
        if (call.name.length > 100) throw new ProblemError("not-found", "there is no such release");
        return before(call);
      },
    ),
    "unpublish-does-not-find-unscoped-versions": replaceRule("unpublish", "find", (before) => (call) => {
      if (call.form === "unscoped") throw new ProblemError("not-found", "there is no such release");
      return before(call);
    }),
  },
  "unpublish/versions-stop-being-available": {
    "unpublish-does-nothing": replaceRule("unpublish", "apply", () => (release) => release),
    "unpublish-leaves-git-releases": replaceRule(
      "unpublish",
      "apply",
      (before) => (release, call) => (release.source.kind === "git" ? release : before(release, call)),
    ),
    "unpublish-leaves-prereleases-of-zero": replaceRule(
      "unpublish",
      "apply",
      (before) => (release, call) => (release.version.endsWith("-0") ? release : before(release, call)),
    ),
    "unpublish-leaves-versions-with-build-metadata": replaceRule(
      "unpublish",
      "apply",
      (before) => (release, call) => (release.version.includes("+") ? release : before(release, call)),
    ),
    "unpublish-works-once-a-volume": replaceRule(
      "unpublish",
      "apply",
      (before) => (release, call) => (hasTombstone(release, call) ? release : before(release, call)),
    ),
    "unpublished-version-has-available-metadata": replaceRule(
      "render",
      "release",
      (before) => (release, call) =>
        before(
          release.status.reason === "unpublished by its owner"
            ? { ...release, status: { state: "available" } }
            : release,
          call,
        ),
    ),
  },
  "unpublish/yanked-versions-are-unpublished-too": {
    "unpublish-leaves-yanked-versions": replaceRule(
      "unpublish",
      "apply",
      (before) => (release, call) => (isYanked(release) ? release : before(release, call)),
    ),
  },
  "unpublish/the-index-stops-listing-versions-as-available": {
    "unpublished-version-is-available-in-the-index": {
      summary: "Every index row says that its version is available",
      leads: "version-index/row-of-a-version-that-is-yanked-has-that-state",
      change: replaceRule(
        "render",
        "row",
        (before) => (release, call) => before({ ...release, status: { state: "available" } }, call),
      ),
    },
  },
  "unpublish/tombstones-keep-their-identity": {
    "unpublished-version-has-another-integrity": replaceRule(
      "unpublish",
      "apply",
      (before) => (release, call) => before({ ...release, integrity: `sha256:${"0".repeat(64)}` }, call),
    ),
  },
};
