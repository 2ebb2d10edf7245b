import { releasesOf } from "../../lookup.ts";
import { allReleases } from "../../store.ts";
import { servingMissing } from "../changes/lookups.ts";
import { answering } from "../changes/problems.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const absence: FaultFile = {
  "release-metadata/unknown-version-is-not-found": {
    "metadata-of-unknown-version-is-that-of-another": {
      summary: "An unknown version has the metadata of one that exists",
      change: servingMissing((call) => releasesOf(call.name, call).at(-1)),
    },
    "metadata-of-unknown-version-is-invalid": {
      summary: "An unknown release answers 400 validation-failed",
      change: answering("getRelease", "not-found", "validation-failed"),
    },
  },
  "release-metadata/unknown-volume-is-not-found": {
    "metadata-of-unknown-volume-is-refused": {
      summary: "A release of an unknown volume answers 403 authorization-failed",
      change: answering("getRelease", "not-found", "authorization-failed"),
    },
    "metadata-is-found-by-the-beginning-of-a-name": {
      summary: "A volume is found whose name is the beginning of the one asked for",
      change: servingMissing((call) =>
        allReleases(call.registry.store).find(
          ({ name, version }) => call.name.startsWith(name) && version === call.version,
        ),
      ),
    },
  },
};
