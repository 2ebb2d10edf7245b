import type { Call } from "../../call.ts";
import { crashingOn } from "../changes/problems.ts";
import { replaceRule } from "../../rules/change.ts";
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
    "nul-in-idempotency-key-crashes": replaceRule(
      "idempotency",
      "normalizeKey",
      (before) => (key, submission) => {
        if (key.includes("\u0000")) throw new Error("invalid byte sequence");
        return before(key, submission);
      },
    ),
    "size-of-64-bits-crashes": replaceRule("publish", "parseSize", (before) => (value, call) => {
      if (Number.isFinite(value) && Number(value) >= 2 ** 63) throw new Error("out of range for a bigint");
      return before(value, call);
    }),
    "token-beyond-ascii-crashes": crashingOn("every", ({ request }) =>
      /[^ -~]/u.test(request.headers.get("authorization") ?? ""),
    ),
    "nul-in-a-format-crashes": replaceRule("trust", "parseFormat", (before) => (value, call) => {
      if (JSON.stringify(value)?.includes("\\u0000") === true) throw new Error("invalid byte sequence");
      return before(value, call);
    }),
    "nul-in-upload-id-crashes": crashingOn("finalizeReleaseUpload", hasNul),
  },
  "problems/malformed-searches-never-cause-server-errors": {
    "invalid-escape-in-the-query-crashes-a-search": crashingOn("searchVolumes", ({ url }) =>
      /%(?![0-9a-f]{2})/i.test(url.search),
    ),
    "malformed-entity-tag-crashes-a-search": crashingOn("searchVolumes", ({ request }) =>
      /^[^"W*]/.test(request.headers.get("if-none-match") ?? ""),
    ),
  },
  "problems/content-types-of-reads-never-cause-server-errors": {
    "unknown-versions-crash-with-a-content-type": crashingOn(
      "getRelease",
      (call) =>
        call.request.headers.has("content-type") && findRelease(call.name, call.version, call) === undefined,
    ),
  },
};
