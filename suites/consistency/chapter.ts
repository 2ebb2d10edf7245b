import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { agreement } from "./agreement.ts";
import { inconsistentState } from "./inconsistent-state.ts";
import { irrelevantTraits } from "./irrelevant-traits.ts";

export const consistency: Chapter = toChapter({
  id: "consistency",
  title: "Agreement between index, metadata and trust data",
  files: [agreement, inconsistentState, irrelevantTraits],
});
