import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { oddCharacters } from "./odd-characters.ts";
import { outside } from "./outside.ts";
import { rateLimits } from "./rate-limits.ts";
import { slugs } from "./slugs.ts";
import { unknownResources } from "./unknown-resources.ts";

export const problems: Chapter = toChapter({
  id: "problems",
  title: "Problems and their statuses",
  files: [unknownResources, oddCharacters, outside, rateLimits, slugs],
});
