import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { sentences } from "./sentences.ts";
import { agreement } from "./agreement.ts";
import { listing } from "./listing.ts";
import { observations } from "./observations.ts";
import { states } from "./states.ts";

export const versionIndex: Chapter = toChapter({
  id: "version-index",
  title: "Version index",
  sentences,
  files: [listing, agreement, states, observations],
});
