import type { Answer } from "../answer.ts";
import type { Call } from "../call.ts";
import { findRelease, saveRelease } from "../lookup.ts";
import { ProblemError } from "../problem-error.ts";
import type { Release } from "../store.ts";

/** Unpublishing a version (section "Unpublish a version"). */
export interface UnpublishRules {
  /** The release of the path, or 404; one that was unpublished before is gone. */
  readonly find: (call: Call) => Release;
  readonly isGone: (release: Release, call: Call) => boolean;
  /** What becomes of the release: its metadata stays as a tombstone, its bytes go, its version is never free again. */
  readonly apply: (release: Release, call: Call) => Release;
  readonly answer: (release: Release, call: Call) => Answer;
}

/** Unpublishing as the reference registry does it. */
export const unpublishRules: UnpublishRules = {
  find: (call) => {
    const release = findRelease(call.name, call.version, call);
    if (release === undefined || call.rules.unpublish.isGone(release, call)) {
      throw new ProblemError("not-found", "there is no such release");
    }
    return release;
  },
  isGone: (release) => release.status.state === "tombstoned",
  apply: (release, call) => {
    const gone: Release = { ...release, status: { state: "tombstoned", reason: "unpublished by its owner" } };
    saveRelease(gone, call);
    return gone;
  },
  answer: (release, call) => call.rules.respond.success(call.rules.render.unpublished(release, call), call),
};
