import { allOf, replaceRule, withBody } from "../../rules/change.ts";
import { blankManifest, saveBlankRelease } from "../changes/blank-release.ts";
import { setting } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

const neverTaken = replaceRule("publish", "isTaken", () => () => false);

/** TODO */
export const intents: FaultFile = {
  "publish/fresh-intents-are-neither-expired-nor-failed": {
    "fresh-intent-is-failed": {
      summary: "A fresh intent says that it failed",
      change: setting("createReleaseUpload", "state", "failed"),
    },
    "fresh-intent-is-expired": {
      summary: "A fresh intent says that it is expired",
      change: setting("createReleaseUpload", "state", "expired"),
    },
  },
  "publish/intents-expire-in-the-future": {
    "intent-expires-in-the-past": {
      summary: "The expiresAt of a fresh intent lies a minute back",
      change: withBody("createReleaseUpload", (body, call) => ({
        ...body,
        expiresAt: new Date(call.now - 60_000).toISOString(),
      })),
    },
  },
  "publish/upload-ids-are-unique": {
    "upload-id-is-the-volume": {
      summary: "All intents of a volume have one upload id",
      change: replaceRule("publish", "newUploadId", () => (call) => call.name.replaceAll(/[^a-z0-9]/g, "-")),
    },
  },
  "publish/open-intents-are-not-releases": {
    "uploaded-intent-is-a-release": {
      summary: "A release can be read as soon as its bytes have arrived",
      change: allOf(
        neverTaken,
        replaceRule("transfer", "keep", (before) => (intent, bytes, call) => {
          before(intent, bytes, call);
          saveBlankRelease(intent, "open", call);
        }),
      ),
    },
    "uploaded-intent-has-trust-documents": {
      summary: "A version has trust documents as soon as its bytes have arrived",
      change: replaceRule("visibility", "find", (before) => (isVisible, call) => {
        const { intents } = call.registry.store;
        const open = [...intents.values()].find(
          ({ kind, name, version, bytes }) =>
            kind === "release" && name === call.name && version === call.version && bytes !== undefined,
        );
        const isTrust = call.operation === "getTrustSummary" || call.operation === "getTrustDetail";
        if (!isTrust || open?.kind !== "release") return before(isVisible, call);
        return call.rules.finalize.toRelease(open, { tree: [], manifest: blankManifest(open) }, call);
      }),
    },
    "opened-intent-is-in-the-index": {
      summary: "The index lists a version as soon as its upload is opened",
      change: allOf(
        neverTaken,
        replaceRule(
          "visibility",
          "inMetadata",
          (before) => (release, call) => release.description !== "open" && before(release, call),
        ),
        replaceRule("publish", "toIntent", (before) => (submission) => {
          const intent = before(submission);
          saveBlankRelease(intent, "open", submission.call);
          return intent;
        }),
      ),
    },
  },
};
