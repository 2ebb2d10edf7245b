import type { JsonObject } from "../json.ts";
import { onlyFor, replaceRule, without } from "../rules/change.ts";
import { ProblemError } from "../problem-error.ts";
import type { Choice } from "./choice.ts";

/** Advisories, capabilities and unpublishing's neighbours among the gaps. */
export const advisoryChoices: readonly Choice[] = [
  {
    name: "single-advisory",
    question: "What does a single advisory look like?",
    default: "bare",
    values: {
      wrapped: {
        summary: "Under a member",
        change: replaceRule("render", "singleAdvisory", (before) => (advisory, call) => ({
          advisory: before(advisory, call),
          links: { list: `${call.base}/api/v1/advisories` },
        })),
      },
      listed: {
        summary: "As a list of one",
        change: replaceRule("render", "singleAdvisory", (before) => (advisory, call) => ({
          items: [before(advisory, call)],
        })),
      },
    },
  },
  {
    name: "advisory-address",
    question: "Under which of its ids is an advisory read?",
    default: "local-id",
    values: {
      "another-id": {
        summary: "One that no document shows",
        change: replaceRule("advisories", "find", () => () => {
          throw new ProblemError("not-found", "there is no advisory with this id");
        }),
        warns: ["advisories/listed-advisories-can-be-fetched", "advisories/single-is-the-one-asked-for"],
        skips: [
          "advisories/single-answers-anonymous-callers",
          "audit/listed-advisories-agree-with-single-reads",
        ],
      },
    },
  },
  {
    name: "advisory-members",
    question: "Which members does an advisory have?",
    default: "all",
    values: {
      minimal: {
        summary: "Its local id and what it affects",
        change: replaceRule("render", "advisory", () => ({ id, volume }) => ({
          id: { local: id },
          affected: { volume },
        })),
      },
    },
  },
  {
    name: "advisory-list-items",
    question: "Which members does a listed advisory have?",
    default: "all",
    values: {
      brief: {
        summary: "All but withdrawn, relationships and details",
        change: onlyFor(
          ["searchAdvisories"],
          replaceRule(
            "render",
            "advisory",
            (before) => (advisory, call) =>
              ["withdrawn", "relationships", "details"].reduce(without, before(advisory, call)),
          ),
        ),
      },
    },
  },
  {
    name: "advisory-list-shows",
    question: "Which advisories are listed?",
    default: "all",
    values: {
      "active-only": {
        summary: "Only those that are not withdrawn",
        change: replaceRule(
          "advisories",
          "list",
          (before) => (call) => before(call).filter(({ document }) => document["withdrawn"] === undefined),
        ),
      },
    },
  },
  {
    name: "advisory-withdrawal",
    question: "Does a withdrawn advisory say when and why?",
    default: "when-and-why",
    values: {
      bare: {
        summary: "Neither when nor why",
        change: replaceRule("render", "advisory", (before) => (advisory, call): JsonObject => {
          const document = before(advisory, call);
          return document["withdrawn"] === undefined ? document : { ...document, withdrawn: {} };
        }),
      },
    },
  },
  {
    name: "advisory-words",
    question: "Which values does an advisory use where the specification shows only one?",
    default: "as-shown",
    values: {
      other: {
        summary: "Values that the specification does not show",
        change: replaceRule("render", "advisory", (before) => (advisory, call): JsonObject => ({
          ...before(advisory, call),
          severity: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
          source: { ecosystem: "osv", url: "urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66" },
          relationships: [{ type: "duplicates", target: "OSV-2026-1" }],
          affected: {
            volume: advisory.volume,
            ranges: [
              { type: "git", events: [{ introduced: "0" }, { limit: "f00dcafe" }] },
              { type: "ecosystem", events: [{ introduced: "1.0.0" }, { lastAffected: "1.4.0" }, {}] },
            ],
          },
        })),
      },
    },
  },
  {
    name: "capabilities",
    question: "What does capability metadata look like?",
    default: "object",
    values: {
      empty: { summary: "An empty object", change: replaceRule("render", "capabilities", () => () => ({})) },
      list: {
        summary: "A list",
        change: replaceRule("render", "capabilities", () => () => ["publish", "trust", "advisories"]),
      },
      text: { summary: "A text", change: replaceRule("render", "capabilities", () => () => "0.1.0-rc.1") },
    },
  },
];
