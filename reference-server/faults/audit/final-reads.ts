import { releasesOf } from "../../lookup.ts";
import { replaceRule, withBody } from "../../rules/change.ts";
import { isJsonObject } from "../../json.ts";
import type { FaultFile } from "../fault.ts";
import { hasTombstone, isYanked } from "../changes/lookups.ts";

/** Faults in what can be read at the end. */
export const finalReads: FaultFile = {
  "audit/every-row-leads-to-its-release": {
    "rows-beside-an-unpublished-version-lead-to-the-first": withBody("getVersionIndex", (body, call) => {
      const [first] = releasesOf(call.name, call);
      const items = Array.isArray(body["items"]) ? body["items"] : [];
      if (first === undefined || !hasTombstone(first, call)) return body;
      const release = { url: call.rules.render.releaseUrl(first, call) };
      return { ...body, items: items.map((row) => (isJsonObject(row) ? { ...row, release } : row)) };
    }),
    "rows-beside-a-yanked-version-lead-nowhere": withBody("getVersionIndex", (body, call) => {
      const items = Array.isArray(body["items"]) ? body["items"] : [];
      if (!releasesOf(call.name, call).some(isYanked)) return body;
      const release = { url: `${call.base}/api/v1/volumes/${call.name}/latest` };
      return { ...body, items: items.map((row) => (isJsonObject(row) ? { ...row, release } : row)) };
    }),
  },
  "audit/releases-stay-downloadable": {
    "third-version-removes-the-archive-of-the-first": replaceRule(
      "visibility",
      "inDownload",
      (before) => (release, call) => {
        const versions = releasesOf(release.name, call);
        return before(release, call) && (versions.length < 4 || versions[0] !== release);
      },
    ),
    "in-a-volume-with-four-versions-all-have-the-archive-of-the-last": replaceRule(
      "render",
      "dist",
      (before) => (release, call) => {
        const versions = releasesOf(release.name, call);
        return before(versions.length < 4 ? release : (versions.at(-1) ?? release), call);
      },
    ),
  },
};
