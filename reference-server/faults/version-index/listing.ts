import { releasesOf } from "../../lookup.ts";
import { onlyWhen, replaceRule } from "../../rules/change.ts";
import { withItems } from "../changes/documents.ts";
import { indexingOnly } from "../changes/lookups.ts";
import { answering } from "../changes/problems.ts";
import { requiringAuthorizationHeader, requiringToken } from "../changes/read-access.ts";
import { in32Bits } from "../changes/look-alikes.ts";
import type { FaultFile } from "../fault.ts";

const digitsOf = (version: string): string => version.replaceAll(".", "");

/** Faults in which versions an index lists. */
export const listing: FaultFile = {
  "version-index/answers-anonymous-callers": {
    "index-needs-valid-token": requiringToken("getVersionIndex"),
    "index-needs-authorization-header": requiringAuthorizationHeader("getVersionIndex"),
  },
  "version-index/lists-a-published-version": {
    "index-is-always-empty": indexingOnly(() => []),
    "index-of-scoped-volumes-is-empty": onlyWhen(
      ({ form }) => form === "scoped",
      indexingOnly(() => []),
    ),
  },
  "version-index/keeps-earlier-versions": {
    "index-lists-only-the-newest-version": indexingOnly((releases) => releases.slice(-1)),
    "index-lists-only-the-first-version": indexingOnly((releases) => releases.slice(0, 1)),
    "index-omits-prereleases": indexingOnly((releases) =>
      releases.filter(({ version }) => !version.includes("-")),
    ),
    "index-omits-versions-below-the-last-published": indexingOnly((releases) =>
      releases.filter(({ version }) => version >= (releases.at(-1)?.version ?? "")),
    ),
    "index-ends-after-two-rows": indexingOnly((releases) => releases.slice(0, 2)),
  },
  "version-index/lists-each-build": {
    "index-has-one-row-for-versions-of-equal-precedence": indexingOnly((releases) => [
      ...new Map(releases.map((release) => [release.version.replace(/\+.*$/, ""), release])).values(),
    ]),
  },
  "version-index/lists-many-versions": {
    "index-has-one-row-for-versions-that-are-equal-in-32-bits": indexingOnly((releases) =>
      releases.filter(
        ({ version }, place) => !releases.slice(place + 1).some((later) => in32Bits(version, later.version)),
      ),
    ),
    "index-has-one-row-for-versions-with-the-same-digits": indexingOnly((releases) =>
      releases.filter(
        ({ version }, place) =>
          !releases.slice(place + 1).some((later) => digitsOf(later.version) === digitsOf(version)),
      ),
    ),
    "index-ends-after-ten-rows": indexingOnly((releases) => releases.slice(0, 10)),
    "index-lists-the-last-twelve-versions": indexingOnly((releases) => releases.slice(-12)),
    "index-ends-after-twenty-rows": indexingOnly((releases) => releases.slice(0, 20)),
    "index-omits-minor-versions-above-nine": indexingOnly((releases) =>
      releases.filter(({ version }) => !/^\d+\.\d\d+\./.test(version)),
    ),
    "index-rows-after-the-tenth-have-the-integrity-of-the-first": withItems("getVersionIndex", (rows) =>
      rows.map((row, place) =>
        place >= 10 && rows[0]?.["integrity"] !== undefined
          ? { ...row, integrity: rows[0]["integrity"] }
          : row,
      ),
    ),
  },
  "version-index/lists-each-version-once": {
    "index-repeats-the-first-row": withItems("getVersionIndex", (rows) => [...rows, ...rows.slice(0, 1)]),
    "index-repeats-prereleases": indexingOnly((releases) => [
      ...releases,
      ...releases.filter(({ version }) => version.includes("-")),
    ]),
  },
  "version-index/lists-only-published-versions": {
    "index-lists-an-unpublished-version": withItems("getVersionIndex", (rows) => [
      ...rows,
      ...rows.slice(0, 1).map((row) => ({ ...row, version: "1.0.1" })),
    ]),
    "index-lists-another-volume-too": {
      summary: "The index also lists the versions of the catalogue's first volume",
      change: replaceRule(
        "render",
        "index",
        (before) => (releases, call) =>
          before([...releases, ...releasesOf("@atelier/lantern", call).slice(0, 1)], call),
      ),
    },
  },
  "version-index/unknown-volume-has-no-rows": {
    "index-of-unknown-volume-answers-validation-failed": answering(
      "getVersionIndex",
      "not-found",
      "validation-failed",
    ),
    "index-of-unknown-volume-answers-inconsistent-registry-state": answering(
      "getVersionIndex",
      "not-found",
      "inconsistent-registry-state",
    ),
  },
};
