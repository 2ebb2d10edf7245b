import type { JsonObject } from "../json.ts";
import { allOf, replaceRule, type Change, withBody } from "../rules/change.ts";
import type { Choice } from "./choice.ts";

const more = (body: JsonObject): JsonObject => ({
  ...body,
  "x-registry": { note: "more than the specification lists" },
});

/** Release metadata, version status, distribution and declarations are left alone: they have no additional members. */
const adding: Change = allOf(
  withBody(
    [
      "searchVolumes",
      "getVersionIndex",
      "createReleaseUpload",
      "finalizeReleaseUpload",
      "createTrustUpload",
      "finalizeTrustUpload",
      "getTrustSummary",
      "getTrustDetail",
      "searchAdvisories",
      "getAdvisory",
      "unpublishVersion",
    ],
    more,
  ),
  replaceRule("render", "row", (before) => (release, call) => more(before(release, call))),
  replaceRule("render", "searchItem", (before) => (release, call) => more(before(release, call))),
  replaceRule("render", "advisory", (before) => (advisory, call) => more(before(advisory, call))),
  replaceRule(
    "render",
    "attachment",
    (before) => (attachment, release, call) => more(before(attachment, release, call)),
  ),
  replaceRule("render", "subject", (before) => (release, call) => more(before(release, call))),
  replaceRule("transfer", "instructions", (before) => (intent, call) => more(before(intent, call))),
);

/** Members that the specification does not list, where it does not refuse them. */
export const memberChoices: readonly Choice[] = [
  {
    name: "unknown-members",
    question: "Do resources have members that the specification does not list?",
    default: "none",
    values: { some: { summary: "Wherever the specification does not forbid them", change: adding } },
  },
];
