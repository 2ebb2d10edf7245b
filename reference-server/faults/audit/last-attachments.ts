import { releasesOf, saveRelease } from "../../lookup.ts";
import { replaceRule } from "../../rules/change.ts";
import { repeating } from "../changes/idempotency.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in attachments that no check looks at on its own. */
export const lastAttachments: FaultFile = {
  "audit/last-attachments-are-listed-at-the-end": {
    "repeated-finalizes-remove-the-trust": {
      summary: "A finalize that is repeated with its key removes the attachments of the release",
      change: repeating("finalizeReleaseUpload", ({ call }) => {
        for (const release of releasesOf(call.name, call)) saveRelease({ ...release, attachments: [] }, call);
        return undefined;
      }),
    },
    "attachments-of-yanked-releases-are-not-kept": replaceRule(
      "trust",
      "attach",
      (before) => (release, attachment, call) =>
        release.status.state === "yanked" ? release : before(release, attachment, call),
    ),
    "unscoped-attachments-with-a-key-in-the-header-are-not-kept": replaceRule(
      "trust",
      "attach",
      (before) => (release, attachment, call) => {
        const hasKey = call.request.headers.has("idempotency-key");
        return hasKey && !release.name.startsWith("@") ? release : before(release, attachment, call);
      },
    ),
  },
};
