/** A volume with an unpublished version is open still: for further versions, and for what was begun before. */
import type { Check } from "../../harness/check.ts";
import { finalizeBody } from "../trust/attached-release.ts";
import { keptTrust, secondUnpublish } from "./second-unpublish.ts";
import { furtherPublication } from "./unpublished-version.ts";

const about: Pick<Check, "level" | "needs" | "forms" | "from"> = {
  level: "must",
  needs: ["token:publisher"],
  forms: "unscoped",
  from: "standard",
};

export const volumesTakeFurtherVersions: Check = {
  ...about,
  id: "unpublish/volumes-take-further-versions",
  rule: "A volume with an unpublished version takes a version that it has not had.",
  source: "Unpublish a version: one version of the path; Errors, version-conflict",
  reading: "Whether the unpublished version itself can be published again is left open.",
  operations: ["unpublishVersion", "createReleaseUpload", "finalizeReleaseUpload"],
  covers: ["question:14"],
  async run({ given, expect }) {
    const { created, transfer, finalized } = await furtherPublication(given);

    expect.success(created);
    if (transfer !== undefined && finalized === undefined)
      throw given.blocked(`the bytes of a further version were answered ${transfer.status}`, transfer);
    if (finalized !== undefined) expect.success(finalized, 201);
  },
};

export const openUploadsCanBeFinalized: Check = {
  ...about,
  id: "unpublish/open-uploads-can-be-finalized",
  rule: "An upload of another version whose bytes had arrived before a version was unpublished is finalized as ever.",
  source: "Unpublish a version: one version of the path; States and transitions: finalize release upload",
  reading:
    "A finalize fails where the intent has expired, its bytes are missing or it is in a state that cannot be finalized; unpublishing another version is no such thing.",
  operations: ["unpublishVersion", "finalizeReleaseUpload"],
  covers: ["transition:release-finalize"],
  async run(tools) {
    const { upload } = await secondUnpublish(tools.given);

    const answer = await tools.registry.finalizeReleaseUpload(upload);

    tools.expect.success(answer, 201);
  },
};

export const openTrustUploadsCanBeFinalized: Check = {
  ...about,
  id: "unpublish/open-trust-uploads-can-be-finalized",
  rule: "A trust upload for another version whose bytes had arrived before a version was unpublished is finalized as ever.",
  source: "Unpublish a version: one version of the path; States and transitions: finalize trust upload",
  operations: ["unpublishVersion", "finalizeTrustUpload"],
  covers: ["transition:trust-finalize"],
  async run(tools) {
    await secondUnpublish(tools.given);
    const { upload } = await keptTrust(tools.given);

    const answer = await tools.registry.finalizeTrustUpload(upload, finalizeBody(tools.given));

    tools.expect.success(answer);
  },
};
