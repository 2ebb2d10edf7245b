/** What is published to a volume one of whose versions is yanked. */
import type { Check } from "../../harness/check.ts";
import type { Given } from "../../harness/given/given.ts";
import { readInStateOnce } from "../release-metadata/reading.ts";
import { expectStillYanked, givenVolumeWithAYankedVersion } from "../release-metadata/yanked-version.ts";
import { type Publication, publishedBy, tryToPublish } from "./publication.ts";
import { expectPublished } from "./versions.ts";

const about: Pick<Check, "level" | "needs" | "forms" | "from"> = {
  level: "must",
  needs: ["token:publisher", "state:release-status"],
  forms: "either",
  from: "standard",
};

/** What became of publishing a further version of that volume. */
async function furtherPublication(given: Given): Promise<Publication> {
  return await given.shared("publish/beside-a-yanked-version", async (own, registry) => {
    const { volume } = (await givenVolumeWithAYankedVersion(own)).yanked;
    return await tryToPublish(own, registry, { volume, version: own.version("2.0.0") });
  });
}

export const yankedVersionsLeaveRoomForOthers: Check = {
  ...about,
  id: "publish/yanked-versions-leave-room-for-others",
  rule: "A volume one of whose versions is yanked takes a further version.",
  source: "What the service does; Errors, version-conflict",
  reading: "A conflict is about the target version, and this one was never there.",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  covers: ["slug:version-conflict", "transition:release-finalize"],
  async run(tools) {
    const publication = await furtherPublication(tools.given);

    expectPublished(tools, publication);
  },
};

export const yankedVersionsStayYanked: Check = {
  ...about,
  id: "publish/yanked-versions-stay-yanked",
  rule: "Publishing a further version of a volume leaves a yanked one yanked.",
  source: "States and transitions, release finalize; Release metadata, version status",
  reading:
    "What ends a yank is not said; the effects of a finalize are, and they are about its own version. A registry may hide a yanked release.",
  operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease"],
  covers: ["member:version-status.state", "transition:release-finalize", "gap:transitions/2"],
  async run(tools) {
    const { yanked } = await givenVolumeWithAYankedVersion(tools.given);
    const { answer: control } = await readInStateOnce(tools.given, "yanked");
    const { sinceMs } = await publishedBy(tools.given, await furtherPublication(tools.given));

    await expectStillYanked(tools, yanked, { control, sinceMs });
  },
};
