import { requiringAuthorizationHeader, requiringToken } from "../changes/read-access.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in capability metadata. */
export const metadata: FaultFile = {
  "capabilities/answers-anonymous-callers": {
    "capabilities-need-authorization-header": requiringAuthorizationHeader("getCapabilities"),
    "capabilities-need-valid-token": requiringToken("getCapabilities"),
  },
};
