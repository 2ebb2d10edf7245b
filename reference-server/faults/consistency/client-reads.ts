import type { Call } from "../../call.ts";
import { onlyWhen, withBody } from "../../rules/change.ts";
import {
  hasField,
  hasUnreadableDate,
  hidingReleases,
  isProduct,
  neverModified,
  refusing,
} from "../changes/clients.ts";
import type { FaultFile } from "../fault.ts";

function acceptsAnything({ request }: Call): boolean {
  return request.headers.get("accept")?.trim() === "*/*";
}

function takesGzip({ request }: Call): boolean {
  return request.headers.get("accept-encoding")?.includes("gzip") === true;
}

const isBrowser = isProduct("Mozilla/");

/** Faults in reads that depend on the client. */
export const clientReads: FaultFile = {
  "consistency/release-reads-do-not-depend-on-the-client": {
    "metadata-for-any-media-type-is-not-found": {
      leads: "version-index/release-url-leads-to-the-metadata",
      change: hidingReleases("getRelease", acceptsAnything),
    },
    "metadata-is-refused-to-clients-with-a-content-type": refusing("getRelease", hasField("content-type")),
    "metadata-is-refused-for-an-invalid-date": refusing("getRelease", hasUnreadableDate),
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
    "long-search-results-are-empty-for-clients-that-take-gzip": withBody("searchVolumes", (body, call) =>
      takesGzip(call) && JSON.stringify(body).length > 8192 ? { ...body, items: [] } : body,
    ),
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
};
