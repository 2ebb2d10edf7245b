import { replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in attachments that no check looks at on its own. */
export const lastAttachments: FaultFile = {
  "audit/last-attachments-are-listed-at-the-end": {
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
