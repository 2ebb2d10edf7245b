import type { Call, Operation } from "../../call.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, onlyWhen, replaceRule, withBody } from "../../rules/change.ts";
import { hasField, isProduct, neverModified, refusing } from "../changes/clients.ts";
import type { FaultFile } from "../fault.ts";

function acceptsAnything({ request }: Call): boolean {
  return request.headers.get("accept")?.trim() === "*/*";
}

const isBrowser = isProduct("Mozilla/");

/** Releases are not found by some requests of one operation. */
function hidingReleases(operation: Operation, isHidden: (call: Call) => boolean): Change {
  return onlyWhen(
    (call) => call.operation === operation && isHidden(call),
    replaceRule("visibility", "find", () => () => {
      throw new ProblemError("not-found", "there is no such release");
    }),
  );
}

/** A read whose path has a member of every JavaScript object fails. */
function confusedBy(word: string, wanted: Operation): Change {
  return onlyWhen(
    ({ name, operation }) => operation === wanted && (name === word || name.endsWith(`/${word}`)),
    replaceRule("visibility", "isWellFormed", () => () => {
      throw new TypeError(`${word} is not a volume`);
    }),
  );
}

/** Faults in reads that depend on how the request is written. */
export const irrelevantTraits: FaultFile = {
  "consistency/release-reads-do-not-depend-on-the-client": {
    "metadata-for-any-media-type-is-not-found": {
      leads: "version-index/release-url-leads-to-the-metadata",
      change: hidingReleases("getRelease", acceptsAnything),
    },
    "metadata-is-refused-to-clients-with-a-content-type": refusing("getRelease", hasField("content-type")),
    "index-is-refused-in-other-languages": refusing("getVersionIndex", hasField("accept-language")),
    "index-for-browsers-has-no-rows": {
      leads: "audit/published-versions-keep-their-row",
      change: onlyWhen(
        isBrowser,
        withBody("getVersionIndex", (body) => ({ ...body, items: [] })),
      ),
    },
  },
  "consistency/trust-reads-do-not-depend-on-the-client": {
    "trust-detail-for-browsers-is-not-found": {
      leads: "audit/details-stay-readable",
      change: hidingReleases("getTrustDetail", isBrowser),
    },
    "trust-summary-is-refused-for-a-range": refusing("getTrustSummary", hasField("range")),
    "trust-detail-has-not-changed-since-any-date": neverModified("getTrustDetail", "if-modified-since"),
    "trust-summary-for-any-media-type-is-not-found": hidingReleases("getTrustSummary", acceptsAnything),
  },
  "consistency/searches-do-not-depend-on-the-client": {
    "search-is-refused-to-clients-with-a-content-type": refusing("searchVolumes", hasField("content-type")),
    "search-for-browsers-is-empty": onlyWhen(
      isBrowser,
      withBody("searchVolumes", (body) => ({ ...body, items: [], total: 0 })),
    ),
  },
  "consistency/advisories-do-not-depend-on-the-client": {
    "advisories-are-refused-with-a-cookie": refusing("searchAdvisories", hasField("cookie")),
    "advisories-for-scripts-are-empty": onlyWhen(
      isProduct("python"),
      withBody("searchAdvisories", (body) => ({ ...body, items: [] })),
    ),
  },
  "consistency/capabilities-do-not-depend-on-the-client": {
    "capabilities-are-refused-to-scripts": refusing("getCapabilities", isProduct("python")),
    "capabilities-match-any-entity-tag": neverModified("getCapabilities", "if-none-match"),
  },
  "consistency/unknown-query-members-change-no-read": {
    "unknown-query-members-make-metadata-not-found": hidingReleases(
      "getRelease",
      ({ url }) => url.search !== "",
    ),
    "unknown-query-members-filter-the-index": onlyWhen(
      ({ url }) => url.search !== "",
      withBody("getVersionIndex", (body) => ({ ...body, items: [] })),
    ),
  },
  "consistency/reserved-words-are-ordinary-names": {
    "metadata-of-constructor-crashes": confusedBy("constructor", "getRelease"),
    "index-of-constructor-crashes": confusedBy("constructor", "getVersionIndex"),
    "index-of-uploads-is-refused": onlyWhen(
      ({ name, operation }) => operation === "getVersionIndex" && name.endsWith("uploads"),
      replaceRule("visibility", "isWellFormed", () => () => {
        throw new ProblemError("inconsistent-registry-state", "the name is reserved");
      }),
    ),
  },
};
