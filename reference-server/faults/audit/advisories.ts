import { type JsonObject, objectAt, textAt } from "../../json.ts";
import { type Change, onlyFor, replaceRule, without } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Changes advisories in lists only. */
function withListed(change: (document: JsonObject) => JsonObject): Change {
  return onlyFor(
    ["searchAdvisories"],
    replaceRule("render", "advisory", (before) => (advisory, call) => change(before(advisory, call))),
  );
}

/** Faults in what lists of advisories show. */
export const advisories: FaultFile = {
  "audit/listed-advisories-agree-with-single-reads": {
    "listed-advisories-are-of-moderate-severity": withListed((document) => ({
      ...document,
      severity: "moderate",
    })),
    "listed-advisories-are-never-withdrawn": withListed((document) => without(document, "withdrawn")),
    "listed-advisories-affect-every-version": withListed((document) => ({
      ...document,
      affected: { ...objectAt(document, "affected"), ranges: [] },
    })),
    "listed-advisories-were-updated-an-hour-earlier": withListed((document) => ({
      ...document,
      updated: new Date(Date.parse(textAt(document, "updated")) - 3_600_000).toISOString(),
    })),
  },
  "audit/advisories-stay-listed": {
    "advisory-list-has-only-the-newest-of-a-volume": replaceRule("advisories", "list", (before) => (call) => {
      const listed = before(call);
      return listed.filter(
        (advisory) => listed.findLast(({ volume }) => volume === advisory.volume) === advisory,
      );
    }),
  },
};
