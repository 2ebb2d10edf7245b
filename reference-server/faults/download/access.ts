import { releasesOf } from "../../lookup.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import { withMember } from "../changes/documents.ts";
import { requiringAuthorizationHeader, requiringToken } from "../changes/read-access.ts";
import type { FaultFile } from "../fault.ts";

function served(bytes: (archive: Uint8Array) => Uint8Array): Change {
  return replaceRule(
    "transfer",
    "archiveOf",
    (before) => async (release, call) => bytes(await before(release, call)),
  );
}

/** TODO */
export const access: FaultFile = {
  "download/needs-no-token": {
    "download-needs-token": { summary: "Downloads need a token", change: requiringToken("transferBytes") },
    "download-needs-a-token": {
      summary: "A download answers 401 to a caller without a token",
      change: requiringAuthorizationHeader("transferBytes"),
    },
    "download-is-never-there": {
      summary: "The address of an archive is not found",
      change: replaceRule("visibility", "inDownload", () => () => false),
    },
  },
  "download/is-a-gzip-archive": {
    "download-is-no-gzip": {
      summary: "A download starts with other bytes than gzip's",
      change: served((archive) => Uint8Array.from([0x50, 0x4b, ...archive.subarray(2)])),
    },
    "download-is-empty": { summary: "A download has no bytes", change: served(() => new Uint8Array()) },
  },
  "download/yanked-release-is-still-delivered": {
    "download-of-yanked-release-is-gone": {
      summary: "A yanked release has a dist whose address is not found",
      change: replaceRule(
        "visibility",
        "inDownload",
        () =>
          ({ status }) =>
            status.state === "available",
      ),
    },
    "download-address-of-yanked-release-is-no-address": {
      summary: "The address in the dist of a yanked release is a bare name",
      change: withMember("getRelease", "dist", (dist, call) => {
        const isYanked = releasesOf(call.name, call).some(({ status }) => status.state === "yanked");
        return isYanked ? { source: "cdn", mediaType: "application/gzip", url: "yanked.tar.gz" } : dist;
      }),
    },
  },
};
