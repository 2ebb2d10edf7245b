import type { Call } from "../../call.ts";
import { type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import type { ReleaseIntent } from "../../store.ts";
import type { FaultFile } from "../fault.ts";

/** Refuses to create an upload of a version that has such an upload already. */
function reservedBy(isSuch: (intent: ReleaseIntent, call: Call) => boolean): Change {
  return replaceRule(
    "publish",
    "isTaken",
    (before) => (name, version, call) =>
      before(name, version, call) ||
      (isOneOf("createReleaseUpload", call) &&
        [...call.registry.store.intents.values()].some(
          (intent) =>
            intent.kind === "release" &&
            intent.name === name &&
            intent.version === version &&
            isSuch(intent, call),
        )),
  );
}

/** Faults in versions whose upload will never be published. */
export const freeVersions: FaultFile = {
  "finalize/versions-of-expired-uploads-are-free": {
    "expired-upload-reserves-its-version": reservedBy((intent, call) =>
      call.rules.finalize.isExpired(intent, call),
    ),
  },
  "finalize/versions-of-refused-uploads-are-free": {
    "refused-upload-reserves-its-version": reservedBy(
      ({ state, isFinalized }) => state === "failed" && !isFinalized,
    ),
  },
};
