import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { sentences } from "./sentences.ts";
import { finalizeRaces } from "./finalize-races.ts";
import { operationRaces } from "./operation-races.ts";
import { races } from "./races.ts";
import { stories } from "./stories.ts";
import { lives } from "./lives.ts";
import { openUploads } from "./open-uploads.ts";

export const histories: Chapter = toChapter({
  id: "histories",
  title: "Sequences and concurrent requests",
  sentences,
  files: [stories, lives, openUploads, finalizeRaces, races, operationRaces],
});
