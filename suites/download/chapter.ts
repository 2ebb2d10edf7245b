import type { Chapter } from "../../harness/check.ts";
import * as access from "./access.ts";
import * as trees from "./trees.ts";

export const download: Chapter = {
  id: "download",
  title: "Download of release archives",
  checks: [
    access.needsNoToken,
    access.isAGzipArchive,
    trees.givesTheUploadedTree,
    trees.finalizeLocatesTheTree,
    trees.keepsFilesOfEveryKind,
    trees.keepsUnusualTrees,
    trees.keepsLargeTrees,
    trees.versionsHaveTheirOwnFiles,
    trees.isTheSameAgain,
    trees.isUnchangedByTrust,
    access.yankedReleaseIsStillDelivered,
  ],
  observations: [access.mediaType, access.byteIdentity, access.deliveryByState],
};
