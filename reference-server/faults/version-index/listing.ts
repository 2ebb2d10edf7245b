import { releasesOf } from "../../lookup.ts";
import { onlyWhen, replaceRule, withBody } from "../../rules/change.ts";
import { withItems } from "../changes/documents.ts";
import { indexingOnly } from "../changes/lookups.ts";
import { answering } from "../changes/problems.ts";
import { requiringAuthorizationHeader, requiringToken } from "../changes/read-access.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const listing: FaultFile = {
  "version-index/answers-anonymous-callers": {
    "index-needs-token": {
      summary: "The version index needs a token",
      change: requiringToken("getVersionIndex"),
    },
    "index-needs-a-token": {
      summary: "The index answers 401 to a caller without a token",
      change: requiringAuthorizationHeader("getVersionIndex"),
    },
    "index-rows-under-another-name": {
      summary: "The index answers its items as versions",
      change: withBody("getVersionIndex", ({ items, ...body }) => ({ ...body, versions: items })),
    },
  },
  "version-index/lists-a-published-version": {
    "index-never-lists-anything": {
      summary: "The index of every volume is empty",
      change: indexingOnly(() => []),
    },
    "index-never-lists-scoped-volumes": {
      summary: "The index of every scoped volume is empty",
      change: onlyWhen(
        ({ form }) => form === "scoped",
        indexingOnly(() => []),
      ),
    },
  },
  "version-index/keeps-earlier-versions": {
    "index-lists-the-newest-only": {
      summary: "The index lists the version published last",
      change: indexingOnly((releases) => releases.slice(-1)),
    },
    "index-lists-the-first-only": {
      summary: "The index lists the version published first",
      change: indexingOnly((releases) => releases.slice(0, 1)),
    },
    "index-leaves-out-prereleases": {
      summary: "The index has no rows for prereleases",
      change: indexingOnly((releases) => releases.filter(({ version }) => !version.includes("-"))),
    },
    "index-leaves-out-lower-versions": {
      summary: "The index has no row for a version below the first that was published",
      change: indexingOnly((releases) =>
        releases.filter(({ version }) => version >= (releases[0]?.version ?? "")),
      ),
    },
    "index-ends-after-two-rows": {
      summary: "The index lists two versions at most",
      change: indexingOnly((releases) => releases.slice(0, 2)),
    },
  },
  "version-index/lists-each-version-once": {
    "index-repeats-a-row": {
      summary: "The first row stands at the end again",
      change: withItems("getVersionIndex", (rows) => [...rows, ...rows.slice(0, 1)]),
    },
    "index-repeats-rows-of-prereleases": {
      summary: "Prereleases are listed twice",
      change: indexingOnly((releases) => [
        ...releases,
        ...releases.filter(({ version }) => version.includes("-")),
      ]),
    },
  },
  "version-index/lists-nothing-else": {
    "index-lists-a-version-nobody-published": {
      summary: "The index has a row for the next version",
      change: withItems("getVersionIndex", (rows) => [
        ...rows,
        ...rows.slice(0, 1).map((row) => ({ ...row, version: "1.0.1" })),
      ]),
    },
    "index-lists-another-volume-too": {
      summary: "The index of a volume lists the versions of the catalogue's first one too",
      change: replaceRule(
        "render",
        "index",
        (before) => (releases, call) =>
          before([...releases, ...releasesOf("@atelier/lantern", call).slice(0, 1)], call),
      ),
    },
  },
  "version-index/unknown-volume-has-no-rows": {
    "index-of-unknown-volume-is-invalid": {
      summary: "The index of an unknown volume answers 400 validation-failed",
      change: answering("getVersionIndex", "not-found", "validation-failed"),
    },
    "index-of-unknown-volume-conflicts": {
      summary: "The index of an unknown volume answers 409 inconsistent-registry-state",
      change: answering("getVersionIndex", "not-found", "inconsistent-registry-state"),
    },
  },
};
