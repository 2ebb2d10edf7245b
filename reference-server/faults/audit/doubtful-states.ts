import { releasesOf, saveRelease } from "../../lookup.ts";
import { withAnswer } from "../../rules/change.ts";
import { withThoseBefore } from "../changes/states-at-create.ts";
import type { FaultFile } from "../fault.ts";

/** Faults by which a state that was shown is lost later. */
export const doubtfulStates: FaultFile = {
  "audit/states-that-were-shown-are-there-at-the-end": {
    "finalizes-restore-releases-yanked-since-create": {
      summary: "Finalize writes the states of the volume as they were when its upload was opened",
      change: withThoseBefore((before) =>
        withAnswer("finalizeReleaseUpload", (answer, call) => {
          const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
          if (answer.status !== 201 || intent === undefined) return answer;
          for (const release of releasesOf(call.name, call))
            if (release.status.state === "yanked" && before(intent, call).has(release.version))
              saveRelease({ ...release, status: { state: "available" } }, call);
          return answer;
        }),
      ),
    },
  },
};
