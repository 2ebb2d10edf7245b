import { isJsonObject } from "../../json.ts";
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

/** Faults in who can download an archive. */
export const access: FaultFile = {
  "download/needs-no-token": {
    "download-needs-valid-token": requiringToken("transferBytes"),
    "download-needs-authorization-header": requiringAuthorizationHeader("transferBytes"),
    "download-is-never-found": replaceRule("visibility", "inDownload", () => () => false),
  },
  "download/is-a-gzip-archive": {
    "download-does-not-start-like-gzip": served((archive) =>
      Uint8Array.from([0x50, 0x4b, ...archive.subarray(2)]),
    ),
    "download-is-empty": served(() => new Uint8Array()),
  },
  "download/yanked-release-is-still-delivered": {
    "download-of-yanked-release-is-not-found": replaceRule(
      "visibility",
      "inDownload",
      () =>
        ({ status }) =>
          status.state === "available",
    ),
    "download-url-of-yanked-release-is-a-bare-name": {
      leads: "every-response/release-metadata-is-well-formed",
      change: withMember("getRelease", "dist", (dist, call) => {
        const isYanked = releasesOf(call.name, call).some(({ status }) => status.state === "yanked");
        return isYanked && isJsonObject(dist) && dist["source"] === "cdn"
          ? { source: "cdn", mediaType: "application/gzip", url: "yanked.tar.gz" }
          : dist;
      }),
    },
  },
};
