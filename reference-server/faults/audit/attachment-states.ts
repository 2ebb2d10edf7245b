import { replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the states of attachments. */
export const attachmentStates: FaultFile = {
  "audit/last-attachments-are-active": {
    "attachments-with-a-key-are-pending": replaceRule(
      "trust",
      "toAttachment",
      (before) => (intent, call) =>
        intent.idempotencyKey === undefined
          ? before(intent, call)
          : { ...before(intent, call), status: { state: "pending" } },
    ),
  },
  "audit/attachments-stay-active": {
    "sixth-attachment-of-a-release-is-pending": replaceRule(
      "trust",
      "add",
      (before) => (release, attachment, call) =>
        before(
          release,
          release.attachments.length === 5 ? { ...attachment, status: { state: "pending" } } : attachment,
          call,
        ),
    ),
  },
};
