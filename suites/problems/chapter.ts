import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { sentences } from "./sentences.ts";
import { invalidCharacters } from "./invalid-characters.ts";
import { unknownEndpoints } from "./unknown-endpoints.ts";
import { rateLimits } from "./rate-limits.ts";
import { slugs } from "./slugs.ts";
import { unknownResources } from "./unknown-resources.ts";

export const problems: Chapter = toChapter({
  id: "problems",
  title: "Problems and their statuses",
  sentences,
  files: [unknownResources, invalidCharacters, unknownEndpoints, rateLimits, slugs],
});
