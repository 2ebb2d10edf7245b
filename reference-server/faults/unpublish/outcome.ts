import { Refusal } from "../../refusal.ts";
import { replaceRule } from "../../rules/change.ts";
import { hasTombstone } from "../changes/lookups.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const outcome: FaultFile = {
  "unpublish/publishers-may-unpublish": {
    "unpublish-refused": {
      summary: "Nobody may unpublish",
      change: replaceRule("unpublish", "find", () => () => {
        throw new Refusal("authorization-failed", "versions stay");
      }),
    },
    "unpublish-finds-no-release": {
      summary: "An existing unscoped version is not found when it is unpublished",
      change: replaceRule("unpublish", "find", (before) => (call) => {
        if (call.form === "unscoped") throw new Refusal("not-found", "there is no such release");
        return before(call);
      }),
    },
  },
  "unpublish/versions-stop-being-available": {
    "unpublish-does-nothing": {
      summary: "Unpublishing is accepted and has no effect",
      change: replaceRule("unpublish", "apply", () => (release) => release),
    },
    "unpublish-works-once": {
      summary: "Of a volume's versions only the first that is unpublished goes",
      change: replaceRule(
        "unpublish",
        "apply",
        (before) => (release, call) => (hasTombstone(release, call) ? release : before(release, call)),
      ),
    },
    "unpublish-hides-the-index-row-only": {
      summary: "Metadata of an unpublished version says that it is available",
      change: replaceRule(
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
  },
  "unpublish/the-index-stops-calling-versions-available": {
    "unpublish-leaves-the-index-row": {
      summary: "The index goes on calling an unpublished version available",
      change: replaceRule(
        "render",
        "row",
        (before) => (release, call) => before({ ...release, status: { state: "available" } }, call),
      ),
    },
  },
  "unpublish/tombstones-keep-their-identity": {
    "tombstone-loses-its-integrity": {
      summary: "The metadata of an unpublished version has another integrity",
      change: replaceRule(
        "unpublish",
        "apply",
        (before) => (release, call) => before({ ...release, integrity: `sha256:${"0".repeat(64)}` }, call),
      ),
    },
  },
};
