import { type Change, replaceRule, withAnswer, withBody } from "../../rules/change.ts";
import { answering, succeedingWith } from "../changes/problems.ts";
import { requiringAuthorizationHeader, requiringToken } from "../changes/read-access.ts";
import { asSqlPattern } from "../changes/look-alikes.ts";
import type { FaultFile } from "../fault.ts";

/** Lists only the advisories whose position in the order of publication is chosen. */
function listingAdvisories(choose: (place: number) => boolean): Change {
  return replaceRule(
    "advisories",
    "list",
    (before) => (call) => before(call).filter((_advisory, place) => choose(place)),
  );
}

/** Faults in which advisories are listed and found. */
export const listing: FaultFile = {
  "advisories/list-answers-anonymous-callers": {
    "advisory-list-needs-authorization-header": requiringAuthorizationHeader("searchAdvisories"),
    "advisory-list-items-are-named-advisories": withBody("searchAdvisories", ({ items, ...body }) => ({
      ...body,
      advisories: items,
    })),
    "advisory-list-needs-valid-token": requiringToken("searchAdvisories"),
  },
  "advisories/existing-advisory-is-listed": {
    "advisory-list-ends-after-two": listingAdvisories((place) => place < 2),
  },
  "advisories/each-is-listed-once": {
    "advisory-list-repeats-the-first": replaceRule("advisories", "list", (before) => (call) => {
      const listed = before(call);
      return [...listed, ...listed.slice(0, 1)];
    }),
  },
  "advisories/single-answers-anonymous-callers": {
    "advisory-needs-authorization-header": requiringAuthorizationHeader("getAdvisory"),
    "advisory-is-not-found-without-a-token": replaceRule("advisories", "find", (before) => (call) => {
      const isAnonymous = !call.request.headers.has("authorization");
      return before(isAnonymous ? { ...call, parameters: {} } : call);
    }),
  },
  "advisories/listed-advisories-can-be-fetched": {
    "withdrawn-advisory-is-listed-but-not-found": replaceRule("advisories", "find", (before) => (call) => {
      const { document } = before(call);
      return before(document["withdrawn"] === undefined ? call : { ...call, parameters: {} });
    }),
  },
  "advisories/single-is-the-one-asked-for": {
    "advisory-is-found-by-its-external-id-only": {
      summary: "A new advisory is not found by its local id",
      change: replaceRule("advisories", "find", (before) => (call) => {
        const place = [...call.registry.store.advisories.keys()].indexOf(call.parameters["advisoryId"] ?? "");
        return before(place < 2 ? call : { ...call, parameters: {} });
      }),
    },
    "advisory-is-always-the-first": replaceRule("advisories", "find", (before) => (call) => {
      const found = before(call);
      return [...call.registry.store.advisories.values()][0] ?? found;
    }),
    "withdrawn-advisory-returns-another": replaceRule("advisories", "find", (before) => (call) => {
      const found = before(call);
      if (found.document["withdrawn"] === undefined) return found;
      const others = [...call.registry.store.advisories.values()];
      return others.find(({ document }) => document["withdrawn"] === undefined) ?? found;
    }),
  },
  "advisories/unknown-id-is-not-found": {
    "unknown-advisory-returns-the-first": replaceRule("advisories", "find", (before) => (call) => {
      const known = call.registry.store.advisories.get(call.parameters["advisoryId"] ?? "");
      return known ?? [...call.registry.store.advisories.values()][0] ?? before(call);
    }),
    "unknown-advisory-that-begins-with-a-known-id-is-that": replaceRule(
      "advisories",
      "find",
      (before) => (call) => {
        const { advisoryId = "" } = call.parameters;
        const all = [...call.registry.store.advisories.values()];
        return all.find(({ id }) => advisoryId.startsWith(id)) ?? before(call);
      },
    ),
    "advisory-id-is-taken-for-a-pattern": replaceRule("advisories", "find", (before) => (call) => {
      const { advisoryId = "" } = call.parameters;
      const all = [...call.registry.store.advisories.values()];
      return all.find(({ id }) => asSqlPattern(advisoryId, id)) ?? before(call);
    }),
    "unknown-advisory-answers-validation-failed": answering("getAdvisory", "not-found", "validation-failed"),
    "unknown-advisory-is-an-empty-object": withAnswer("getAdvisory", (answer) =>
      answer.status === 404 ? succeedingWith({})() : answer,
    ),
  },
};
