import { findRelease } from "../../lookup.ts";
import { allOf, replaceRule, withBody } from "../../rules/change.ts";
import { blankManifest, saveBlankRelease } from "../changes/blank-release.ts";
import { setting } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** The blank release of an open upload does not take its version. */
const openIsNotTaken = replaceRule(
  "publish",
  "isTaken",
  (before) => (name, version, call) =>
    findRelease(name, version, call)?.description !== "open" && before(name, version, call),
);

/** Faults in the state and the id of an intent. */
export const intents: FaultFile = {
  "publish/fresh-intents-are-neither-expired-nor-failed": {
    "fresh-intent-is-failed": setting("createReleaseUpload", "state", "failed"),
    "fresh-intent-is-expired": setting("createReleaseUpload", "state", "expired"),
  },
  "publish/intents-expire-in-the-future": {
    "intent-expired-a-minute-ago": withBody("createReleaseUpload", (body, call) => ({
      ...body,
      expiresAt: new Date(call.now - 60_000).toISOString(),
    })),
  },
  "publish/upload-ids-are-unique": {
    "upload-id-is-the-volume": replaceRule(
      "publish",
      "newUploadId",
      () => (call) => call.name.replaceAll(/[^a-z0-9]/g, "-"),
    ),
  },
  "publish/open-intents-are-not-releases": {
    "upload-is-readable-once-its-bytes-arrived": allOf(
      openIsNotTaken,
      replaceRule("transfer", "keep", (before) => (intent, bytes, call) => {
        before(intent, bytes, call);
        if (findRelease(intent.name, intent.version, call) === undefined)
          saveBlankRelease(intent, "open", call);
      }),
    ),
    "upload-has-trust-documents-once-its-bytes-arrived": replaceRule(
      "visibility",
      "find",
      (before) => (isVisible, call) => {
        const { intents } = call.registry.store;
        const open = [...intents.values()].find(
          ({ kind, name, version, bytes }) =>
            kind === "release" && name === call.name && version === call.version && bytes !== undefined,
        );
        const isTrust = call.operation === "getTrustSummary" || call.operation === "getTrustDetail";
        if (!isTrust || open?.kind !== "release") return before(isVisible, call);
        return call.rules.finalize.toRelease(open, { tree: [], manifest: blankManifest(open) }, call);
      },
    ),
    "upload-is-in-the-index-once-opened": {
      leads: "version-index/lists-only-published-versions",
      change: allOf(
        openIsNotTaken,
        ...(["inMetadata", "inSearch", "inTrust"] as const).map((place) =>
          replaceRule(
            "visibility",
            place,
            (before) => (release, call) => release.description !== "open" && before(release, call),
          ),
        ),
        replaceRule("publish", "toIntent", (before) => (submission) => {
          const intent = before(submission);
          const { name, version } = intent;
          if (findRelease(name, version, submission.call) === undefined)
            saveBlankRelease(intent, "open", submission.call);
          return intent;
        }),
      ),
    },
  },
};
