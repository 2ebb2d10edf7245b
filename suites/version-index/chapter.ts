import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { agreement } from "./agreement.ts";
import { listing } from "./listing.ts";
import { observations } from "./observations.ts";
import { states } from "./states.ts";

export const versionIndex: Chapter = toChapter({
  id: "version-index",
  title: "Version index",
  files: [listing, agreement, states, observations],
});
