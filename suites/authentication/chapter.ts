import type { Chapter } from "../../harness/check.ts";
import * as authority from "./authority.ts";
import * as credentials from "./credentials.ts";
import * as placement from "./placement.ts";
import * as remembered from "./remembered.ts";
import * as resources from "./resources.ts";
import * as effect from "./without-effect.ts";

export const authentication: Chapter = {
  id: "authentication",
  title: "Authentication and authorization",
  checks: [
    ...credentials.credentialChecks,
    credentials.unknownUploadsNeedAToken,
    credentials.trustOfUnknownReleasesNeedsAToken,
    placement.tokensStandInTheHeader,
    remembered.repeatedRequestsNeedTheirToken,
    remembered.repeatedTrustRequestsNeedTheirToken,
    placement.schemeIsCaseInsensitive,
    ...authority.outsiderChecks,
    authority.outsidersCannotPublishNewVolumes,
    ...authority.actionChecks,
    authority.publishTokensPublish,
    authority.trustTokensAttachTrust,
    resources.tokensForAVolumePublishNoOther,
    resources.tokensForAScopePublishInNoOther,
    resources.tokensForAReleaseAttachToNoOther,
    resources.tokensForAReleasePublishNoOther,
    resources.tokensForAReleaseUnpublishIt,
    resources.tokensWithoutGrantsPublishNothing,
    resources.unpublishTokensCannotPublish,
    resources.unpublishTokensCannotAttachTrust,
    effect.refusedCreatesTakeNothing,
    effect.refusedFinalizesPublishNothing,
    effect.refusedTrustFinalizesAttachNothing,
    effect.refusedUnpublishesRemoveNothing,
  ],
  observations: [placement.badTokensOnReads],
  untested: [
    {
      id: "authentication/tokens-are-registry-local",
      rule: "A token from one registry is not valid on another.",
      source: "Authentication, rule 4",
      reason:
        "The suite tests one registry. A token of another registry is an unknown token there, and unknown tokens are tested.",
      covers: ["rule:authentication/4"],
    },
    {
      id: "authentication/issuance-is-registry-local",
      rule: "Each registry decides how it issues tokens.",
      source: "Authentication, rule 5",
      reason: "The sentence requires nothing of the API.",
      covers: ["rule:authentication/5"],
    },
    {
      id: "authentication/clients-pass-tokens-verbatim",
      rule: "Clients send tokens unchanged and do not parse or decode them.",
      source: "Authentication, rule 3",
      reason: "The sentence is about clients, not registries. The client of this suite follows it.",
      covers: ["rule:authentication/3"],
    },
  ],
};
