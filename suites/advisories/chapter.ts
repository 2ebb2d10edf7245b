import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { sentences } from "./sentences.ts";
import { content } from "./content.ts";
import { listing } from "./listing.ts";

export const advisories: Chapter = toChapter({
  id: "advisories",
  title: "Security advisories",
  sentences,
  files: [listing, content],
});
