import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { authority } from "./authority.ts";
import { credentials } from "./credentials.ts";
import { placement } from "./placement.ts";
import { remembered } from "./remembered.ts";
import { resources } from "./resources.ts";
import { withoutEffect } from "./without-effect.ts";

export const authentication: Chapter = toChapter({
  id: "authentication",
  title: "Authentication and authorization",
  files: [credentials, placement, remembered, authority, resources, withoutEffect],
});
