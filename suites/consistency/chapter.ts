import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { sentences } from "./sentences.ts";
import { agreement } from "./agreement.ts";
import { clientReads } from "./client-reads.ts";
import { clientWrites } from "./client-writes.ts";
import { declarations } from "./declarations.ts";
import { inconsistentState } from "./inconsistent-state.ts";
import { irrelevantTraits } from "./irrelevant-traits.ts";

export const consistency: Chapter = toChapter({
  id: "consistency",
  title: "Agreement between index, metadata and trust data",
  sentences,
  files: [agreement, declarations, inconsistentState, clientReads, irrelevantTraits, clientWrites],
});
