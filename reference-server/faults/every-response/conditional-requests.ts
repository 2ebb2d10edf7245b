import { onlyWhen, replaceRule, withSuccess } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in statuses that need a header field in the request. */
export const conditionalRequests: FaultFile = {
  "every-response/reads-without-a-condition-are-never-not-modified": {
    "capabilities-without-a-token-are-not-modified": onlyWhen(
      ({ request }) => request.headers.get("authorization") === null,
      withSuccess("getCapabilities", () => ({ status: 304, headers: { etag: '"1"' } })),
    ),
    "index-is-not-modified-for-two-versions": {
      summary: "Answers 304 for the index of a volume with two versions",
      change: withSuccess("getVersionIndex", (answer) =>
        JSON.stringify(answer.body).split('"integrity"').length === 3 ? { status: 304, headers: {} } : answer,
      ),
    },
  },
  "every-response/reads-without-a-range-are-never-partial": {
    "search-pages-are-partial-content": withSuccess("searchVolumes", (answer) => ({
      ...answer,
      status: 206,
    })),
    "artifacts-are-partial-content": replaceRule("transfer", "artifact", (before) => (attachment, call) => {
      const answer = before(attachment, call);
      const size = attachment.bytes.byteLength;
      const headers = { ...answer.headers, "content-range": `bytes 0-${size - 1}/${size}` };
      return answer.status === 200 ? { ...answer, headers, status: 206 } : answer;
    }),
  },
};
