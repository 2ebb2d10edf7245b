import type { Call } from "../../call.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import { namesakesOf } from "../changes/identity.ts";
import type { FaultFile } from "../fault.ts";

/** Takes a subject of a namesake for that of the release, if one member of it is that of the namesake. */
function binding(
  rule: "assertPurl" | "assertIntegrity",
  isOf: (value: unknown, namesake: Release, call: Call) => boolean,
): Change {
  return replaceRule("trust", rule, (before) => (value, release, call) => {
    const isNamesakes = namesakesOf(release, call).some((namesake) => isOf(value, namesake, call));
    if (!isNamesakes) before(value, release, call);
  });
}

/** Faults in which two volumes with the same last part are mixed up. */
export const namesakes: FaultFile = {
  "trust/namesakes-do-not-bind": {
    "purl-of-an-existing-namesake-binds": binding("assertPurl", (value, { name, version }, call) =>
      typeof value === "string" ? call.rules.identity.isPurlOf(value, name, version, call) : false,
    ),
    "integrity-of-an-existing-namesake-binds": binding(
      "assertIntegrity",
      (value, { integrity }) => value === integrity,
    ),
  },
};
