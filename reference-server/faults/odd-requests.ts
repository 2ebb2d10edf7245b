import type { Call, Operation } from "../call.ts";
import { type Change, isOneOf, type Operations, replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** Meets an error inside the server on every request that `isOdd`. */
function crashingOn(operations: Operations, isOdd: (call: Call) => boolean): Change {
  return replaceRule("limiter", "judge", (before) => (call) => {
    if (isOneOf(operations, call) && isOdd(call)) throw new Error("the request cannot be read");
    before(call);
  });
}

const hasNul = ({ url }: Call): boolean => url.href.includes("%00");

const isLong = ({ url }: Call): boolean => url.pathname.length + url.search.length > 300;

const hasMalformedPath = (call: Call): boolean => !call.rules.visibility.isWellFormed(call);

const toWords = (operation: Operation): string =>
  operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const oddReads = "problems/odd-characters-in-reads-are-no-server-errors";
const oddWrites = "problems/odd-characters-in-writes-are-no-server-errors";
const serverErrors = "every-response/endpoints-never-answer-server-errors";

/** Servers that fall over what they did not expect in a request. */
export const oddRequestFaults: readonly Fault[] = [
  {
    name: "nul-in-metadata-path-crashes",
    breaks: oddReads,
    summary: "A read of metadata with a NUL in its path meets an error inside the server",
    change: crashingOn("getRelease", hasNul),
  },
  {
    name: "nul-in-query-crashes",
    breaks: oddReads,
    summary: "A search with a NUL in its query meets an error inside the server",
    change: crashingOn(["searchVolumes", "searchAdvisories"], hasNul),
  },
  {
    name: "nul-in-trust-path-crashes",
    breaks: oddReads,
    summary: "A read of trust detail with a NUL in its path meets an error inside the server",
    change: crashingOn("getTrustDetail", hasNul),
  },
  {
    name: "nul-in-advisory-path-crashes",
    breaks: oddReads,
    summary: "A read of an advisory with a NUL in its path meets an error inside the server",
    change: crashingOn("getAdvisory", hasNul),
  },
  {
    name: "broken-escape-crashes",
    breaks: oddReads,
    summary: "An escape that is none, or none of UTF-8, meets an error inside the server",
    change: crashingOn("every", ({ url }) => {
      try {
        return decodeURIComponent(url.pathname) === "";
      } catch {
        return true;
      }
    }),
  },
  {
    name: "nul-in-create-path-crashes",
    breaks: oddWrites,
    summary: "A create with a NUL in its path meets an error inside the server",
    change: crashingOn("createReleaseUpload", hasNul),
  },
  {
    name: "nul-in-upload-id-crashes",
    breaks: oddWrites,
    summary: "A finalize with a NUL in its path meets an error inside the server",
    change: crashingOn("finalizeReleaseUpload", hasNul),
  },
  ...(
    [
      "searchVolumes",
      "getVersionIndex",
      "getRelease",
      "createReleaseUpload",
      "getTrustSummary",
      "getTrustDetail",
      "getAdvisory",
      "unpublishVersion",
    ] as const
  ).map((operation) => ({
    name: `long-path-of-${toWords(operation)}-crashes`,
    breaks: serverErrors,
    summary: "A path or a query of more than 300 characters meets an error inside the server",
    change: crashingOn(operation, isLong),
  })),
  ...(["finalizeReleaseUpload", "createTrustUpload", "finalizeTrustUpload"] as const).map((operation) => ({
    name: `malformed-path-of-${toWords(operation)}-crashes`,
    breaks: serverErrors,
    summary: "A malformed name or version in its path meets an error inside the server",
    change: crashingOn(operation, hasMalformedPath),
  })),
];
