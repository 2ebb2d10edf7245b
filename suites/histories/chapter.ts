import type { Chapter } from "../../harness/check.ts";
import * as finalizeRaces from "./finalize-races.ts";
import * as races from "./races.ts";
import * as scripted from "./scripted.ts";

export const histories: Chapter = {
  id: "histories",
  title: "Sequences and concurrent requests",
  checks: [
    scripted.readsAgreeWithHistory,
    scripted.attachmentsStayWithTheirRelease,
    finalizeRaces.oneIntentPublishesOnce,
    finalizeRaces.twoUploadsOneRelease,
    races.sameCreatesAtOnceAreNoConflict,
    races.sameCreatesAtOnceNameOneUpload,
    races.versionsPublishedAtOnceAllAppear,
  ],
};
