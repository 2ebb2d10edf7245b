import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { sentences } from "./sentences.ts";
import { access } from "./access.ts";
import { clients } from "./clients.ts";
import { trees } from "./trees.ts";

export const download: Chapter = toChapter({
  id: "download",
  title: "Download of release archives",
  sentences,
  files: [access, clients, trees],
});
