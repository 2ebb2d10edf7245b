import type { Call } from "../call.ts";
import type { Rules } from "./rules.ts";

/** Which rules apply to a request. */
export interface SelectionRules {
  /** The rules for one request, given the registry's own; by default those. */
  readonly forCall: (call: Call, rules: Rules) => Rules;
}

/** Applies the same rules to every request. */
export const selectionRules: SelectionRules = { forCall: (_call, rules) => rules };
