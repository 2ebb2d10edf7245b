import type { Call } from "../../call.ts";
import { onlyWhen, replaceRule } from "../../rules/change.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { withObject } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** Whether a request is a read with a token. */
function isReadWithToken({ request }: Call): boolean {
  return request.method === "GET" && request.headers.has("authorization");
}

/** Faults in what reads with a token show. */
export const readsWithTokens: FaultFile = {
  "audit/reads-with-tokens-keep-the-integrity": {
    "index-with-a-token-has-another-integrity": onlyWhen(
      isReadWithToken,
      replaceRule("render", "row", (before) => (release, call) => ({
        ...before(release, call),
        integrity: unrelatedDigest,
      })),
    ),
    "trust-documents-with-a-token-have-another-subject": onlyWhen(
      isReadWithToken,
      withObject(["getTrustSummary", "getTrustDetail"], "subject", (subject) => ({
        ...subject,
        integrity: unrelatedDigest,
      })),
    ),
  },
  "audit/reads-with-tokens-keep-the-state": {
    "metadata-with-a-token-is-yanked": onlyWhen(
      (call) => isReadWithToken(call) && call.operation === "getRelease",
      replaceRule("render", "status", () => () => ({ state: "yanked" })),
    ),
    "rows-with-a-token-are-yanked": onlyWhen(
      (call) => isReadWithToken(call) && call.operation === "getVersionIndex",
      replaceRule("render", "status", () => () => ({ state: "yanked" })),
    ),
  },
};
