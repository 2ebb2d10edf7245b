import { replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in what is attached to git releases. */
export const gitAttachments: FaultFile = {
  "trust/git-releases-keep-their-attachments": {
    "attachments-of-git-releases-are-lost": replaceRule(
      "trust",
      "add",
      (before) => (release, attachment, call) =>
        release.source.kind === "git" ? release.attachments : before(release, attachment, call),
    ),
  },
};
