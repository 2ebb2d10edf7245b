import { type Change, onlyFor, replaceRule } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { withEachItem, withItems } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

function withRowUrl(make: (release: Release, base: string) => string): Change {
  return onlyFor(
    "getVersionIndex",
    replaceRule(
      "render",
      "releaseUrl",
      () => (release, call) => make(release, `${call.base}/api/v1/volumes`),
    ),
  );
}

/** Faults in whether index rows agree with their releases. */
export const agreement: FaultFile = {
  "version-index/rows-have-the-integrity-of-their-release": {
    "index-integrity-differs-from-the-release": withEachItem("getVersionIndex", (row) => ({
      ...row,
      integrity: unrelatedDigest,
    })),
  },
  "version-index/rows-of-one-volume-keep-their-integrity": {
    "index-integrity-is-that-of-the-first-row": withItems("getVersionIndex", (rows) =>
      rows.map((row) => ({ ...row, integrity: rows[0]?.["integrity"] })),
    ),
  },
  "version-index/rows-have-the-state-of-their-release": {
    "index-shows-available-versions-as-yanked": withEachItem("getVersionIndex", (row) => ({
      ...row,
      status: { state: "yanked" },
    })),
  },
  "version-index/rows-of-one-volume-keep-their-state": {
    "index-shows-later-rows-as-yanked": {
      leads: "unpublish/other-versions-keep-their-rows",
      change: withItems("getVersionIndex", (rows) =>
        rows.map((row, place) => (place === 0 ? row : { ...row, status: { state: "yanked" } })),
      ),
    },
    "index-shows-prereleases-as-unavailable": {
      leads: "unpublish/other-versions-keep-their-rows",
      change: withEachItem("getVersionIndex", (row) =>
        typeof row["version"] === "string" && row["version"].includes("-")
          ? { ...row, status: { state: "unavailable" } }
          : row,
      ),
    },
  },
  "version-index/release-url-leads-to-the-metadata": {
    "index-url-of-the-second-row-is-the-first-one": {
      summary: "The release.url of the second row leads to the version of the first row",
      change: withItems("getVersionIndex", (rows) =>
        rows.map((row, place) => (place === 1 ? { ...row, release: rows[0]?.["release"] } : row)),
      ),
    },
    "index-url-of-a-prerelease-is-that-of-its-release": {
      summary: "The release.url of a prerelease lacks the prerelease",
      change: withRowUrl(({ name, version }, base) => `${base}/${name}/${version.replace(/-.*$/, "")}`),
    },
    "index-url-leads-to-the-first-version": withItems("getVersionIndex", (rows) =>
      rows.map((row) => ({ ...row, release: rows[0]?.["release"] })),
    ),
    "index-url-lacks-the-version": withRowUrl(({ name }, base) => `${base}/${name}`),
    "index-url-leads-to-the-trust-summary": withRowUrl(
      ({ name, version }, base) => `${base}/${name}/${version}/trust/summary`,
    ),
    "index-url-lacks-the-scope": withRowUrl(
      ({ name, version }, base) => `${base}/${name.replace(/^@[^/]*\//, "")}/${version}`,
    ),
    "index-url-is-a-bare-name": {
      summary: "The release.url of every row is relative to the base URL, not to the index",
      change: withRowUrl(({ name, version }) => `api/v1/volumes/${name}/${version}`),
    },
  },
};
