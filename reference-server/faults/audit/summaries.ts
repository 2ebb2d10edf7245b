import { onlyWhen, replaceRule } from "../../rules/change.ts";
import { withEachItem } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in what the trust summaries of some releases name. */
export const summaries: FaultFile = {
  "audit/summaries-have-the-categories-of-details": {
    "summaries-of-prereleases-have-one-category": onlyWhen(
      ({ version }) => version.includes("-"),
      withEachItem("getTrustSummary", (entry) => ({ ...entry, category: "artifact" }), "artifacts"),
    ),
  },
  "audit/formats-have-the-same-name-in-every-summary": {
    "formats-are-named-by-nothing-in-every-fifth-summary": onlyWhen(
      ({ ordinal }) => ordinal % 5 === 0,
      replaceRule("render", "formatName", () => () => "unknown"),
    ),
  },
};
