import type { Fault } from "./fault.ts";
import { publishIntentFaults } from "./publish-intents.ts";
import { publishMemberFaults } from "./publish-members.ts";
import { publishRequestFaults } from "./publish-requests.ts";
import { publishVersionFaults } from "./publish-versions.ts";

/** Broken upload intents. */
export const publishFaults: readonly Fault[] = [
  ...publishMemberFaults,
  ...publishRequestFaults,
  ...publishIntentFaults,
  ...publishVersionFaults,
];
