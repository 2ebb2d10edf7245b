import { replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** Broken trust. */
export const trustFaults: readonly Fault[] = [
  {
    name: "second-attachment-replaces-the-first",
    breaks: "trust/attachments-add-up",
    summary: "A second trust artifact replaces the first",
    change: replaceRule("trust", "add", () => (_release, attachment) => [attachment]),
  },
];
