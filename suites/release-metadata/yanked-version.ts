/** A volume with a yanked version, and the metadata of its versions. */
import type { CheckFile } from "../../harness/check-file.ts";
import { textAt } from "../../harness/exchange/answer.ts";
import { givenVolumeWithAYankedVersion } from "../situations/yanked-version.ts";

export const yankedVersion: CheckFile = {
  source:
    "Release metadata, version status; What the service does: exact release metadata per volume version",
  operations: ["getRelease"],
  needs: ["token:publisher", "state:release-status"],
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "release-metadata/yanking-keeps-other-versions-available",
      of: "release-metadata/other-releases-stay-as-they-are",
      last: "together",
      forms: "one",
      rule: "After a version is yanked, `GET` metadata of the volume's other versions still returns `status.state` `available`.",
      reading:
        "The text does not say how a version becomes yanked. We read a state as that of one release, not of its volume.",
      covers: ["member:release-metadata.status", "gap:transitions/2"],
      async run({ given, registry, eventually, expect }) {
        const { neighbour } = await givenVolumeWithAYankedVersion(given);

        const answer = await eventually(() => registry.getRelease(neighbour), { since: neighbour });

        expect.success(answer);
        expect.equal(textAt(answer.body, "status", "state"), "available", { what: "status.state", answer });
      },
    },
  ],
};
