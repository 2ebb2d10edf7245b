/** The two operations that open an upload. */
import type { Exchange } from "../../schemas/report.ts";

/** True for a create or a trust create request. */
export function opensUpload(operation: Exchange["operation"] | undefined): boolean {
  return operation === "createReleaseUpload" || operation === "createTrustUpload";
}
