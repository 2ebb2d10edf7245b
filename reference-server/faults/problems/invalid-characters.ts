import type { Call } from "../../call.ts";
import { crashingOn } from "../changes/problems.ts";
import { findRelease } from "../../lookup.ts";
import type { FaultFile } from "../fault.ts";

const hasNul = ({ url }: Call): boolean => url.href.includes("%00");

/** Faults in requests with unusual characters. */
export const invalidCharacters: FaultFile = {
  "problems/invalid-characters-in-reads-never-cause-server-errors": {
    "nul-in-metadata-path-crashes": crashingOn("getRelease", hasNul),
    "nul-in-query-crashes": crashingOn(["searchVolumes", "searchAdvisories"], hasNul),
    "nul-in-trust-path-crashes": crashingOn("getTrustDetail", hasNul),
    "nul-in-advisory-path-crashes": crashingOn("getAdvisory", hasNul),
    "encoded-slash-in-advisory-path-crashes": crashingOn("getAdvisory", ({ url }) =>
      /%2f/i.test(url.pathname),
    ),
    "bytes-beyond-utf-8-in-the-query-crash": crashingOn("searchVolumes", ({ url }) =>
      /%ff/i.test(url.search),
    ),
    "invalid-percent-encoding-crashes": crashingOn("every", ({ url }) => {
      try {
        return decodeURIComponent(url.pathname) === "";
      } catch {
        return true;
      }
    }),
  },
  "problems/invalid-characters-in-writes-never-cause-server-errors": {
    "nul-in-create-path-crashes": crashingOn("createReleaseUpload", hasNul),
    "nul-in-upload-id-crashes": crashingOn("finalizeReleaseUpload", hasNul),
  },
  "problems/content-types-of-reads-never-cause-server-errors": {
    "unknown-versions-crash-with-a-content-type": crashingOn(
      "getRelease",
      (call) =>
        call.request.headers.has("content-type") && findRelease(call.name, call.version, call) === undefined,
    ),
  },
};
