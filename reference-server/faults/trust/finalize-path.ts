import { isOneOf, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

const segmentOf = (name: string): string => name.slice(name.indexOf("/") + 1);

/** Faults in under which path a trust upload is finalized. */
export const finalizePath: FaultFile = {
  "trust/uploads-belong-to-their-volume": {
    "trust-finalized-under-any-path": replaceRule(
      "finalize",
      "belongsHere",
      (before) => (intent, call) =>
        before(intent, call) || (isOneOf("finalizeTrustUpload", call) && intent.kind === "trust"),
    ),
  },
  "trust/uploads-belong-to-their-form": {
    "trust-finalized-under-the-namesake": replaceRule(
      "finalize",
      "belongsHere",
      (before) => (intent, call) =>
        before(intent, call) ||
        (isOneOf("finalizeTrustUpload", call) &&
          intent.kind === "trust" &&
          intent.version === call.version &&
          segmentOf(intent.name) === segmentOf(call.name)),
    ),
    "trust-finalized-under-any-name-with-the-version": replaceRule(
      "finalize",
      "belongsHere",
      (before) => (intent, call) =>
        before(intent, call) ||
        (isOneOf("finalizeTrustUpload", call) && intent.kind === "trust" && intent.version === call.version),
    ),
  },
  "trust/uploads-belong-to-their-version": {
    "trust-finalized-under-any-version": replaceRule(
      "finalize",
      "belongsHere",
      (before) => (intent, call) =>
        before(intent, call) ||
        (isOneOf("finalizeTrustUpload", call) && intent.kind === "trust" && intent.name === call.name),
    ),
  },
  "trust/release-uploads-are-not-trust-uploads": {
    "release-upload-finalized-as-trust": replaceRule("finalize", "findIntent", (before) => (call) => {
      const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
      if (!isOneOf("finalizeTrustUpload", call) || intent?.kind !== "release" || intent.name !== call.name)
        return before(call);
      return { ...intent, kind: "trust", category: "bom", format: {} };
    }),
  },
  "trust/trust-uploads-are-not-release-uploads": {
    "trust-upload-finalized-as-release": {
      summary: "A trust upload can be finalized as a release upload",
      change: replaceRule("finalize", "findIntent", (before) => (call) => {
        const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
        if (isOneOf("finalizeTrustUpload", call) || intent?.kind !== "trust" || intent.name !== call.name)
          return before(call);
        return { ...intent, kind: "release", mediaType: "application/gzip" };
      }),
    },
  },
};
