import { type Change, replaceRule, withAnswer, withBody } from "../../rules/change.ts";
import { answering, succeedingWith } from "../changes/problems.ts";
import { requiringAuthorizationHeader, requiringToken } from "../changes/read-access.ts";
import type { FaultFile } from "../fault.ts";

/** Leaves advisories out of the list, by their place in the order of publication. */
function listingAdvisories(choose: (place: number) => boolean): Change {
  return replaceRule(
    "advisories",
    "list",
    (before) => (call) => before(call).filter((_advisory, place) => choose(place)),
  );
}

/** TODO */
export const listing: FaultFile = {
  "advisories/list-answers-anonymous-callers": {
    "advisory-list-needs-a-token": {
      summary: "The list of advisories answers 401 to a caller without a token",
      change: requiringAuthorizationHeader("searchAdvisories"),
    },
    "advisory-list-under-another-name": {
      summary: "The list of advisories answers its items as advisories",
      change: withBody("searchAdvisories", ({ items, ...body }) => ({ ...body, advisories: items })),
    },
    "advisories-need-token": {
      summary: "The search for advisories needs a token",
      change: requiringToken("searchAdvisories"),
    },
  },
  "advisories/made-advisory-is-listed": {
    "advisory-list-lacks-new-ones": {
      summary: "The list of advisories ends with the second",
      change: listingAdvisories((place) => place < 2),
    },
  },
  "advisories/each-is-listed-once": {
    "advisory-list-repeats-the-first": {
      summary: "The first advisory stands at the end of the list again",
      change: replaceRule("advisories", "list", (before) => (call) => {
        const listed = before(call);
        return [...listed, ...listed.slice(0, 1)];
      }),
    },
  },
  "advisories/single-answers-anonymous-callers": {
    "advisory-needs-a-token": {
      summary: "A single advisory answers 401 to a caller without a token",
      change: requiringAuthorizationHeader("getAdvisory"),
    },
    "advisory-is-found-by-its-external-id-only": {
      summary: "A new advisory is not found by its local id",
      change: replaceRule("advisories", "find", (before) => (call) => {
        const place = [...call.registry.store.advisories.keys()].indexOf(call.parameters["advisoryId"] ?? "");
        return before(place < 2 ? call : { ...call, parameters: {} });
      }),
    },
  },
  "advisories/listed-advisories-can-be-fetched": {
    "advisory-is-found-only-while-it-stands": {
      summary: "A withdrawn advisory is listed and cannot be fetched",
      change: replaceRule("advisories", "find", (before) => (call) => {
        const { document } = before(call);
        return before(document["withdrawn"] === undefined ? call : { ...call, parameters: {} });
      }),
    },
  },
  "advisories/single-is-the-one-asked-for": {
    "advisory-is-another": {
      summary: "A single advisory is always the first",
      change: replaceRule("advisories", "find", (before) => (call) => {
        const found = before(call);
        return [...call.registry.store.advisories.values()][0] ?? found;
      }),
    },
    "withdrawn-advisory-answers-another": {
      summary: "A withdrawn advisory answers one that stands",
      change: replaceRule("advisories", "find", (before) => (call) => {
        const found = before(call);
        if (found.document["withdrawn"] === undefined) return found;
        const others = [...call.registry.store.advisories.values()];
        return others.find(({ document }) => document["withdrawn"] === undefined) ?? found;
      }),
    },
  },
  "advisories/unknown-id-is-not-found": {
    "unknown-advisory-is-an-empty-success": {
      summary: "An advisory that does not exist answers the first one",
      change: replaceRule("advisories", "find", (before) => (call) => {
        const known = call.registry.store.advisories.get(call.parameters["advisoryId"] ?? "");
        return known ?? [...call.registry.store.advisories.values()][0] ?? before(call);
      }),
    },
    "unknown-advisory-is-invalid": {
      summary: "An advisory that does not exist answers 400 validation-failed",
      change: answering("getAdvisory", "not-found", "validation-failed"),
    },
    "unknown-advisory-is-empty": {
      summary: "An unknown advisory is answered with an empty object",
      change: withAnswer("getAdvisory", (answer) => (answer.status === 404 ? succeedingWith({})() : answer)),
    },
  },
};
