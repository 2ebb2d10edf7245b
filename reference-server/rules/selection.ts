import type { Call, Rules } from "../call.ts";

/** Which rules apply to a request. */
export interface SelectionRules {
  /** The rules for one request, given the registry's own; by default those. */
  readonly forCall: (call: Call, rules: Rules) => Rules;
}

/** The same rules for every request. */
export const selectionRules: SelectionRules = { forCall: (_call, rules) => rules };
