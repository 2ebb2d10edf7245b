import { addressChoices } from "./addresses.ts";
import { advisoryChoices } from "./advisories.ts";
import { authorizationChoices } from "./authorization.ts";
import type { Choice } from "./choice.ts";
import { downloadChoices } from "./downloads.ts";
import { finalizeChoices } from "./finalize.ts";
import { gatewayChoices } from "./gateways.ts";
import { idempotencyChoices } from "./idempotency.ts";
import { intentChoices } from "./intents.ts";
import { limiterChoices } from "./limiter.ts";
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
import { unpublishChoices } from "./unpublish.ts";
import { indexChoices } from "./version-index.ts";
import { visibilityChoices } from "./visibility.ts";
import { wireChoices } from "./wire.ts";

/** Every choice, in the order in which they are listed and applied; what looks at finished answers comes last. */
export const choices: readonly Choice[] = [
  ...publishChoices,
  ...intentChoices,
  ...finalizeChoices,
  ...manifestChoices,
  ...downloadChoices,
  ...idempotencyChoices,
  ...authorizationChoices,
  ...releaseChoices,
  ...addressChoices,
  ...indexChoices,
  ...lookupChoices,
  ...searchChoices,
  ...trustChoices,
  ...trustDocumentChoices,
  ...advisoryChoices,
  ...unpublishChoices,
  ...visibilityChoices,
  ...limiterChoices,
  ...gatewayChoices,
  ...problemChoices,
  ...memberChoices,
  ...statusChoices,
  ...wireChoices,
];
