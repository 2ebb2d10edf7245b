import type { Chapter } from "../../harness/check.ts";
import { bytesAreGzip, gzipHoldsTar, gzipIsWhole } from "./archives.ts";
import { bytesOfAnotherUploadDoNotCount, finalizeBeforeBytes, otherDigestsAreRefused } from "./bytes.ts";
import * as entries from "./entries.ts";
import * as manifests from "./manifests.ts";
import * as observations from "./observations.ts";
import * as repeats from "./repeats.ts";
import * as states from "./states.ts";
import * as success from "./success.ts";
import * as uploads from "./uploads.ts";

const { tooLargeAtFinalize, unsupportedAtFinalize, stateAfterFinalize, ...observed } = observations;

export const finalize: Chapter = {
  id: "finalize",
  title: "Finalizing a release upload",
  checks: [
    ...Object.values(success),
    finalizeBeforeBytes,
    bytesOfAnotherUploadDoNotCount,
    otherDigestsAreRefused,
    ...Object.values(uploads),
    ...Object.values(states),
    ...Object.values(repeats),
    bytesAreGzip,
    gzipIsWhole,
    gzipHoldsTar,
    ...Object.values(manifests),
    ...Object.values(entries),
  ],
  observations: Object.values(observed),
  untested: [tooLargeAtFinalize, unsupportedAtFinalize, stateAfterFinalize],
};
