import { allOf, type Change, replaceRule } from "../../rules/change.ts";
import { findRelease } from "../../lookup.ts";
import type { Release } from "../../store.ts";
import type { FaultFile } from "../fault.ts";

/** A registry that takes an unpublished version again, and takes something of the old release into the new one. */
function republishing(keep: (old: Release) => Partial<Release>): Change {
  return allOf(
    replaceRule(
      "publish",
      "isTaken",
      (before) => (name, version, call) =>
        before(name, version, call) && findRelease(name, version, call)?.status.state !== "tombstoned",
    ),
    replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
      const old = findRelease(intent.name, intent.version, call);
      return { ...before(intent, content, call), ...(old === undefined ? {} : keep(old)) };
    }),
  );
}

/** Faults in what is published again after an unpublish. */
export const republished: FaultFile = {
  "unpublish/republished-versions-show-nothing-of-the-old-one": {
    "republished-version-keeps-its-attachments": republishing(({ attachments }) => ({ attachments })),
    "republished-version-keeps-its-integrity": republishing(({ integrity }) => ({ integrity })),
    "republished-version-keeps-its-reason": republishing(({ status: { reason } }) => ({
      status: { state: "available", ...(reason === undefined ? {} : { reason }) },
    })),
    "republished-version-keeps-its-dependencies": republishing(({ externalDependencies }) => ({
      externalDependencies,
    })),
    "republished-version-stays-a-tombstone": republishing(({ status }) => ({ status })),
  },
};
