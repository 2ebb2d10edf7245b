import type { Answer } from "../answer.ts";
import type { Call } from "../call.ts";
import { findRelease, saveIntent, saveRelease } from "../lookup.ts";
import { ProblemError } from "../problem-error.ts";
import type { Intent, Release } from "../store.ts";

/** Unpublishing a version (section "Unpublish a version"). */
export interface UnpublishRules {
  /** The release of the path, or 404, also if it was unpublished before. */
  readonly find: (call: Call) => Release;
  readonly isGone: (release: Release, call: Call) => boolean;
  /** Whether the open uploads of the volume fail. */
  readonly endsUpload: (intent: Intent, call: Call) => boolean;
  /** The release afterwards: its metadata stays as a tombstone, its bytes are removed, its version cannot be reused. */
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
  endsUpload: () => false,
  apply: (release, call) => {
    for (const intent of call.registry.store.intents.values()) {
      const isOpen = intent.name === release.name && !intent.isFinalized;
      if (isOpen && call.rules.unpublish.endsUpload(intent, call))
        saveIntent({ ...intent, state: "failed" }, call);
    }
    const gone: Release = { ...release, status: { state: "tombstoned", reason: "unpublished by its owner" } };
    saveRelease(gone, call);
    return gone;
  },
  answer: (release, call) => call.rules.respond.success(call.rules.render.unpublished(release, call), call),
};
