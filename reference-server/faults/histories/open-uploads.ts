import { findRelease, releasesOf } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, isOneOf, replaceRule, withAnswer, allOf } from "../../rules/change.ts";
import { perRegistry } from "../changes/memory.ts";
import { withThoseBefore } from "../changes/states-at-create.ts";
import type { FaultFile } from "../fault.ts";

/** Refuses to finalize an upload if a release that was available when it was opened is yanked. */
const endingReleaseUploads: Change = withThoseBefore((before) =>
  replaceRule("finalize", "assertBytes", (assertBytes) => (intent, call) => {
    const isEnded = releasesOf(call.name, call).some(
      ({ version, status }) => status.state === "yanked" && before(intent, call).has(version),
    );
    if (isOneOf("finalizeReleaseUpload", call) && isEnded)
      throw new ProblemError("invalid-upload-state", "the volume has changed since");
    assertBytes(intent, call);
  }),
);

/** Refuses to finalize a trust upload if its release was read as yanked since it was opened. */
function endingTrustUploads(): Change {
  const ended = perRegistry(() => new Set<string>());
  return allOf(
    withAnswer("getRelease", (answer, call) => {
      const release = findRelease(call.name, call.version, call);
      for (const { kind, name, version, uploadId } of call.registry.store.intents.values())
        if (kind === "trust" && release?.status.state === "yanked" && release.name === name)
          if (release.version === version) ended(call).add(uploadId);
      return answer;
    }),
    replaceRule("finalize", "assertBytes", (assertBytes) => (intent, call) => {
      if (isOneOf("finalizeTrustUpload", call) && ended(call).has(intent.uploadId))
        throw new ProblemError("invalid-upload-state", "the release was yanked");
      assertBytes(intent, call);
    }),
  );
}

/** Faults in uploads that are open while a release is yanked. */
export const openUploads: FaultFile = {
  "histories/open-uploads-outlive-a-yank": {
    "yanks-end-open-uploads-of-their-volume": endingReleaseUploads,
    "yanks-end-open-trust-uploads": endingTrustUploads(),
  },
};
