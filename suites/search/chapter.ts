import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { sentences } from "./sentences.ts";
import { wholeCatalogue } from "./whole-catalogue.ts";
import { componentTypes } from "./component-types.ts";
import { latestVersion } from "./latest-version.ts";
import { observations } from "./observations.ts";
import { paging } from "./paging.ts";
import { invalidPages } from "./invalid-pages.ts";
import { slices } from "./slices.ts";
import { validators } from "./validators.ts";

export const search: Chapter = toChapter({
  id: "search",
  title: "Search",
  sentences,
  files: [
    paging,
    invalidPages,
    componentTypes,
    slices,
    wholeCatalogue,
    latestVersion,
    validators,
    observations,
  ],
});
