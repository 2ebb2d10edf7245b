import { taggingByAddress } from "../changes/validators.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the entity tag of a search. */
export const validators: FaultFile = {
  "search/conditional-searches-notice-a-change": {
    "entity-tag-of-a-search-never-changes": taggingByAddress("searchVolumes"),
  },
};
