import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { sentences } from "./sentences.ts";
import { formats } from "./formats.ts";
import { nameLookup } from "./name-lookup.ts";
import { names } from "./names.ts";
import { observations } from "./observations.ts";
import { scopes } from "./scopes.ts";
import { versionLookup } from "./version-lookup.ts";
import { versions } from "./versions.ts";

export const identity: Chapter = toChapter({
  id: "identity",
  title: "Names, versions and formats",
  sentences,
  files: [names, nameLookup, scopes, versions, versionLookup, formats, observations],
});
