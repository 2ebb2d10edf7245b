import { releasesOf } from "../../lookup.ts";
import { replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in uploads to a volume with an unpublished version. */
export const openVolume: FaultFile = {
  "unpublish/further-versions-are-accepted": {
    "unpublish-stops-further-versions": replaceRule(
      "publish",
      "isTaken",
      (before) => (name, version, call) => {
        const isClosed = releasesOf(name, call).some(({ status }) => status.state === "tombstoned");
        return isClosed || before(name, version, call);
      },
    ),
  },
  "unpublish/open-uploads-can-be-finalized": {
    "unpublish-fails-open-uploads": replaceRule(
      "unpublish",
      "endsUpload",
      () =>
        ({ kind }) =>
          kind === "release",
    ),
  },
  "unpublish/open-trust-uploads-can-be-finalized": {
    "unpublish-fails-open-trust-uploads": replaceRule(
      "unpublish",
      "endsUpload",
      () =>
        ({ kind }) =>
          kind === "trust",
    ),
  },
};
