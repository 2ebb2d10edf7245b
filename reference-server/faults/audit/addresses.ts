import { isJsonObject, objectAt } from "../../json.ts";
import { releasesOf } from "../../lookup.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { ReleaseIntent, Release } from "../../store.ts";
import { withItems } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** Gives the third and later versions of a volume another integrity. */
function integrityOfThird(choose: (first: Release, intent: ReleaseIntent) => string | undefined): Change {
  return replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
    const release = before(intent, content, call);
    const [first, second] = releasesOf(intent.name, call);
    if (first === undefined || second === undefined) return release;
    return { ...release, integrity: choose(first, intent) ?? release.integrity };
  });
}

/** Faults in addresses and digests that two releases or two artifacts share. */
export const addresses: FaultFile = {
  "audit/row-urls-belong-to-one-version": {
    "rows-after-the-fifth-have-the-url-of-the-fifth": withItems("getVersionIndex", (rows) =>
      rows.map((row, place) => {
        const fifth = rows[4];
        return place > 4 && isJsonObject(fifth) ? { ...row, release: objectAt(fifth, "release") } : row;
      }),
    ),
  },
  "audit/dist-urls-belong-to-one-file-tree": {
    "third-version-has-the-dist-url-of-the-first": replaceRule(
      "render",
      "dist",
      (before) => (release, call) => {
        const all = releasesOf(release.name, call);
        const [first] = all;
        const isThird = all.findIndex(({ version }) => version === release.version) > 1;
        const isHosted = first?.source.kind === "hosted" && release.source.kind === "hosted";
        return before(isThird && isHosted ? first : release, call);
      },
    ),
  },
  "audit/locators-belong-to-one-artifact": {
    "attachments-after-the-second-have-the-locator-of-the-second": replaceRule(
      "render",
      "attachment",
      (before) => (attachment, release, call) => {
        const item = before(attachment, release, call);
        const second = release.attachments[1];
        if (second === undefined || release.attachments.indexOf(attachment) < 2) return item;
        return { ...item, locator: call.rules.render.locator(second, call) };
      },
    ),
  },
  "audit/integrity-is-never-the-digest-of-the-upload": {
    "third-version-has-the-digest-of-its-bytes-as-integrity": integrityOfThird(
      (_first, { declaredDigest }) => declaredDigest,
    ),
  },
  "audit/integrity-differs-with-the-contents": {
    "third-version-has-the-integrity-of-the-first": integrityOfThird(({ integrity }) => integrity),
  },
};
