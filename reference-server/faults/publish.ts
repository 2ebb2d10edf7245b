import { replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** Broken upload intents and finalizes. */
export const publishFaults: readonly Fault[] = [
  {
    name: "negative-size-accepted",
    breaks: "publish/negative-sizes-are-refused",
    summary: "A negative declaredSize is accepted",
    change: replaceRule(
      "publish",
      "judgeSize",
      (judgeSize) => (value, call) =>
        typeof value === "number" && value < 0 ? value : judgeSize(value, call),
    ),
  },
  {
    name: "finalize-races",
    breaks: "finalize/one-of-two-open-intents-wins",
    summary: "Two finalizes at the same time both succeed",
    change: replaceRule("finalize", "oneAtATime", () => async (_call, work) => await work()),
  },
];
