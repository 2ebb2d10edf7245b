import { type JsonObject, objectAt, textAt } from "../../json.ts";
import { type Change, onlyFor, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Changes advisories in lists and single reads. */
function withAdvisory(change: (document: JsonObject) => JsonObject): Change {
  return replaceRule("render", "advisory", (before) => (advisory, call) => change(before(advisory, call)));
}

/** Faults in what an advisory contains. */
export const content: FaultFile = {
  "advisories/affected-volume-is-named": {
    "advisories-all-affect-the-same-volume": withAdvisory((document) => ({
      ...document,
      affected: { volume: "@atelier/lantern" },
    })),
    "advisories-of-scoped-volumes-name-the-unscoped-one": withAdvisory((document) => {
      const affected = objectAt(document, "affected");
      return {
        ...document,
        affected: { ...affected, volume: textAt(affected, "volume").replace(/^@.*\//, "") },
      };
    }),
  },
  "advisories/active-advisory-is-not-withdrawn": {
    "advisories-are-withdrawn-when-published": onlyFor(
      ["searchAdvisories", "getAdvisory"],
      withAdvisory((document) => ({ ...document, withdrawn: { at: document["published"], reason: "" } })),
    ),
  },
};
