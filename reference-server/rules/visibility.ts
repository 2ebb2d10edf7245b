import type { Call, Registry } from "../call.ts";
import { findRelease } from "../lookup.ts";
import { ProblemError } from "../problem-error.ts";
import type { Attachment, Release } from "../store.ts";

/** Which releases and attachments a read shows. */
export interface VisibilityRules {
  readonly inIndex: (release: Release, call: Call) => boolean;
  /** Whether the index of a volume without rows is an empty list; by default it is not found. */
  readonly isEmptyIndexKnown: (call: Call) => boolean;
  readonly inMetadata: (release: Release, call: Call) => boolean;
  readonly inTrust: (release: Release, call: Call) => boolean;
  readonly inSearch: (release: Release, call: Call) => boolean;
  readonly inDownload: (release: Release, call: Call) => boolean;
  readonly attachment: (attachment: Attachment, release: Release, call: Call) => boolean;
  /** The attachments of a release that a read of its trust data shows. */
  readonly attachments: (release: Release, call: Call) => readonly Attachment[];
  readonly advisory: (id: string, call: Call) => boolean;
  /** 409 when index, metadata and trust data of the release disagree. */
  readonly assertConsistent: (release: Release, call: Call) => void;
  /** Whether the states hook finds a release. */
  readonly toStatesHook: (release: Release, registry: Registry) => boolean;
  /** Whether the path of a read could name a release at all; if not, it is not found. */
  readonly isWellFormed: (call: Call) => boolean;
  /** The release of a read's path, or 404; `isVisible` is one of the rules above. */
  readonly find: (isVisible: (release: Release, call: Call) => boolean, call: Call) => Release;
}

/** Everything is shown at once, except releases that are withdrawn. */
export const visibilityRules: VisibilityRules = {
  inIndex: () => true,
  isEmptyIndexKnown: () => false,
  inMetadata: () => true,
  inTrust: () => true,
  inSearch: (release) => release.status.state === "available",
  inDownload: (release) => release.status.state === "available" || release.status.state === "yanked",
  attachment: () => true,
  attachments: (release, call) =>
    release.attachments.filter((attachment) => call.rules.visibility.attachment(attachment, release, call)),
  advisory: () => true,
  assertConsistent: (release) => {
    if (release.isInconsistent) {
      throw new ProblemError(
        "inconsistent-registry-state",
        "index, metadata and trust data cannot be reconciled",
      );
    }
  },
  toStatesHook: () => true,
  isWellFormed: (call) => {
    const { identity } = call.rules;
    return (
      identity.isName(call.name, call) && (call.version === "" || identity.isVersion(call.version, call))
    );
  },
  find: (isVisible, call) => {
    const { visibility } = call.rules;
    const release = visibility.isWellFormed(call) ? findRelease(call.name, call.version, call) : undefined;
    if (release === undefined || !isVisible(release, call)) {
      throw new ProblemError("not-found", "there is no such release");
    }
    visibility.assertConsistent(release, call);
    return release;
  },
};
