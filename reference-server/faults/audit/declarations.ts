import { type Change, replaceRule } from "../../rules/change.ts";
import type { ReleaseIntent } from "../../store.ts";
import type { FaultFile } from "../fault.ts";

/** Publishes without declarations what some uploads declare. */
function forgettingDeclarations(isForgotten: (intent: ReleaseIntent) => boolean): Change {
  return replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
    const release = before(intent, content, call);
    return isForgotten(intent) ? { ...release, externalDependencies: [] } : release;
  });
}

/** Faults in which declarations of a manifest a release has. */
export const declarations: FaultFile = {
  "audit/equal-manifests-declare-the-same": {
    "declarations-of-creates-with-a-key-are-lost": forgettingDeclarations(
      ({ idempotencyKey }) => idempotencyKey !== undefined,
    ),
    "declarations-of-prereleases-are-lost": forgettingDeclarations(({ version }) => version.includes("-")),
  },
};
