import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { catalogue } from "./catalogue.ts";
import { componentTypes } from "./component-types.ts";
import { latestVersion } from "./latest-version.ts";
import { observations } from "./observations.ts";
import { paging } from "./paging.ts";
import { refusedPages } from "./refused-pages.ts";

export const search: Chapter = toChapter({
  id: "search",
  title: "Search",
  files: [paging, refusedPages, componentTypes, catalogue, latestVersion, observations],
});
