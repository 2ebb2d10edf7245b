import type { Chapter } from "../../harness/check.ts";
import * as odd from "./odd-characters.ts";
import * as outside from "./outside.ts";
import * as limits from "./rate-limits.ts";
import * as slugs from "./slugs.ts";
import * as unknown from "./unknown-resources.ts";

export const problems: Chapter = {
  id: "problems",
  title: "Problems and their statuses",
  checks: [
    unknown.unknownReleasesAreNotFound,
    odd.oddCharactersInReads,
    odd.oddCharactersInWrites,
    outside.strayPathsAddNoProblem,
    outside.strayMethodsAddNoProblem,
    limits.publishingIsRateLimited,
    limits.trustUploadIsRateLimited,
    limits.limitedReadsAreRateLimited,
    limits.limitedSearchesAreRateLimited,
    limits.limitedAdvisoryReadsAreRateLimited,
    limits.limitedTrustReadsAreRateLimited,
  ],
  invariants: [slugs.slugsHaveTheirStatuses, slugs.statusesCarryTheirProblems],
  observations: [outside.unknownPaths, outside.unknownMethods, outside.namespace],
};
