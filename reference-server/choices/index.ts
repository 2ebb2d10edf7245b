import { addressChoices } from "./addresses.ts";
import { advisoryChoices } from "./advisories.ts";
import { archiveChoices } from "./archives.ts";
import { authorizationChoices } from "./authorization.ts";
import type { Choice } from "./choice.ts";
import { downloadChoices } from "./downloads.ts";
import { finalizeChoices } from "./finalize.ts";
import { gatewayChoices } from "./gateways.ts";
import { idempotencyChoices } from "./idempotency.ts";
import { intentChoices } from "./intents.ts";
import { limiterChoices } from "./limiter.ts";
import { otherUploadChoices } from "./other-uploads.ts";
import { problemChoices } from "./problems.ts";
import { publishChoices } from "./publish.ts";
import { releaseChoices } from "./releases.ts";
import { searchChoices } from "./search.ts";
import { statusChoices } from "./statuses.ts";
import { trustChoices } from "./trust.ts";
import { trustDocumentChoices } from "./trust-documents.ts";
import { lookupChoices } from "./lookups.ts";
import { manifestChoices } from "./manifests.ts";
import { memberChoices } from "./unknown-members.ts";
import { optionalMemberChoices } from "./optional-members.ts";
import { uploadSizeChoices } from "./upload-sizes.ts";
import { unpublishChoices } from "./unpublish.ts";
import { indexChoices } from "./version-index.ts";
import { transferChoices } from "./transfers.ts";
import { transferLagChoices } from "./transfer-lag.ts";
import { visibilityChoices } from "./visibility.ts";
import { wireChoices } from "./wire.ts";
import { attachmentChoices } from "./attachments.ts";
import { registryAttachmentChoices } from "./registry-attachments.ts";
import { closedVolumeChoices } from "./closed-volumes.ts";
import { jsonBodyChoices } from "./json-bodies.ts";
import { listChoices } from "./lists.ts";
import { searchQueryChoices } from "./search-queries.ts";
import { tokenTextChoices } from "./token-texts.ts";
import { volumeLagChoices } from "./volume-lag.ts";

/** Every choice, in the order in which they are listed and applied; what looks at finished answers comes last. */
export const choices: readonly Choice[] = [
  ...jsonBodyChoices,
  ...publishChoices,
  ...uploadSizeChoices,
  ...closedVolumeChoices,
  ...intentChoices,
  ...transferChoices,
  ...finalizeChoices,
  ...archiveChoices,
  ...otherUploadChoices,
  ...manifestChoices,
  ...downloadChoices,
  ...idempotencyChoices,
  ...authorizationChoices,
  ...tokenTextChoices,
  ...releaseChoices,
  ...addressChoices,
  ...indexChoices,
  ...lookupChoices,
  ...searchChoices,
  ...searchQueryChoices,
  ...trustChoices,
  ...trustDocumentChoices,
  ...attachmentChoices,
  ...registryAttachmentChoices,
  ...advisoryChoices,
  ...unpublishChoices,
  ...visibilityChoices,
  ...transferLagChoices,
  ...volumeLagChoices,
  ...limiterChoices,
  ...gatewayChoices,
  ...problemChoices,
  ...memberChoices,
  ...optionalMemberChoices,
  ...listChoices,
  ...statusChoices,
  ...wireChoices,
];
