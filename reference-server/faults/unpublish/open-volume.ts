import { releasesOf, saveIntent } from "../../lookup.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { Intent } from "../../store.ts";
import type { FaultFile } from "../fault.ts";

/** Makes the volume's open uploads of that kind fail, whenever one of its versions is unpublished. */
function endingOpenUploads(kind: Intent["kind"]): Change {
  return replaceRule("unpublish", "apply", (before) => (release, call) => {
    for (const intent of call.registry.store.intents.values()) {
      if (intent.kind === kind && intent.name === release.name && !intent.isFinalized)
        saveIntent({ ...intent, state: "failed" }, call);
    }
    return before(release, call);
  });
}

/** Faults in uploads to a volume with an unpublished version. */
export const openVolume: FaultFile = {
  "unpublish/further-versions-are-accepted": {
    "unpublish-stops-further-versions": replaceRule(
      "publish",
      "isTaken",
      (before) => (name, version, call) => {
        const isClosed = releasesOf(name, call).some(({ status }) => status.state === "tombstoned");
        return isClosed || before(name, version, call);
      },
    ),
  },
  "unpublish/open-uploads-can-be-finalized": {
    "unpublish-fails-open-uploads": endingOpenUploads("release"),
  },
  "unpublish/open-trust-uploads-can-be-finalized": {
    "unpublish-fails-open-trust-uploads": endingOpenUploads("trust"),
  },
};
