import type { Call } from "../../call.ts";
import { crashingOn } from "../changes/problems.ts";
import type { FaultFile } from "../fault.ts";

const hasNul = ({ url }: Call): boolean => url.href.includes("%00");

/** TODO */
export const oddCharacters: FaultFile = {
  "problems/odd-characters-in-reads-are-no-server-errors": {
    "nul-in-metadata-path-crashes": {
      summary: "A read of metadata with a NUL in its path meets an error inside the server",
      change: crashingOn("getRelease", hasNul),
    },
    "nul-in-query-crashes": {
      summary: "A search with a NUL in its query meets an error inside the server",
      change: crashingOn(["searchVolumes", "searchAdvisories"], hasNul),
    },
    "nul-in-trust-path-crashes": {
      summary: "A read of trust detail with a NUL in its path meets an error inside the server",
      change: crashingOn("getTrustDetail", hasNul),
    },
    "nul-in-advisory-path-crashes": {
      summary: "A read of an advisory with a NUL in its path meets an error inside the server",
      change: crashingOn("getAdvisory", hasNul),
    },
    "broken-escape-crashes": {
      summary: "An escape that is none, or none of UTF-8, meets an error inside the server",
      change: crashingOn("every", ({ url }) => {
        try {
          return decodeURIComponent(url.pathname) === "";
        } catch {
          return true;
        }
      }),
    },
  },
  "problems/odd-characters-in-writes-are-no-server-errors": {
    "nul-in-create-path-crashes": {
      summary: "A create with a NUL in its path meets an error inside the server",
      change: crashingOn("createReleaseUpload", hasNul),
    },
    "nul-in-upload-id-crashes": {
      summary: "A finalize with a NUL in its path meets an error inside the server",
      change: crashingOn("finalizeReleaseUpload", hasNul),
    },
  },
};
