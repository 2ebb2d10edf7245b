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

/** TODO */
export const agreement: FaultFile = {
  "version-index/rows-have-the-integrity-of-their-release": {
    "index-integrity-is-another": {
      summary: "Rows have an integrity of their own",
      change: withEachItem("getVersionIndex", (row) => ({ ...row, integrity: unrelatedDigest })),
    },
  },
  "version-index/rows-of-one-volume-keep-their-integrity": {
    "index-integrity-is-that-of-the-first-row": {
      summary: "All rows of a volume have the integrity of the first",
      change: withItems("getVersionIndex", (rows) =>
        rows.map((row) => ({ ...row, integrity: rows[0]?.["integrity"] })),
      ),
    },
  },
  "version-index/rows-have-the-state-of-their-release": {
    "index-state-is-another": {
      summary: "Rows of available versions say yanked",
      change: withEachItem("getVersionIndex", (row) => ({ ...row, status: { state: "yanked" } })),
    },
  },
  "version-index/rows-of-one-volume-keep-their-state": {
    "index-state-of-later-rows-is-another": {
      summary: "All rows but the first say yanked",
      change: withItems("getVersionIndex", (rows) =>
        rows.map((row, place) => (place === 0 ? row : { ...row, status: { state: "yanked" } })),
      ),
    },
    "index-state-of-prereleases-is-another": {
      summary: "Rows of prereleases say unavailable",
      change: withEachItem("getVersionIndex", (row) =>
        typeof row["version"] === "string" && row["version"].includes("-")
          ? { ...row, status: { state: "unavailable" } }
          : row,
      ),
    },
  },
  "version-index/release-url-leads-to-the-metadata": {
    "index-url-of-the-second-row-is-the-first-one": {
      summary: "The release.url of the second row leads to the first one's version",
      change: withItems("getVersionIndex", (rows) =>
        rows.map((row, place) => (place === 1 ? { ...row, release: rows[0]?.["release"] } : row)),
      ),
    },
    "index-url-of-a-prerelease-is-that-of-its-release": {
      summary: "The release.url of a prerelease's row lacks the prerelease",
      change: withRowUrl(({ name, version }, base) => `${base}/${name}/${version.replace(/-.*$/, "")}`),
    },
    "index-url-leads-to-the-first-version": {
      summary: "The release.url of every row leads to the first one's version",
      change: withItems("getVersionIndex", (rows) =>
        rows.map((row) => ({ ...row, release: rows[0]?.["release"] })),
      ),
    },
    "index-url-leads-nowhere": {
      summary: "The release.url of every row lacks the version",
      change: withRowUrl(({ name }, base) => `${base}/${name}`),
    },
    "index-url-leads-to-the-trust-summary": {
      summary: "The release.url of every row leads to the trust summary",
      change: withRowUrl(({ name, version }, base) => `${base}/${name}/${version}/trust/summary`),
    },
    "index-url-forgets-the-scope": {
      summary: "The release.url of a scoped volume's row lacks the scope",
      change: withRowUrl(({ name, version }, base) => `${base}/${name.replace(/^@[^/]*\//, "")}/${version}`),
    },
    "index-url-is-a-bare-name": {
      summary: "The release.url of every row is relative to the base address, not to the index",
      change: withRowUrl(({ name, version }) => `api/v1/volumes/${name}/${version}`),
    },
  },
};
