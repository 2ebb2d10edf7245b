/** Publishing to a volume that has a yanked version. */
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

/** The responses to publishing another version of that volume. */
async function furtherPublication(given: Given): Promise<Publication> {
  return await given.shared("publish/beside-a-yanked-version", async (own, registry) => {
    const { volume } = (await givenVolumeWithAYankedVersion(own)).yanked;
    return await tryToPublish(own, registry, { volume, version: own.version("2.0.0") });
  });
}

export const yankedVersionsLeaveRoomForOthers: Check = {
  ...about,
  id: "publish/yanked-versions-leave-room-for-others",
  rule: "`POST` create and `POST` finalize of a new version succeed when the volume has a yanked version.",
  source: "What the service does; Errors, version-conflict",
  reading:
    "The text does not mention other versions in `version-conflict`. We read the conflict as being about the target version only, which does not exist yet.",
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
  rule: "After another version of the volume is published, `GET` metadata of a yanked version still shows `yanked`, or answers 404 `not-found` or 403 `authorization-failed`.",
  source: "States and transitions, release finalize; Release metadata, version status",
  reading:
    "The text does not say what ends a yank. We read finalize as changing only its own version; a registry may hide a yanked release.",
  operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease"],
  covers: ["member:version-status.state", "transition:release-finalize", "gap:transitions/2"],
  async run(tools) {
    const { yanked } = await givenVolumeWithAYankedVersion(tools.given);
    const { answer: control } = await readInStateOnce(tools.given, "yanked");
    const { sinceMs } = await publishedBy(tools.given, await furtherPublication(tools.given));

    await expectStillYanked(tools, yanked, { control, sinceMs });
  },
};
