import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { metadata } from "./metadata.ts";

export const capabilities: Chapter = toChapter({
  id: "capabilities",
  title: "Capability metadata",
  files: [metadata],
});
