import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { sentences } from "./sentences.ts";
import { digests } from "./digests.ts";
import { links } from "./links.ts";
import { reads } from "./reads.ts";

export const integrity: Chapter = toChapter({
  id: "integrity",
  title: "Integrity of releases",
  sentences,
  files: [digests, links, reads],
});
