import type { JsonObject } from "../json.ts";
import { type Change, onlyWhen, replaceRule, withBody } from "../rules/change.ts";
import type { Fault } from "./fault.ts";
import { closedToStrangers, isCallOf, missingAs } from "./reading.ts";

/** Changes advisories wherever they are shown. */
function shown(change: (document: JsonObject) => JsonObject): Change {
  return replaceRule("render", "advisory", (before) => (advisory, call) => change(before(advisory, call)));
}

/** Leaves advisories out of the list, by their place in the order of publication. */
function listing(choose: (place: number) => boolean): Change {
  return replaceRule(
    "advisories",
    "list",
    (before) => (call) => before(call).filter((_advisory, place) => choose(place)),
  );
}

/** Broken advisories and capability metadata. */
export const advisoryFaults: readonly Fault[] = [
  {
    name: "capabilities-need-a-token",
    breaks: "capabilities/answers-anonymous-callers",
    summary: "Capability metadata answers 401 to a caller without a token",
    change: closedToStrangers("getCapabilities"),
  },
  {
    name: "advisory-list-needs-a-token",
    breaks: "advisories/list-answers-anonymous-callers",
    summary: "The list of advisories answers 401 to a caller without a token",
    change: closedToStrangers("searchAdvisories"),
  },
  {
    name: "advisory-list-under-another-name",
    breaks: "advisories/list-answers-anonymous-callers",
    summary: "The list of advisories answers its items as advisories",
    change: withBody("searchAdvisories", ({ items, ...body }) => ({ ...body, advisories: items })),
  },
  {
    name: "advisory-list-lacks-new-ones",
    breaks: "advisories/made-advisory-is-listed",
    summary: "The list of advisories ends with the second",
    change: listing((place) => place < 2),
  },
  {
    name: "advisory-list-repeats-the-first",
    breaks: "advisories/each-is-listed-once",
    summary: "The first advisory stands at the end of the list again",
    change: replaceRule("advisories", "list", (before) => (call) => {
      const listed = before(call);
      return [...listed, ...listed.slice(0, 1)];
    }),
  },
  {
    name: "advisory-needs-a-token",
    breaks: "advisories/single-answers-anonymous-callers",
    summary: "A single advisory answers 401 to a caller without a token",
    change: closedToStrangers("getAdvisory"),
  },
  {
    name: "advisory-is-found-by-its-external-id-only",
    breaks: "advisories/single-answers-anonymous-callers",
    summary: "A new advisory is not found by its local id",
    change: replaceRule("advisories", "find", (before) => (call) => {
      const place = [...call.registry.store.advisories.keys()].indexOf(call.parameters["advisoryId"] ?? "");
      return before(place < 2 ? call : { ...call, parameters: {} });
    }),
  },
  {
    name: "advisory-is-found-only-while-it-stands",
    breaks: "advisories/listed-advisories-can-be-fetched",
    summary: "A withdrawn advisory is listed and cannot be fetched",
    change: replaceRule("advisories", "find", (before) => (call) => {
      const { document } = before(call);
      return before(document["withdrawn"] === undefined ? call : { ...call, parameters: {} });
    }),
  },
  {
    name: "advisory-is-another",
    breaks: "advisories/single-is-the-one-asked-for",
    summary: "A single advisory is always the first",
    change: replaceRule("advisories", "find", (before) => (call) => {
      const found = before(call);
      return [...call.registry.store.advisories.values()][0] ?? found;
    }),
  },
  {
    name: "unknown-advisory-is-an-empty-success",
    breaks: "advisories/unknown-id-is-not-found",
    summary: "An advisory that does not exist answers the first one",
    change: replaceRule("advisories", "find", (before) => (call) => {
      const known = call.registry.store.advisories.get(call.parameters["advisoryId"] ?? "");
      return known ?? [...call.registry.store.advisories.values()][0] ?? before(call);
    }),
  },
  {
    name: "withdrawn-advisory-answers-another",
    breaks: "advisories/single-is-the-one-asked-for",
    summary: "A withdrawn advisory answers one that stands",
    change: replaceRule("advisories", "find", (before) => (call) => {
      const found = before(call);
      if (found.document["withdrawn"] === undefined) return found;
      const others = [...call.registry.store.advisories.values()];
      return others.find(({ document }) => document["withdrawn"] === undefined) ?? found;
    }),
  },
  {
    name: "unknown-advisory-is-invalid",
    breaks: "advisories/unknown-id-is-not-found",
    summary: "An advisory that does not exist answers 400 validation-failed",
    change: missingAs("getAdvisory", "validation-failed"),
  },
  {
    name: "advisory-affects-another-volume",
    breaks: "advisories/affected-volume-is-named",
    summary: "Every advisory says that it affects the same volume",
    change: shown((document) => ({ ...document, affected: { volume: "@atelier/lantern" } })),
  },
  {
    name: "advisory-is-withdrawn-from-the-start",
    breaks: "advisories/standing-advisory-is-not-withdrawn",
    summary: "Every advisory says that it was withdrawn when it was published",
    change: onlyWhen(
      isCallOf("searchAdvisories", "getAdvisory"),
      shown((document) => ({ ...document, withdrawn: { at: document["published"], reason: "" } })),
    ),
  },
];
