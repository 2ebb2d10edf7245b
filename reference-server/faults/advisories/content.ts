import type { JsonObject } from "../../json.ts";
import { type Change, onlyFor, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Changes advisories wherever they are shown. */
function withAdvisory(change: (document: JsonObject) => JsonObject): Change {
  return replaceRule("render", "advisory", (before) => (advisory, call) => change(before(advisory, call)));
}

/** TODO */
export const content: FaultFile = {
  "advisories/affected-volume-is-named": {
    "advisory-affects-another-volume": {
      summary: "Every advisory says that it affects the same volume",
      change: withAdvisory((document) => ({ ...document, affected: { volume: "@atelier/lantern" } })),
    },
  },
  "advisories/standing-advisory-is-not-withdrawn": {
    "advisory-is-withdrawn-from-the-start": {
      summary: "Every advisory says that it was withdrawn when it was published",
      change: onlyFor(
        ["searchAdvisories", "getAdvisory"],
        withAdvisory((document) => ({ ...document, withdrawn: { at: document["published"], reason: "" } })),
      ),
    },
  },
};
