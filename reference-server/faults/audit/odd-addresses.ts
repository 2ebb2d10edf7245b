import { objectAt, textAt } from "../../json.ts";
import { releasesOf } from "../../lookup.ts";
import { replaceRule } from "../../rules/change.ts";
import { isPrerelease } from "../../rules/version-order.ts";
import { withoutBuild } from "../changes/identity.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the addresses of few releases. */
export const oddAddresses: FaultFile = {
  "audit/odd-release-urls-lead-to-their-release": {
    "row-urls-of-versions-with-build-metadata-lack-it": replaceRule(
      "render",
      "row",
      (before) => (release, call) => ({
        ...before(release, call),
        release: {
          url: call.rules.render.releaseUrl({ ...release, version: withoutBuild(release.version) }, call),
        },
      }),
    ),
    "plus-in-paths-is-a-blank": {
      summary: "A read takes a `+` in its path for a blank, and the addresses of rows have a `+`",
      change: replaceRule(
        "visibility",
        "isWellFormed",
        (before) => (call) =>
          !(call.version.includes("+") && call.url.pathname.includes("+")) && before(call),
      ),
    },
    "row-urls-of-second-major-versions-are-not-found": replaceRule(
      "render",
      "row",
      (before) => (release, call) => {
        const row = before(release, call);
        if (!release.version.startsWith("2.")) return row;
        return { ...row, release: { url: `${call.rules.render.releaseUrl(release, call)}.0` } };
      },
    ),
  },
  "audit/odd-detail-urls-lead-to-their-release": {
    "detail-url-of-the-third-version-is-that-of-the-first": replaceRule(
      "render",
      "finalized",
      (before) => (intent, release, call) => {
        const body = before(intent, release, call);
        const [first, second, third] = releasesOf(release.name, call);
        if (first === undefined || second === undefined || third?.version !== release.version) return body;
        return { ...body, detailUrl: call.rules.render.releaseUrl(first, call) };
      },
    ),
  },
  "audit/odd-detail-urls-lead-to-their-attachment": {
    "trust-detail-urls-of-builds-lack-them": replaceRule(
      "render",
      "trustFinalized",
      (before) => (finalized, release, call) => {
        const body = before(finalized, release, call);
        return { ...body, detailUrl: textAt(body, "detailUrl")?.replace(/(?:\+|%2B)[^/]*/, "") };
      },
    ),
    "trust-detail-url-of-second-attachments-is-not-found": replaceRule(
      "render",
      "trustFinalized",
      (before) => (finalized, release, call) => {
        const body = before(finalized, release, call);
        const isSecond = release.attachments[1] === finalized.attachment;
        return isSecond ? { ...body, detailUrl: `${textAt(body, "detailUrl")}s` } : body;
      },
    ),
  },
  "audit/odd-locators-lead-to-their-artifact": {
    "locators-of-attachments-to-prereleases-are-not-found": replaceRule(
      "render",
      "attachment",
      (before) => (attachment, release, call) => {
        const item = before(attachment, release, call);
        if (!isPrerelease(release.version)) return item;
        const locator = objectAt(item, "locator");
        return { ...item, locator: { ...locator, url: `${textAt(locator, "url")}/prerelease` } };
      },
    ),
  },
};
