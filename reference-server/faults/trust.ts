import { replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";
import { trustBindingFaults } from "./trust-binding.ts";
import { trustIntentFaults, trustRequestFaults } from "./trust-create.ts";
import { trustFinalizeFaults, trustResultFaults } from "./trust-finalize.ts";
import { trustDetailFaults, trustSummaryFaults } from "./trust-reads.ts";

/** Broken trust. */
export const trustFaults: readonly Fault[] = [
  {
    name: "second-attachment-replaces-the-first",
    breaks: "trust/attachments-add-up",
    summary: "A second trust artifact replaces the first",
    change: replaceRule("trust", "add", () => (_release, attachment) => [attachment]),
  },
  ...trustIntentFaults,
  ...trustRequestFaults,
  ...trustBindingFaults,
  ...trustResultFaults,
  ...trustFinalizeFaults,
  ...trustDetailFaults,
  ...trustSummaryFaults,
];
