import { authenticationFaults } from "./authentication.ts";
import { authorityFaults } from "./authority.ts";
import { documentsOfReads } from "./documents-of-reads.ts";
import { documentsOfReleases } from "./documents-of-releases.ts";
import { documentsOfTrust } from "./documents-of-trust.ts";
import { problemDocumentFaults } from "./problem-documents.ts";
import { everyResponseFaults } from "./every-response.ts";
import { idempotencyFaults } from "./idempotency.ts";
import type { Fault } from "./fault.ts";
import { historyFaults } from "./histories.ts";
import { identityFormatFaults } from "./identity-formats.ts";
import { identityNameLookupFaults } from "./identity-name-lookup.ts";
import { identityNameFaults } from "./identity-names.ts";
import { identityScopeFaults } from "./identity-scopes.ts";
import { identityVersionLookupFaults } from "./identity-version-lookup.ts";
import { identityVersionFaults } from "./identity-versions.ts";
import { finalizeFaults } from "./finalize.ts";
import { integrityFaults } from "./integrity.ts";
import { oddRequestFaults } from "./odd-requests.ts";
import { problemFaults } from "./problems.ts";
import { publishFaults } from "./publish.ts";
import { raceFaults } from "./races.ts";
import { trustFaults } from "./trust.ts";
import { unpublishFaults } from "./unpublish.ts";
import { advisoryFaults } from "./advisories.ts";
import { consistencyFaults } from "./consistency.ts";
import { downloadFaults } from "./download.ts";
import { refusedEffectFaults } from "./refused-effects.ts";
import { releaseMetadataFaults } from "./release-metadata.ts";
import { searchFaults } from "./search.ts";
import { versionIndexFaults } from "./version-index.ts";

/** Every fault, in the order in which they are listed. */
export const faults: readonly Fault[] = [
  ...identityNameFaults,
  ...identityScopeFaults,
  ...identityVersionFaults,
  ...identityNameLookupFaults,
  ...identityVersionLookupFaults,
  ...identityFormatFaults,
  ...authenticationFaults,
  ...publishFaults,
  ...finalizeFaults,
  ...integrityFaults,
  ...trustFaults,
  ...unpublishFaults,
  ...problemFaults,
  ...oddRequestFaults,
  ...historyFaults,
  ...raceFaults,
  ...authorityFaults,
  ...refusedEffectFaults,
  ...documentsOfReads,
  ...documentsOfReleases,
  ...documentsOfTrust,
  ...problemDocumentFaults,
  ...everyResponseFaults,
  ...idempotencyFaults,
  ...advisoryFaults,
  ...consistencyFaults,
  ...downloadFaults,
  ...releaseMetadataFaults,
  ...searchFaults,
  ...versionIndexFaults,
];
