import { replaceRule, withHeader, withProblem, withSuccess } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the form of header fields. */
export const headerFields: FaultFile = {
  "every-response/header-fields-are-well-formed": {
    "date-is-in-seconds-since-1970": replaceRule(
      "respond",
      "date",
      () => (call) => String(Math.floor(call.registry.clock.now() / 1000)),
    ),
    "metadata-has-a-last-modified-with-an-offset": withSuccess("getRelease", (answer) =>
      withHeader(answer, "last-modified", "Sat, 21 Nov 2026 00:00:00 +0000"),
    ),
    "etag-of-search-has-single-quotes": withSuccess("searchVolumes", (answer) =>
      withHeader(answer, "etag", "'5d41402a'"),
    ),
    "location-of-a-release-has-angle-brackets": withSuccess("finalizeReleaseUpload", (answer, call) =>
      withHeader(answer, "location", `<${call.url.pathname}>`),
    ),
    "challenge-separates-its-parameters-with-spaces": withProblem("authentication-required", (answer) =>
      withHeader(answer, "www-authenticate", 'Bearer realm="registry" error="invalid_token"'),
    ),
    "index-expires-in-an-hour": withSuccess("getVersionIndex", (answer) =>
      withHeader(answer, "expires", "3600"),
    ),
  },
};
