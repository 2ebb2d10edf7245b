/** Uploads to a volume that has an unpublished version: new ones, and ones that were open before. */
import type { CheckFile } from "../../harness/check-file.ts";
import { finalizeBody } from "../situations/attached-release.ts";
import { keptTrust, secondUnpublish } from "./second-unpublish.ts";
import { furtherPublication } from "./unpublished-version.ts";

export const openVolume: CheckFile = {
  source: "Unpublish a version: one version of the path; Errors, version-conflict",
  operations: ["unpublishVersion", "createReleaseUpload", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  forms: "unscoped",
  from: "standard",
  checks: [
    {
      id: "unpublish/further-versions-are-accepted",
      of: "unpublish/volumes-stay-open",
      rule: "After `DELETE` of a version, `POST` create and `POST` finalize of an unused version of that volume succeed. `POST` finalize answers 201.",
      reading:
        "The text leaves open whether the unpublished version itself can be published again. We require success only for a version that the volume never had.",
      covers: ["question:14"],
      async run({ given, expect }) {
        const { created, transfer, finalized } = await furtherPublication(given);

        expect.success(created);
        if (transfer !== undefined && finalized === undefined)
          throw given.blocked(
            `transferring the bytes of a further version answered ${transfer.status}`,
            transfer,
          );
        if (finalized !== undefined) expect.success(finalized, 201);
      },
    },
    {
      id: "unpublish/open-uploads-can-be-finalized",
      of: "unpublish/volumes-stay-open",
      rule: "After `DELETE` of a version, `POST` finalize of an upload of another version, whose bytes arrived before, answers 201.",
      source: "Unpublish a version: one version of the path; States and transitions: finalize release upload",
      reading:
        "The text lists the reasons for which a finalize fails, such as an expired intent or missing bytes. Unpublishing another version is not one of them.",
      operations: ["unpublishVersion", "finalizeReleaseUpload"],
      covers: ["transition:release-finalize"],
      async run(tools) {
        const { upload } = await secondUnpublish(tools.given);

        const answer = await tools.registry.finalizeReleaseUpload(upload);

        tools.expect.success(answer, 201);
      },
    },
    {
      id: "unpublish/open-trust-uploads-can-be-finalized",
      of: "unpublish/volumes-stay-open",
      rule: "After `DELETE` of a version, `POST` trust finalize of an upload for another version, whose bytes arrived before, succeeds.",
      source: "Unpublish a version: one version of the path; States and transitions: finalize trust upload",
      operations: ["unpublishVersion", "finalizeTrustUpload"],
      covers: ["transition:trust-finalize"],
      async run(tools) {
        await secondUnpublish(tools.given);
        const { upload } = await keptTrust(tools.given);

        const answer = await tools.registry.finalizeTrustUpload(upload, finalizeBody(tools.given));

        tools.expect.success(answer);
      },
    },
  ],
};
