/** Sentences about unpublishing that this suite does not put to the test. */
import type { Untested } from "../../harness/check.ts";

export const wholeVolumes: Untested = {
  id: "unpublish/whole-volumes",
  rule: "A whole volume identity can be unpublished by who has the permission for it.",
  source: "Gaps in endpoint coverage: unpublish of a whole volume identity",
  reason: "No path is given for it; a guessed one might delete more than this run made.",
  covers: ["gap:endpoints/8"],
};
