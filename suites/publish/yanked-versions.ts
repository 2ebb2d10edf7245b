/** Publishing to a volume that has a yanked version. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import { readInStateOnce } from "../situations/release-metadata.ts";
import { expectStillYanked, givenVolumeWithAYankedVersion } from "../situations/yanked-version.ts";
import { type Publication, publishedBy, tryToPublish } from "../situations/publication.ts";
import { expectPublished } from "./versions.ts";

/** The responses to publishing another version of that volume. */
const furtherPublication: Situation<Publication> = situation(
  "publish/beside-a-yanked-version",
  async ({ given, registry }) => {
    const { volume } = (await givenVolumeWithAYankedVersion(given)).yanked;
    return await tryToPublish(given, registry, { volume, version: given.version("2.0.0") });
  },
);

export const yankedVersions: CheckFile = {
  source: "What the service does; Errors, version-conflict",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  needs: ["token:publisher", "state:release-status"],
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "publish/further-versions-are-accepted-beside-a-yanked-version",
      of: "publish/unused-versions-are-accepted",
      forms: "one",
      rule: "`POST` create and `POST` finalize of a new version succeed when the volume has a yanked version.",
      reading:
        "The text does not mention other versions in `version-conflict`. We read the conflict as being about the target version only, which does not exist yet.",
      covers: ["slug:version-conflict", "transition:release-finalize"],
      async run(tools) {
        const publication = await furtherPublication(tools.given);

        expectPublished(tools, publication);
      },
    },
    {
      id: "publish/yanked-versions-stay-yanked",
      of: "release-metadata/other-releases-stay-as-they-are",
      forms: "one",
      last: "together",
      rule: "After other versions of the volume are published and attached to, `GET` metadata of a yanked version still shows `yanked`, or answers 404 or 403.",
      source: "States and transitions, release finalize; Release metadata, version status",
      reading:
        "The text does not say what ends a yank. We read both kinds of finalize as changing only their own version; a registry may hide a yanked release.",
      operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease"],
      covers: ["member:version-status.state", "transition:release-finalize", "gap:transitions/2"],
      async run(tools) {
        const { yanked } = await givenVolumeWithAYankedVersion(tools.given);
        const { answer: control } = await readInStateOnce(tools.given, "yanked");
        const { sinceMs } = await publishedBy(tools.given, await furtherPublication(tools.given));

        await expectStillYanked(tools, yanked, { control, sinceMs });
      },
    },
  ],
};
