import type { Call } from "../../call.ts";
import { objectAt, textAt } from "../../json.ts";
import { releasesOf } from "../../lookup.ts";
import { onlyWhen, withBody } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** The `dist.url` of every finalize leads nowhere. */
const deadAddress = withBody("finalizeReleaseUpload", (body) => {
  const release = objectAt(body, "release") ?? {};
  const dist = objectAt(release, "dist") ?? {};
  return { ...body, release: { ...release, dist: { ...dist, url: `${textAt(dist, "url") ?? ""}.old` } } };
});

/** True for a finalize in a volume with two releases or more. */
function isOfThird(call: Call): boolean {
  return releasesOf(call.name, call).length >= 2;
}

/** Faults in the download addresses of a few releases. */
export const oddDownloads: FaultFile = {
  "audit/odd-dist-urls-lead-to-their-files": {
    "finalize-of-a-third-version-gives-a-dead-dist-url": onlyWhen(isOfThird, deadAddress),
  },
};
