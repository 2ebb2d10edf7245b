import { replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";
import { trustBindingFaults } from "./trust-binding.ts";
import { trustDetailFaults } from "./trust-details.ts";
import { trustFinalizeFaults } from "./trust-finalize.ts";
import { trustIntentFaults } from "./trust-intents.ts";
import { trustPlaceFaults } from "./trust-places.ts";
import { trustRequestFaults } from "./trust-requests.ts";
import { trustResultFaults } from "./trust-results.ts";
import { trustSummaryFaults } from "./trust-summaries.ts";

/** Broken trust. */
export const trustFaults: readonly Fault[] = [
  {
    name: "second-attachment-replaces-the-first",
    breaks: "trust/attachments-add-up",
    summary: "A second trust artifact replaces the first",
    change: replaceRule("trust", "add", () => (_release, attachment) => [attachment]),
  },
  {
    name: "second-attachment-is-never-active",
    breaks: "trust/attachments-add-up",
    summary: "Only the first attachment of a release is active",
    change: replaceRule("render", "attachment", (before) => (attachment, release, call) => ({
      ...before(attachment, release, call),
      ...(attachment.id === release.attachments[0]?.id ? {} : { status: { state: "pending" } }),
    })),
  },
  ...trustIntentFaults,
  ...trustRequestFaults,
  ...trustBindingFaults,
  ...trustResultFaults,
  ...trustFinalizeFaults,
  ...trustDetailFaults,
  ...trustSummaryFaults,
  ...trustPlaceFaults,
];
