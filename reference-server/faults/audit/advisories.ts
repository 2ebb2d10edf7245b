import { type JsonObject, objectAt, textAt } from "../../json.ts";
import { type Change, onlyFor, onlyWhen, replaceRule, withBody, without } from "../../rules/change.ts";
import { counting } from "../changes/memory.ts";
import type { FaultFile } from "../fault.ts";

/** Changes advisories in lists only. */
function withListed(change: (document: JsonObject) => JsonObject): Change {
  return onlyFor(
    ["searchAdvisories"],
    replaceRule("render", "advisory", (before) => (advisory, call) => change(before(advisory, call))),
  );
}

/** Shows each advisory under another id when it is read again. */
function showingAnotherId(): Change {
  const count = counting();
  return withBody("getAdvisory", (document, call) => {
    const id = objectAt(document, "id");
    const isFirst = count(call, call.url.pathname) === 1;
    return isFirst ? document : { ...document, id: { ...id, local: `${textAt(id, "local")}-2` } };
  });
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
    "listed-advisories-have-the-address-of-another": withListed((document) => ({
      ...document,
      source: { ...objectAt(document, "source"), url: `${textAt(objectAt(document, "source"), "url")}0` },
    })),
    "listed-advisories-have-no-relationships": withListed((document) => ({ ...document, relationships: [] })),
    // one page of a list is asked for by a query that the specification does not show
    "lists-with-a-query-are-of-moderate-severity": onlyWhen(
      ({ url }) => url.search !== "",
      withListed((document) => ({ ...document, severity: "moderate" })),
    ),
    "advisories-have-another-id-when-read-again": showingAnotherId(),
    "listed-advisories-were-updated-an-hour-earlier": withListed((document) => ({
      ...document,
      updated: new Date(Date.parse(textAt(document, "updated")) - 3_600_000).toISOString(),
    })),
  },
  "audit/advisories-stay-listed": {
    "advisory-list-has-only-the-newest": replaceRule(
      "advisories",
      "list",
      (before) => (call) => before(call).slice(-1),
    ),
    "advisory-list-has-only-the-newest-of-a-volume": replaceRule("advisories", "list", (before) => (call) => {
      const listed = before(call);
      return listed.filter(
        (advisory) => listed.findLast(({ volume }) => volume === advisory.volume) === advisory,
      );
    }),
  },
};
