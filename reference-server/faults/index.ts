import { authenticationFaults } from "./authentication.ts";
import { authorityFaults } from "./authority.ts";
import { documentFaults } from "./documents.ts";
import { everyResponseFaults } from "./every-response.ts";
import { idempotencyFaults } from "./idempotency.ts";
import type { Fault } from "./fault.ts";
import { historyAndRaceFaults } from "./histories.ts";
import { identityFaults } from "./identity.ts";
import { identityFormatFaults } from "./identity-formats.ts";
import { identityLookupFaults } from "./identity-lookup.ts";
import { identityVersionFaults } from "./identity-versions.ts";
import { finalizeFaults } from "./finalize.ts";
import { integrityFaults } from "./integrity.ts";
import { problemFaults } from "./problems.ts";
import { publishFaults } from "./publish.ts";
import { trustFaults } from "./trust.ts";
import { unpublishFaults } from "./unpublish.ts";

/** Every fault, in the order in which they are listed. */
export const faults: readonly Fault[] = [
  ...identityFaults,
  ...identityVersionFaults,
  ...identityLookupFaults,
  ...identityFormatFaults,
  ...authenticationFaults,
  ...publishFaults,
  ...finalizeFaults,
  ...integrityFaults,
  ...trustFaults,
  ...unpublishFaults,
  ...problemFaults,
  ...historyAndRaceFaults,
  ...authorityFaults,
  ...documentFaults,
  ...everyResponseFaults,
  ...idempotencyFaults,
];
