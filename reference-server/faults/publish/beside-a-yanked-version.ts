import { releasesOf } from "../../lookup.ts";
import { Refusal } from "../../refusal.ts";
import { replaceRule } from "../../rules/change.ts";
import { isYanked } from "../changes/lookups.ts";
import { changingEarlierVersions } from "../changes/releases.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const besideAYankedVersion: FaultFile = {
  "publish/yanked-versions-leave-room-for-others": {
    "version-beside-a-yanked-one-refused": {
      summary: "A volume with a yanked version takes no other",
      change: replaceRule("publish", "judgeFree", (before) => (name, version, call) => {
        if (releasesOf(name, call).some(isYanked))
          throw new Refusal("version-conflict", "the volume has a yanked release");
        before(name, version, call);
      }),
    },
  },
  "publish/yanked-versions-stay-yanked": {
    "further-version-ends-a-yank": {
      summary: "A further version makes the volume's yanked ones available",
      change: changingEarlierVersions((other) =>
        isYanked(other) ? { ...other, status: { state: "available" } } : other,
      ),
    },
  },
};
