import { releasesOf } from "../../lookup.ts";
import { onlyFor, replaceRule } from "../../rules/change.ts";
import { isYanked } from "../changes/lookups.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in metadata of the versions next to a yanked one. */
export const yankedVersion: FaultFile = {
  "release-metadata/yanking-keeps-other-versions-available": {
    "yanking-a-version-yanks-its-volume": {
      summary: "Metadata of every version of a volume with a yanked version is yanked",
      change: onlyFor(
        "getRelease",
        replaceRule("render", "release", (before) => (release, call) => {
          const { status } = releasesOf(release.name, call).find((one) => isYanked(one)) ?? release;
          return before({ ...release, status }, call);
        }),
      ),
    },
  },
};
