import type { Chapter } from "../../harness/check.ts";
import * as agreement from "./agreement.ts";
import * as irreconcilable from "./irreconcilable.ts";

export const consistency: Chapter = {
  id: "consistency",
  title: "Agreement between index, metadata and trust data",
  checks: [
    agreement.metadataRepeatsFinalize,
    agreement.declarationsRepeatFinalize,
    agreement.trustSubjectsNameTheRelease,
    irreconcilable.isReportedSomewhere,
    irreconcilable.breaksNoRead,
    irreconcilable.indexReportsIt,
    irreconcilable.metadataReportsIt,
    irreconcilable.summaryReportsIt,
    irreconcilable.detailReportsIt,
  ],
};
