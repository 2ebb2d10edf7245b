import type { Chapter } from "../../harness/check.ts";
import * as catalogue from "./catalogue.ts";
import * as types from "./component-types.ts";
import { latestVersionWasPublished } from "./latest-version.ts";
import * as observations from "./observations.ts";
import * as paging from "./paging.ts";
import * as refused from "./refused-pages.ts";

export const search: Chapter = {
  id: "search",
  title: "Search",
  checks: [
    paging.answersAnonymousCallers,
    paging.limitsWithinBoundsAreAccepted,
    paging.pagesHoldAtMostTheLimit,
    paging.limitIsThePageSizeUsed,
    paging.offsetsAreAccepted,
    paging.offsetIsEchoed,
    paging.pagesEndWithinTheTotal,
    paging.offsetBeyondTheTotalIsEmpty,
    refused.limitsOutOfBoundsAreRefused,
    refused.limitsThatAreNoIntegersAreRefused,
    refused.negativeOffsetsAreRefused,
    refused.offsetsThatAreNoIntegersAreRefused,
    types.filterTakesEveryComponentType,
    types.filterShowsOnlyItsType,
    types.filterTakesSeveralTypes,
    types.unknownComponentTypesAreRefused,
    catalogue.walkFindsEachVolumeOnce,
    catalogue.walkMissesNothing,
    catalogue.totalDoesNotDependOnThePage,
    catalogue.totalIsThatOfTheFilter,
    catalogue.filterFindsWhatHasItsType,
    latestVersionWasPublished,
  ],
  observations: [
    observations.absentMembers,
    observations.defaultLimit,
    observations.findsWhatWasJustPublished,
    observations.ordering,
    observations.roles,
    observations.successStatus,
    observations.severalTypes,
  ],
};
