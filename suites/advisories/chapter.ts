import type { Chapter } from "../../harness/check.ts";
import * as content from "./content.ts";
import * as listing from "./listing.ts";

export const advisories: Chapter = {
  id: "advisories",
  title: "Security advisories",
  checks: [
    listing.listAnswersAnonymousCallers,
    listing.madeAdvisoryIsListed,
    listing.listedOnce,
    listing.singleAnswersAnonymousCallers,
    listing.listedAdvisoriesCanBeFetched,
    listing.singleIsTheOneAskedFor,
    listing.unknownIdIsNotFound,
    content.affectedVolumeIsNamed,
    content.standingAdvisoryIsNotWithdrawn,
  ],
  observations: [
    content.severities,
    content.kinds,
    content.componentImpact,
    content.withdrawnAdvisory,
    content.singleShape,
    content.listStatus,
    content.unknownParameter,
  ],
};
