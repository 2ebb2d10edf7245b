import { replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** Broken grammars. */
export const identityFaults: readonly Fault[] = [
  {
    name: "double-hyphen-accepted",
    breaks: "identity/names-with-two-hyphens-in-a-row-are-refused",
    summary: "A name with two consecutive hyphens is accepted",
    change: replaceRule("identity", "hasDoubleHyphen", () => () => false),
  },
];
