import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { sentences } from "./sentences.ts";
import { archives } from "./archives.ts";
import { bytes } from "./bytes.ts";
import { declarations } from "./declarations.ts";
import { entries } from "./entries.ts";
import { freeVersions } from "./free-versions.ts";
import { locators } from "./locators.ts";
import { manifestIdentity } from "./manifest-identity.ts";
import { manifests } from "./manifests.ts";
import { observations } from "./observations.ts";
import { repeats } from "./repeats.ts";
import { states } from "./states.ts";
import { success } from "./success.ts";
import { uploads } from "./uploads.ts";

export const finalize: Chapter = toChapter({
  id: "finalize",
  title: "Finalizing a release upload",
  sentences,
  files: [
    success,
    locators,
    bytes,
    uploads,
    states,
    freeVersions,
    repeats,
    archives,
    manifests,
    manifestIdentity,
    entries,
    declarations,
    observations,
  ],
});
