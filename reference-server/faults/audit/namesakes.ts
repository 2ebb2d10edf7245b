import { saveRelease } from "../../lookup.ts";
import { replaceRule } from "../../rules/change.ts";
import { namesakesOf } from "../changes/identity.ts";
import { withoutAttachments } from "../changes/refusals.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in what an unpublish does to the volume of the same name. */
export const namesakes: FaultFile = {
  "audit/attachments-stay-when-the-namesake-is-unpublished": {
    "unpublish-removes-the-attachments-of-namesakes": replaceRule(
      "unpublish",
      "apply",
      (before) => (release, call) => {
        for (const namesake of namesakesOf(release, call)) saveRelease(withoutAttachments(namesake), call);
        return before(release, call);
      },
    ),
  },
};
