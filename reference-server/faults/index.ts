import { archiveFaults } from "./archive.ts";
import { authenticationFaults } from "./authentication.ts";
import type { Fault } from "./fault.ts";
import { historyAndRaceFaults } from "./histories.ts";
import { identityFaults } from "./identity.ts";
import { identityFormatFaults } from "./identity-formats.ts";
import { identityLookupFaults } from "./identity-lookup.ts";
import { identityVersionFaults } from "./identity-versions.ts";
import { problemFaults } from "./problems.ts";
import { publishFaults } from "./publish.ts";
import { trustFaults } from "./trust.ts";

/** Every fault, in the order in which they are listed. */
export const faults: readonly Fault[] = [
  ...identityFaults,
  ...identityVersionFaults,
  ...identityLookupFaults,
  ...identityFormatFaults,
  ...authenticationFaults,
  ...publishFaults,
  ...archiveFaults,
  ...trustFaults,
  ...problemFaults,
  ...historyAndRaceFaults,
];
