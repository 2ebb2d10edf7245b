/** Unpublishing a version. */
import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { sentences } from "./sentences.ts";
import { observations } from "./observations.ts";
import { openVolume } from "./open-volume.ts";
import { untouchedReleases } from "./untouched-releases.ts";
import { outcome } from "./outcome.ts";
import { republished } from "./republished.ts";

export const unpublish: Chapter = toChapter({
  id: "unpublish",
  title: "Unpublishing a version",
  sentences,
  files: [outcome, untouchedReleases, openVolume, republished, observations],
});
