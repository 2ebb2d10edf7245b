import { replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** Broken tokens and authority. */
export const authenticationFaults: readonly Fault[] = [
  {
    name: "expired-token-accepted",
    breaks: "authentication/expired-tokens-are-refused",
    summary: "An expired token is as good as a valid one",
    change: replaceRule("authorization", "isExpired", () => () => false),
  },
];
