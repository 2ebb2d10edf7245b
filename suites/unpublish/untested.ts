/** Rules about unpublishing that this suite does not test. */
import type { Untested } from "../../harness/check.ts";

export const wholeVolumes: Untested = {
  id: "unpublish/whole-volumes",
  rule: "A caller with the permission can unpublish a whole volume identity.",
  source: "Gaps in endpoint coverage: unpublish of a whole volume identity",
  reason: "The specification gives no path for it. A guessed path might delete more than this run published.",
  covers: ["gap:endpoints/8"],
};
