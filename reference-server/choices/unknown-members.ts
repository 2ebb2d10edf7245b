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

const longReport = "scanned ".repeat(33_000);

/** One upload in twenty has a report of 264 kB in each result that names it. */
const reporting: Change = withBody(
  ["createReleaseUpload", "finalizeReleaseUpload", "createTrustUpload", "finalizeTrustUpload"],
  (body) => {
    const id = typeof body["uploadId"] === "string" ? body["uploadId"] : "";
    return (id.codePointAt(id.length - 1) ?? 1) % 16 === 0 ? { ...body, "x-report": longReport } : body;
  },
);

/** Members that the specification does not list, where it does not refuse them. */
export const memberChoices: readonly Choice[] = [
  {
    name: "unknown-members",
    question: "Do resources have members that the specification does not list?",
    default: "none",
    values: {
      some: { summary: "Wherever the specification does not forbid them", change: adding },
      long: { summary: "Some results of uploads have a long report", change: reporting },
    },
  },
];
