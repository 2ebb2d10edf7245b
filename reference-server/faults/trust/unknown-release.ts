import { findRelease, releasesOf } from "../../lookup.ts";
import { Refusal } from "../../refusal.ts";
import { replaceRule } from "../../rules/change.ts";
import { allReleases } from "../../store.ts";
import { servingMissingTrust } from "../changes/lookups.ts";
import { answeringUnknownRelease, succeedingWith } from "../changes/problems.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const unknownRelease: FaultFile = {
  "trust/unknown-releases-have-no-trust": {
    "unknown-release-has-empty-summary": {
      summary: "The trust summary of an unknown release is an empty one",
      change: answeringUnknownRelease("getTrustSummary", succeedingWith({ artifacts: [] })),
    },
    "unknown-release-has-empty-detail": {
      summary: "The trust detail of an unknown release is an empty one",
      change: answeringUnknownRelease("getTrustDetail", succeedingWith({ attachments: [] })),
    },
    "trust-unknown-versions-are-empty": {
      summary: "The trust of an unknown version of a known volume is empty",
      change: servingMissingTrust((call) => releasesOf(call.name, call)[0]),
    },
    "trust-unknown-volumes-are-empty": {
      summary: "The trust of an unknown volume is empty",
      change: servingMissingTrust((call) =>
        releasesOf(call.name, call).length === 0 && call.rules.visibility.isWellFormed(call)
          ? allReleases(call.registry.store)[0]
          : undefined,
      ),
    },
  },
  "trust/unknown-releases-take-no-attachments": {
    "trust-for-unknown-versions-accepted": {
      summary: "An unknown version of a known volume takes trust uploads",
      change: replaceRule("trust", "findRelease", (before) => (call) => {
        const [first] = releasesOf(call.name, call);
        if (findRelease(call.name, call.version, call) !== undefined || first === undefined)
          return before(call);
        return { ...first, version: call.version, attachments: [] };
      }),
    },
    "trust-for-unknown-versions-called-invalid": {
      summary: "A trust upload for an unknown version is validation-failed",
      change: replaceRule("trust", "findRelease", (before) => (call) => {
        if (findRelease(call.name, call.version, call) === undefined)
          throw new Refusal("validation-failed", "unknown version");
        return before(call);
      }),
    },
  },
};
