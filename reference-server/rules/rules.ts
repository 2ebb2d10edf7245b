import type { Rules } from "../call.ts";
import { type ArchiveRules, archiveRules } from "./archive.ts";
import { type AuthorizationRules, authorizationRules } from "./authorization.ts";
import { type BodyRules, bodyRules } from "./body.ts";
import { type FinalizeRules, finalizeRules } from "./finalize.ts";
import { type IdempotencyRules, idempotencyRules } from "./idempotency.ts";
import { type IdentityRules, identityRules } from "./identity.ts";
import { type IntegrityRules, integrityRules } from "./integrity.ts";
import { type LimiterRules, limiterRules } from "./limiter.ts";
import { type ManifestRules, manifestRules } from "./manifest.ts";
import { type ProblemRules, problemRules } from "./problems.ts";
import { type PublishRules, publishRules } from "./publish.ts";
import { type AdvisoryRules, advisoryRules } from "./advisories.ts";
import { type RenderRules, renderRules } from "./render.ts";
import { type RespondRules, respondRules } from "./respond.ts";
import { type SelectionRules, selectionRules } from "./selection.ts";
import { type SearchRules, searchRules } from "./search.ts";
import { type TransferRules, transferRules } from "./transfer.ts";
import { type TrustRules, trustRules } from "./trust.ts";
import { type UnpublishRules, unpublishRules } from "./unpublish.ts";
import { type VisibilityRules, visibilityRules } from "./visibility.ts";

declare module "../call.ts" {
  /** Each rule is one small function that a fault or a choice can replace. */
  interface Rules {
    readonly identity: IdentityRules;
    readonly authorization: AuthorizationRules;
    readonly limiter: LimiterRules;
    readonly body: BodyRules;
    readonly idempotency: IdempotencyRules;
    readonly publish: PublishRules;
    readonly transfer: TransferRules;
    readonly finalize: FinalizeRules;
    readonly archive: ArchiveRules;
    readonly integrity: IntegrityRules;
    readonly manifest: ManifestRules;
    readonly trust: TrustRules;
    readonly unpublish: UnpublishRules;
    readonly search: SearchRules;
    readonly advisories: AdvisoryRules;
    readonly visibility: VisibilityRules;
    readonly render: RenderRules;
    readonly problems: ProblemRules;
    readonly respond: RespondRules;
    readonly selection: SelectionRules;
  }
}

/** The rules of the registry as the specification has them, with its gaps filled in the plainest way. */
export const defaultRules: Rules = {
  identity: identityRules,
  authorization: authorizationRules,
  limiter: limiterRules,
  body: bodyRules,
  idempotency: idempotencyRules,
  publish: publishRules,
  transfer: transferRules,
  finalize: finalizeRules,
  archive: archiveRules,
  integrity: integrityRules,
  manifest: manifestRules,
  trust: trustRules,
  unpublish: unpublishRules,
  search: searchRules,
  advisories: advisoryRules,
  visibility: visibilityRules,
  render: renderRules,
  problems: problemRules,
  respond: respondRules,
  selection: selectionRules,
};
