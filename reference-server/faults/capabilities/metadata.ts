import { requiringAuthorizationHeader, requiringToken } from "../changes/read-access.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const metadata: FaultFile = {
  "capabilities/answers-anonymous-callers": {
    "capabilities-need-a-token": {
      summary: "Capability metadata answers 401 to a caller without a token",
      change: requiringAuthorizationHeader("getCapabilities"),
    },
    "capabilities-need-token": {
      summary: "Capability metadata needs a token",
      change: requiringToken("getCapabilities"),
    },
  },
};
